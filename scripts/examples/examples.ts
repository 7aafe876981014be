import { type OpenAiRouteName, openAiRoutes, type Route, type RouteName, routes } from '@quoth/contract';

/** Ids and files as the examples name them; who tries one puts real ones in their place. */
export const exampleNames = {
  modeId: '3f6c1f0e-8a34-4c0e-9c57-2d1f6f0b7a11',
  recordingId: '8d2f4c9a-51be-4b7e-a0f3-6c9d1e2b3a44',
  upload: 'talk.wav',
  localFile: '/home/me/talk.wav',
  saved: 'recording.wav',
  entryId: '5e8b7a20-6f41-4d9c-b3a8-1c2d3e4f5a66',
  questionId: 'b4c7e2d1-09f8-4e6a-8d35-7a1c2b3d4e55',
} as const;

/** One call of a route, the same in every language. */
export interface Example {
  readonly route: RouteName | OpenAiRouteName;
  /** Where a route has more than one example. */
  readonly title?: string;
  readonly params?: Readonly<Record<string, string>>;
  /** In the address; with `upload`, the options beside it. */
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** As JSON. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** `exampleNames.upload` is sent, in the form that a language does with the least words. */
  readonly upload?: true;
  /**
   * Where in the answer lies what is printed; `*` is each of a list. Without it the answer is text, a file, or events.
   */
  readonly prints?: readonly [string, ...string[]];
  /** The answer is written to `exampleNames.saved`. */
  readonly saves?: true;
  /** What must be there beside a running application. */
  readonly needs?: string;
}

const mode = { id: exampleNames.modeId };
const recording = { id: exampleNames.recordingId };
const entry = { id: exampleNames.entryId };
const question = { id: exampleNames.questionId };
/** Programs record only as far as the user allows it. */
const permission = 'the user’s permission to record: "quoth tokens allow --shared-token --record ask"';

/** Every public route, in the order of the reference. */
export const examples: readonly Example[] = [
  { route: 'getHealth', prints: ['app_version'] },
  { route: 'getOpenApi', prints: ['openapi'] },
  { route: 'listModels', query: { kind: 'voice', installed_only: true }, prints: ['models', '*', 'id'] },
  { route: 'listModes', prints: ['modes', '*', 'name'] },
  {
    route: 'createMode',
    body: { name: 'Talks', customVocabulary: ['cube cuddle => kubectl'] },
    prints: ['mode', 'id'],
  },
  { route: 'getMode', params: mode, prints: ['mode', 'name'] },
  { route: 'updateMode', params: mode, body: { language: 'en' }, prints: ['mode', 'language'] },
  { route: 'deleteMode', params: mode, prints: ['ok'] },
  {
    route: 'transcribe',
    title: 'Upload a file',
    upload: true,
    query: { timestamp_granularities: 'word' },
    prints: ['text'],
  },
  {
    route: 'transcribe',
    title: 'Name a file of this machine',
    body: { file: exampleNames.localFile, language: 'en' },
    prints: ['text'],
  },
  {
    route: 'transcribe',
    title: 'As a job, safe to send again',
    headers: { 'Idempotency-Key': 'c1f7a9' },
    body: { file: exampleNames.localFile, async: true },
    prints: ['recording_id'],
  },
  {
    route: 'postProcess',
    body: { text: 'um so the meeting is on monday no on tuesday', preset: 'email' },
    prints: ['text'],
  },
  { route: 'listRecordings', query: { limit: 5 }, prints: ['recordings', '*', 'text'] },
  {
    route: 'searchRecordings',
    query: { q: 'old garden', since: '2024-01-01', limit: 5 },
    prints: ['recordings', '*', 'text'],
  },
  { route: 'getRecording', params: recording, prints: ['recording', 'status'] },
  { route: 'deleteRecording', params: recording, prints: ['ok'] },
  { route: 'restoreRecording', params: recording, prints: ['recording', 'status'] },
  { route: 'purgeRecordings', prints: ['purged'] },
  { route: 'getRecordingAudio', params: recording, saves: true },
  { route: 'getTranscript', params: { ...recording, format: 'srt' } },
  { route: 'retranscribe', params: recording, body: { language: 'en' }, prints: ['text'] },
  { route: 'cancelRecording', params: recording, prints: ['recording', 'status'] },
  { route: 'streamEvents', query: { types: 'recording-created,recording-status-changed' } },
  { route: 'listVocabulary', prints: ['entries', '*', 'phrase'] },
  {
    route: 'createVocabularyEntry',
    body: { phrase: 'my sign off', written: 'Best regards, Anna, {{date}}' },
    prints: ['entry', 'kind'],
  },
  { route: 'updateVocabularyEntry', params: entry, body: { languages: ['en'] }, prints: ['entry', 'phrase'] },
  { route: 'deleteVocabularyEntry', params: entry, prints: ['ok'] },
  { route: 'importVocabulary', body: { text: 'cube cuddle,kubectl' }, prints: ['added'] },
  { route: 'exportVocabulary', params: { format: 'csv' } },
  { route: 'getDictation', prints: ['dictation', 'recording'], needs: permission },
  { route: 'startDictation', body: { max_seconds: 60 }, prints: ['id'], needs: permission },
  { route: 'stopDictation', prints: ['id'], needs: permission },
  { route: 'cancelDictation', prints: ['id'], needs: permission },
  {
    route: 'askQuestion',
    body: { question: 'Shall I publish the release now?' },
    prints: ['question', 'id'],
    needs: permission,
  },
  {
    route: 'getQuestion',
    params: question,
    query: { wait_seconds: 45 },
    prints: ['question', 'text'],
    needs: permission,
  },
  {
    route: 'getProcessing',
    params: recording,
    query: { wait: true },
    prints: ['processing', 'text'],
    needs: permission,
  },
  { route: 'createOpenAiTranscription', upload: true, query: { model: 'whisper-1' }, prints: ['text'] },
  {
    route: 'createOpenAiTranslation',
    upload: true,
    query: { model: 'whisper-1' },
    prints: ['text'],
    needs: 'a model that translates: "quoth models list --all" shows which do',
  },
  { route: 'listOpenAiModels', prints: ['data', '*', 'id'] },
  { route: 'getOpenAiModel', params: { id: 'default' }, prints: ['id'] },
];

/** The route of an example. */
export function routeOf({ route }: Example): Route {
  return { ...routes, ...openAiRoutes }[route];
}

/** Its address below the server's, with the given part of its query. */
export function addressOf(example: Example, query: Example['query'] = example.query): string {
  const path = routeOf(example).path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => example.params?.[name] ?? name,
  );
  const text = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  );
  // Commas may stand as they are, and read better.
  return text.size > 0 ? `${path}?${String(text).replaceAll('%2C', ',')}` : path;
}

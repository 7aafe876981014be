import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import {
  listModelsQuery,
  openAiTranscriptionFields,
  openAiTranslationFields,
  postProcessBody,
  postProcessed,
  realtimeSession,
  realtimeTranscription,
  realtimeTurnDetection,
  recording,
  searchRecordingsQuery,
  transcribeBody,
  transcription,
} from '@quoth/contract';

// Each field that OpenAI's newest client declares does something here, or docs/api/openai-dialect.md says that it does
// not; and each one of HyperWhisper's contract is read, apart from those of modes, which hyperwhisper-modes.test.ts
// writes.

const root = join(import.meta.dirname, '..', '..', '..');
const client = dirname(createRequire(import.meta.url).resolve('openai'));
const page = readFileSync(join(root, 'docs', 'api', 'openai-dialect.md'), 'utf8');
const [, withoutEffect = ''] = /## Fields without effect\n([\s\S]*?)\n## /.exec(page) ?? [];

/** The fields of an interface in the client's declarations, without those of what is nested in it. */
function declared(file: string, name: string): string[] {
  const source = readFileSync(join(client, 'resources', file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const start = new RegExp(`^( *)(?:export )?interface ${name}\\b`, 'm').exec(source);
  assert(start, `${name} in ${file}`);
  const indent = `${start[1]}    `;
  const fields: string[] = [];
  for (const line of source.slice(start.index).split('\n').slice(1)) {
    if (line === `${start[1]}}`) break;
    const field = line.startsWith(indent) ? /^(\w+)\??:/.exec(line.slice(indent.length))?.[1] : undefined;
    if (field !== undefined) fields.push(field);
  }
  assert(fields.length > 0, `${name} has fields`);
  return fields;
}

const session = realtimeSession.shape;
const input = session.audio.unwrap().shape.input.unwrap().shape;
const cases: readonly [file: string, name: string, read: object, always?: readonly string[]][] = [
  ['audio/transcriptions.d.ts', 'TranscriptionCreateParamsBase', openAiTranscriptionFields.shape, ['file']],
  ['audio/translations.d.ts', 'TranslationCreateParams', openAiTranslationFields.shape, ['file']],
  ['realtime/realtime.d.ts', 'RealtimeTranscriptionSessionCreateRequest', session],
  ['realtime/realtime.d.ts', 'RealtimeTranscriptionSessionAudioInput', input],
  ['realtime/realtime.d.ts', 'AudioTranscription', realtimeTranscription.shape],
  ['realtime/realtime.d.ts', 'ServerVad', realtimeTurnDetection.shape],
  ['realtime/realtime.d.ts', 'SemanticVad', realtimeTurnDetection.shape],
  ['realtime/realtime.d.ts', 'NoiseReduction', {}],
];

const theirs: readonly [name: string, read: object, fields: string][] = [
  [
    'POST /transcribe',
    transcribeBody.shape,
    'file audio_base64 mime_type mode_id engine model language timestamp_granularities',
  ],
  ['POST /post-process', postProcessBody.shape, 'text mode_id preset prompt provider model'],
  ['GET /models', listModelsQuery.shape, 'kind installed_only'],
  ['GET /recordings/search', searchRecordingsQuery.shape, 'q since until limit'],
  [
    'the answer of POST /transcribe',
    transcription.shape,
    'ok text engine model language timings latency_ms raw_text segments words',
  ],
  [
    'the answer of POST /post-process',
    postProcessed.shape,
    'ok text provider model preset latency_ms post_processed',
  ],
  [
    'a recording',
    recording.shape,
    'id text postProcessedText transcribedText date duration mode transcriptionProvider postProcessingProvider status audioFilePath',
  ],
];

test("every field of HyperWhisper's contract of November 2026 is there", () => {
  for (const [name, read, fields] of theirs)
    assert.deepEqual(
      fields.split(' ').filter((field) => !(field in read)),
      [],
      name,
    );
});

for (const [file, name, read, always = []] of cases) {
  test(`every field of ${name} is read, or documented as without effect`, () => {
    const isKnown = (field: string) =>
      field in read || always.includes(field) || new RegExp(`\`${field}(\\[\\])?\``).test(withoutEffect);
    assert.deepEqual(
      declared(file, name).filter((field) => !isKnown(field)),
      [],
    );
  });
}

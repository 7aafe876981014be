import { z } from 'zod';
import { demand } from '../refusal.ts';
import { bearerKey, call, type SimulatedStream, type SimulatedVendor } from '../simulated-vendor.ts';
import { checkQuery, heardIn, parsed, readForm, samplesOf, texts } from '../strict-reading.ts';
import { type ChatDialect, chatCompletions } from './language.ts';

interface Speech {
  /** Fields of each model. */
  readonly models: Readonly<Record<string, string>>;
  /** Models of `/audio/translations`. */
  readonly translators: readonly string[];
  readonly formats: readonly string[];
}

interface Dialect {
  readonly id: string;
  readonly basePath?: string;
  readonly keyIsOptional?: boolean;
  /** Models that are listed. */
  readonly listed: readonly string[];
  readonly speech?: Speech;
  readonly chat: ChatDialect;
  readonly stream?: SimulatedStream;
}

const translation = 'model! prompt response_format temperature';
const plain = `${translation} language include[]*`;
const timed = `${plain} timestamp_granularities[]*`;
const formats = ['flac', 'mp3', 'm4a', 'ogg', 'opus', 'wav', 'webm'];
const MAX_BYTES = 25 * 1024 * 1024;

const gpt = ['none', 'low', 'medium', 'high', 'xhigh'];
const oss = ['low', 'medium', 'high'];

const TRANSCRIPTION = 'conversation.item.input_audio_transcription';
const MIN_SECONDS = 0.1;
const streamed = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('session.update'),
    session: z.strictObject({
      type: z.literal('transcription'),
      audio: z.strictObject({
        input: z.strictObject({
          format: z.strictObject({ type: z.literal('audio/pcm'), rate: z.literal(24_000) }),
          transcription: z.strictObject({
            model: z.literal('gpt-live-transcribe'),
            languages: texts(20),
            keywords: texts(100),
            prompt: z.string().optional(),
          }),
          turn_detection: z.null(),
          noise_reduction: z.unknown().optional(),
        }),
      }),
      include: z.unknown().optional(),
    }),
  }),
  z.strictObject({ type: z.literal('input_audio_buffer.append'), audio: z.string() }),
  z.strictObject({ type: z.literal('input_audio_buffer.commit') }),
]);

/** https://developers.openai.com/api/docs/guides/realtime-transcription and npm openai 7.55.0, resources/realtime. */
const realtime: SimulatedStream = {
  path: /\/realtime/,
  check: (query) => {
    checkQuery(query, 'intent');
    demand(query.get('intent') === 'transcription', 'only transcription is simulated');
  },
  open: (_, peer) => {
    const heard = peer.listen(24_000);
    let isConfigured = false;
    let item = 0;
    let reported = 0;
    const say = (type: string, fields: object) =>
      peer.say({ type, event_id: 'simulated', content_index: 0, ...fields });
    say('session.created', { session: { type: 'transcription' } });
    return {
      onText: async (text) => {
        const message = parsed(text, streamed);
        if (message.type === 'session.update') {
          isConfigured = true;
          return say('session.updated', { session: message.session });
        }
        demand(isConfigured, 'the session is not configured');
        const item_id = `item_${item}`;
        if (message.type === 'input_audio_buffer.commit') {
          demand(heard.seconds >= MIN_SECONDS, 'buffer too small. Expected at least 100ms of audio');
          const previous_item_id = item === 0 ? null : `item_${item - 1}`;
          say('input_audio_buffer.committed', { item_id, previous_item_id });
          const { text: transcript } = await heard.recognize();
          heard.cut();
          item += 1;
          reported = 0;
          const usage = { type: 'duration', seconds: 1 };
          return say(`${TRANSCRIPTION}.completed`, { item_id, transcript, usage });
        }
        heard.add(samplesOf(message.audio));
        if (!heard.isInterimDue()) return;
        // Deltas are never taken back: the last word may still change.
        const words = (await heard.recognize()).words.slice(0, -1).map(({ word }) => word);
        const more = words.slice(reported).join(' ');
        const delta = reported > 0 && more !== '' ? ` ${more}` : more;
        reported = Math.max(reported, words.length);
        if (delta !== '') say(`${TRANSCRIPTION}.delta`, { item_id, delta });
      },
    };
  },
  refusal: (_, message) => ({
    message: {
      type: 'error',
      event_id: 'simulated',
      error: { type: 'invalid_request_error', code: 'invalid_value', message },
    },
    code: 1008,
  }),
};

const whispers = { 'whisper-large-v3': timed, 'whisper-large-v3-turbo': timed };
const dialects: readonly Dialect[] = [
  {
    id: 'openai',
    listed: ['whisper-1', 'gpt-4o-transcribe', 'gpt-4o-mini-transcribe', 'gpt-transcribe'],
    // npm openai 6.49.0; gpt-transcribe takes `keywords[]` and `languages[]` and no `response_format` of its own.
    speech: {
      models: {
        'whisper-1': timed,
        'gpt-4o-transcribe': plain,
        'gpt-4o-mini-transcribe': plain,
        'gpt-transcribe': 'model! prompt keywords[]* languages[]*',
      },
      translators: ['whisper-1'],
      formats,
    },
    chat: {
      writers: { 'gpt-6-luna': gpt, 'gpt-5.6-luna': gpt, 'gpt-5.4-mini': gpt, 'gpt-5.4-nano': gpt },
      limits: ['max_completion_tokens'],
      temperature: false,
      systemRole: 'developer',
    },
    stream: realtime,
  },
  {
    id: 'groq',
    basePath: '/openai/v1',
    listed: Object.keys(whispers),
    speech: { models: whispers, translators: ['whisper-large-v3'], formats },
    chat: {
      writers: {
        'openai/gpt-oss-20b': oss,
        'openai/gpt-oss-120b': oss,
        'qwen/qwen3.6-27b': ['none', 'default'],
      },
      limits: ['max_tokens', 'max_completion_tokens'],
      temperature: true,
      systemRole: 'system',
    },
  },
  {
    id: 'cerebras',
    listed: ['gpt-oss-120b', 'qwen-3.8-27b'],
    chat: {
      writers: { 'gpt-oss-120b': oss, 'qwen-3.8-27b': ['none', 'low', 'medium', 'high'] },
      limits: ['max_completion_tokens'],
      temperature: true,
      systemRole: 'system',
    },
  },
  {
    // A server of the user's.
    id: 'compatible',
    keyIsOptional: true,
    listed: ['nomic-embed-text', 'local-model'],
    speech: { models: { 'local-model': timed }, translators: [], formats: ['wav', 'mp3', 'flac'] },
    chat: { limits: ['max_tokens'], temperature: true, systemRole: 'system' },
  },
];

export const openAiDialects: readonly SimulatedVendor[] = dialects.map(
  ({ id, basePath = '/v1', listed, speech, chat, ...more }) => ({
    id,
    basePath,
    keyOf: bearerKey,
    refusedKey: (key) => errorOf(401, `Incorrect API key provided: ${key}.`, 'invalid_api_key'),
    errorBody: errorOf,
    calls: [
      call('GET', /\/models/, () => ({
        object: 'list',
        data: listed.map((model) => ({ id: model, object: 'model', owned_by: 'simulated' })),
      })),
      chatCompletions(id, chat),
      ...(speech ? [speechCall(speech)] : []),
    ],
    ...more,
  }),
);

/** `{error: {message, type, param, code}}`. */
function errorOf(status: number, message: string, code: string | null = null) {
  const type = status === 429 ? 'requests' : 'invalid_request_error';
  return { error: { message, type, param: null, code } };
}

function speechCall({ models, translators, formats }: Speech) {
  return call('POST', /\/audio\/(transcriptions|translations)/, async (request) => {
    const translates = request.groups[0] === 'translations';
    const model = /name="model"\r\n\r\n([^\r]+)/.exec(request.body.toString('latin1'))?.[1] ?? '';
    const fields = models[model];
    demand(fields !== undefined, `The model ${model} does not exist`, 404);
    demand(!translates || translators.includes(model), `${model} does not translate`);
    const form = await readForm(request, translates ? translation : fields);
    demand(form.file.size <= MAX_BYTES, 'Maximum content size limit exceeded', 413);
    const format = form.one('response_format') ?? 'json';
    const isTimed = format === 'verbose_json';
    const isTaken = format === 'json' || (isTimed && fields !== plain);
    demand(isTaken, `response_format ${format} is not compatible with model ${model}`);
    const granularities = form.all('timestamp_granularities[]');
    demand(granularities.length === 0 || isTimed, 'timestamp_granularities needs verbose_json');
    for (const language of [...form.all('language'), ...form.all('languages[]')])
      demand(/^[a-z]{2,3}$/.test(language), `Invalid language ${language}`);
    const { text, words, seconds } = await heardIn(form.file, request, formats);
    if (!isTimed) {
      const languages = model === 'gpt-transcribe' && { languages: ['en'] };
      return { text, ...languages, usage: { type: 'duration', seconds: Math.ceil(seconds) } };
    }
    const segments = [{ id: 0, seek: 0, start: 0, end: seconds, text: ` ${text}`, tokens: [] }];
    const hasSegments = granularities.length === 0 || granularities.includes('segment');
    return {
      task: translates ? 'translate' : 'transcribe',
      language: 'english',
      duration: seconds,
      text,
      ...(hasSegments && { segments }),
      ...(granularities.includes('word') && { words }),
    };
  });
}

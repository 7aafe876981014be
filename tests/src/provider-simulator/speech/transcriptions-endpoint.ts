import { Refusal } from '../refusal.ts';
import { call, type SimulatedRoute } from '../simulated-route.ts';
import { checkFileName, type FormRules, readForm } from '../strict-fields.ts';

/** What a model of the endpoint takes. */
interface Endpoint {
  readonly models: Readonly<Record<string, FormRules>>;
  /** Models of `/audio/translations`. */
  readonly translators: readonly string[];
  readonly formats: readonly string[];
}

const plain: FormRules = {
  model: 'needed',
  language: 'one',
  prompt: 'one',
  response_format: 'one',
  temperature: 'one',
  'include[]': 'many',
};
const timed: FormRules = { ...plain, 'timestamp_granularities[]': 'many' };
const translation: FormRules = { model: 'needed', prompt: 'one', response_format: 'one', temperature: 'one' };

const formats = ['flac', 'mp3', 'm4a', 'ogg', 'opus', 'wav', 'webm'];
const MAX_BYTES = 25 * 1024 * 1024;

/**
 * OpenAI: npm openai 6.49.0; gpt-transcribe takes `keywords[]` and `languages[]` and no `response_format` of its own.
 */
export const openai: readonly SimulatedRoute[] = routes({
  models: {
    'whisper-1': timed,
    'gpt-4o-transcribe': plain,
    'gpt-4o-mini-transcribe': plain,
    'gpt-transcribe': { model: 'needed', prompt: 'one', 'keywords[]': 'many', 'languages[]': 'many' },
  },
  translators: ['whisper-1'],
  formats,
});

export const groq: readonly SimulatedRoute[] = routes({
  models: { 'whisper-large-v3': timed, 'whisper-large-v3-turbo': timed },
  translators: ['whisper-large-v3'],
  formats,
});

/** A server of the user's with one model. */
export const compatible: readonly SimulatedRoute[] = routes({
  models: { 'local-model': timed },
  translators: [],
  formats: ['wav', 'mp3', 'flac'],
});

function routes(endpoint: Endpoint): readonly SimulatedRoute[] {
  return [
    call('GET', /\/models/, () => ({
      object: 'list',
      data: Object.keys(endpoint.models).map((id) => ({ id, object: 'model', owned_by: 'simulated' })),
    })),
    call('POST', /\/audio\/(transcriptions|translations)/, async (request, { recognizer }, [task]) => {
      const translates = task === 'translations';
      const named = /name="model"\r\n\r\n([^\r]+)/.exec(request.body.toString('latin1'))?.[1] ?? '';
      const rules = endpoint.models[named];
      if (!rules) throw new Refusal(404, `The model ${named} does not exist`);
      if (translates && !endpoint.translators.includes(named))
        throw new Refusal(400, `${named} does not translate`);
      const form = await readForm(request, translates ? translation : rules);
      if (form.file.size > MAX_BYTES) throw new Refusal(413, 'Maximum content size limit exceeded');
      const format = form.one('response_format') ?? 'json';
      const granularities = form.all('timestamp_granularities[]');
      if (!['json', 'verbose_json'].includes(format) || (format === 'verbose_json' && rules === plain))
        throw new Refusal(400, `response_format ${format} is not compatible with model ${named}`);
      if (granularities.length > 0 && format !== 'verbose_json')
        throw new Refusal(400, 'timestamp_granularities needs verbose_json');
      for (const language of [...form.all('language'), ...form.all('languages[]')])
        if (!/^[a-z]{2,3}$/.test(language)) throw new Refusal(400, `Invalid language ${language}`);
      const result = await recognizer.transcribe(await form.file.bytes());
      if (!endpoint.formats.includes(result.format)) throw new Refusal(400, 'Unsupported file format');
      checkFileName(form.file, result.format);
      if (format === 'json')
        return {
          text: result.text,
          ...(named === 'gpt-transcribe' ? { languages: ['en'] } : {}),
          usage: { type: 'duration', seconds: Math.ceil(result.seconds) },
        };
      const whole = { id: 0, seek: 0, start: 0, end: result.seconds, text: ` ${result.text}`, tokens: [] };
      return {
        task: translates ? 'translate' : 'transcribe',
        language: 'english',
        duration: result.seconds,
        text: result.text,
        ...(translates || granularities.length === 0 || granularities.includes('segment')
          ? { segments: [whole] }
          : {}),
        ...(granularities.includes('word') ? { words: result.words } : {}),
      };
    }),
  ];
}

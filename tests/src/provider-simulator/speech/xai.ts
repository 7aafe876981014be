import { Refusal } from '../refusal.ts';
import { call, type SimulatedRoute } from '../simulated-route.ts';
import { checkFileName, readForm } from '../strict-fields.ts';

/** https://docs.x.ai/developers/model-capabilities/audio/speech-to-text. */
export const xai: readonly SimulatedRoute[] = [
  call('GET', /\/models/, () => ({ object: 'list', data: [{ id: 'grok-4' }] })),
  call('POST', /\/stt/, async (request, { recognizer }) => {
    const form = await readForm(
      request,
      {
        language: 'one',
        format: 'one',
        diarize: 'one',
        filler_words: 'one',
        audio_format: 'one',
        sample_rate: 'one',
        keyterm: 'many',
      },
      { fileLast: true },
    );
    if (form.one('format') === 'true' && form.one('language') === undefined)
      throw new Refusal(400, 'format requires language');
    const terms = form.all('keyterm');
    if (terms.length > 100 || terms.some((term) => term.length > 50)) throw new Refusal(400, 'keyterm');
    const result = await recognizer.transcribe(await form.file.bytes());
    if (!['wav', 'mp3', 'm4a', 'flac', 'ogg', 'opus', 'aac'].includes(result.format))
      throw new Refusal(400, 'unsupported container');
    checkFileName(form.file, result.format);
    const words = result.words.map(({ word, start, end }) => ({ text: word, start, end }));
    return {
      text: result.text,
      language: '',
      duration: result.seconds,
      ...(words.length > 0 ? { words } : {}),
    };
  }),
];

import { Refusal } from '../refusal.ts';
import { call, type SimulatedRoute } from '../simulated-route.ts';
import { checkFileName, readForm } from '../strict-fields.ts';

/** npm @elevenlabs/elevenlabs-js 2.73.0: BodySpeechToTextV1SpeechToTextPost, SpeechToTextChunkResponseModel. */
export const elevenlabs: readonly SimulatedRoute[] = [
  call('POST', /\/speech-to-text/, async (request, { recognizer }) => {
    // The probe sends nothing: the key is looked at first, the body then.
    if (request.body.length === 0) throw new Refusal(422, 'Field required');
    const form = await readForm(
      request,
      {
        model_id: 'needed',
        language_code: 'one',
        tag_audio_events: 'one',
        timestamps_granularity: 'one',
        diarize: 'one',
        no_verbatim: 'one',
        temperature: 'one',
        seed: 'one',
        keyterms: 'many',
      },
      { problem: 422 },
    );
    if (form.one('model_id') !== 'scribe_v2') throw new Refusal(400, 'invalid_model_id');
    for (const term of form.all('keyterms'))
      if (term.length >= 50 || term.split(' ').length > 5 || /[<>{}[\]\\]/.test(term))
        throw new Refusal(422, `invalid keyterm ${term}`);
    const granularity = form.one('timestamps_granularity') ?? 'word';
    if (!['none', 'word', 'character'].includes(granularity))
      throw new Refusal(422, 'timestamps_granularity');
    const result = await recognizer.transcribe(await form.file.bytes());
    checkFileName(form.file, result.format);
    const timed = granularity !== 'none';
    const words = result.words.flatMap(({ word, start, end }, index) => {
      const spoken = { text: word, type: 'word', logprob: -0.01, ...(timed ? { start, end } : {}) };
      const space = { text: ' ', type: 'spacing', logprob: 0, ...(timed ? { start, end: start } : {}) };
      return index === 0 ? [spoken] : [space, spoken];
    });
    return { language_code: 'eng', language_probability: 0.98, text: result.text, words };
  }),
];

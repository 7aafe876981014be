import { Refusal } from '../refusal.ts';
import { call, type SimulatedRoute } from '../simulated-route.ts';
import { readJson, strictObject, textList } from '../strict-fields.ts';

const mediaTypes: Readonly<Record<string, string>> = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  aiff: 'audio/aiff',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
};

/** npm @google/genai 2.32.0: GenerateContentParameters, AudioTranscriptionConfig, Transcription. */
export const gemini: readonly SimulatedRoute[] = [
  call('GET', /\/models/, () => ({ models: [{ name: 'models/gemini-3.5-transcribe' }] })),
  call('POST', /\/models\/([^/:]+):generateContent/, async (request, { recognizer }, [model = '']) => {
    const { contents, generationConfig } = readJson(request, ['contents', 'generationConfig']);
    const [content] = Array.isArray(contents) ? contents : [];
    const { parts } = strictObject(content, ['role', 'parts'], 'contents');
    const read = (Array.isArray(parts) ? parts : []).map((part) =>
      strictObject(part, ['text', 'inlineData'], 'parts'),
    );
    const inline = read.find((part) => part.inlineData !== undefined)?.inlineData;
    if (inline === undefined) throw new Refusal(400, 'there is no audio');
    const { mimeType, data } = strictObject(inline, ['mimeType', 'data'], 'inlineData');
    if (typeof data !== 'string' || data === '') throw new Refusal(400, 'inlineData.data is missing');
    const transcribes = model === 'gemini-3.5-transcribe';
    if (!transcribes && !read.some((part) => typeof part.text === 'string'))
      throw new Refusal(400, 'this model needs to be told what to do');
    const config = strictObject(generationConfig ?? {}, ['audioTranscriptionConfig'], 'generationConfig');
    const { wordTimestamp, customVocabulary, languageCodes } = strictObject(
      config.audioTranscriptionConfig ?? {},
      ['languageCodes', 'customVocabulary', 'wordTimestamp', 'diarization', 'mode'],
      'audioTranscriptionConfig',
    );
    if (textList(customVocabulary, 'customVocabulary', 1_000).length > 0 && wordTimestamp === true)
      throw new Refusal(400, 'customVocabulary and wordTimestamp exclude each other');
    textList(languageCodes, 'languageCodes', 10);
    const result = await recognizer.transcribe(Buffer.from(data, 'base64'));
    if (mediaTypes[result.format] !== mimeType)
      throw new Refusal(400, `the audio is not of the type ${String(mimeType)}`);
    const words = result.words.map(({ word, start, end }) => ({
      word,
      startOffset: `${start}s`,
      endOffset: `${end}s`,
    }));
    const middle = Math.ceil(words.length / 2);
    const turn = (part: typeof words) => ({
      audioTranscription: {
        text: part.map(({ word }) => word).join(' '),
        languageCode: 'en',
        ...(wordTimestamp === true ? { words: part } : {}),
      },
    });
    // Two turns of speech, where there are words for two.
    const turns = [words.slice(0, middle), words.slice(middle)].filter((part) => part.length > 0).map(turn);
    return {
      candidates: [
        {
          content: { role: 'model', parts: transcribes ? turns : [{ text: `${result.text}\n` }] },
          finishReason: 'STOP',
          index: 0,
        },
      ],
      modelVersion: model,
    };
  }),
];

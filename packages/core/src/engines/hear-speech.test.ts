import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FRAME_RATE, SAMPLE_RATE, type SpeechSegment } from '@quoth/audio';
import { seededNoise } from '@quoth/audio/fixtures/sounds.ts';
import { joinTexts, nothingSaid, type RecognizedSpeech } from '@quoth/text';
import { type Decode, hearSpeech } from './hear-speech.ts';

const fixture = join(import.meta.dirname, '../../../audio/src/fixtures/best-of-times.wav');
/** Three seconds: "It was the best of times, it was the worst of times". */
const speech = new Int16Array(readFileSync(fixture).buffer.slice(44));
const SENTENCE = 'It was the best of times, it was the worst of times.';
const jfkText =
  'And so my fellow Americans, ask not what your country can do for you, ask what you can do for your country.';

function sound(...parts: readonly (Int16Array | number)[]): Int16Array {
  const all = parts.map((part) => (typeof part === 'number' ? new Int16Array(part * SAMPLE_RATE) : part));
  const whole = new Int16Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of all) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** What a model says of all that it is given at once; with times only where `segments` says so. */
function answer(segments: readonly SpeechSegment[], text: string, language = 'en'): RecognizedSpeech {
  if (text === '') return nothingSaid;
  const start = (segments[0]?.start ?? 0) / FRAME_RATE;
  const end = (segments.at(-1)?.end ?? 0) / FRAME_RATE;
  return { text, words: [], segments: [{ id: 0, start, end, text }], language };
}

/** Hears with a stand-in for a model, which is asked for so many seconds at a time. */
async function heard(
  samples: Int16Array,
  says: (
    call: number,
    seconds: number,
    language: string,
    segments: readonly SpeechSegment[],
  ) => RecognizedSpeech | undefined,
  language = 'en',
  isDraft = false,
) {
  const asked: number[] = [];
  const decode: Decode = async (part, segments, spoken) => {
    const seconds = part.length / SAMPLE_RATE;
    asked.push(Math.round(seconds));
    return says(asked.length, seconds, spoken, segments);
  };
  return { ...(await hearSpeech({ samples, language, detects: true, isDraft, decode })), asked };
}

test('a model gets what holds speech, and not the silence and noise around it', async () => {
  const { text, segments, asked } = await heard(sound(10, speech, 12), (_call, _seconds, _language, spoken) =>
    answer(spoken, SENTENCE),
  );
  assert.deepEqual([text, asked], [SENTENCE, [4]]);
  assert(Math.abs((segments[0]?.start ?? 0) - 10.23) < 0.2, JSON.stringify(segments));
  assert.deepEqual(await heard(sound(5), () => assert.fail('there is nothing to hear')), {
    ...nothingSaid,
    asked: [],
  });
});

test('a voice in a louder rumble is heard, though it is not found again where the part of it begins', async () => {
  const file = readFileSync(join(import.meta.dirname, '../../../../apps/cli/samples/jfk.wav'));
  const voice = Float64Array.from(new Int16Array(file.buffer.slice(file.byteOffset + 44)));
  const noise = seededNoise(4);
  let low = 0;
  const rumble = voice.map(() => {
    low = 0.985 * low + noise();
    return low;
  });
  const power = (samples: Float64Array) => samples.reduce((sum, sample) => sum + sample * sample, 0);
  const louder = 10 ** (11 / 20) * Math.sqrt(power(voice) / power(rumble));
  const noisy = Int16Array.from(voice, (sample, at) => 0.3 * (sample + louder * (rumble[at] ?? 0)));
  let seconds = 0;
  await heard(noisy, (_call, _seconds, _language, spoken) => {
    seconds += spoken.reduce((sum, { start, end }) => sum + end - start, 0) / FRAME_RATE;
    return answer(spoken, jfkText);
  });
  assert(seconds > 5, `${seconds} s of speech`);
});

test('a loop is heard again in halves, and left out with its times where that helps nothing', async () => {
  const loop = 'it was the best of times '.repeat(40);
  const mended = await heard(sound(speech, 0.4, speech), (call, _seconds, _language, spoken) =>
    answer(spoken, call === 1 ? loop : SENTENCE),
  );
  assert.equal(mended.text, joinTexts([SENTENCE, SENTENCE]));
  assert.equal(mended.doubts, undefined);
  const lost = await heard(sound(speech, 0.4, speech), (_call, seconds, _language, spoken) =>
    answer(spoken, seconds > 5 ? SENTENCE : loop),
  );
  assert.equal(lost.text, SENTENCE, 'what is fit to be true is kept');
  const none = await heard(sound(1, speech), (_call, _seconds, _language, spoken) => answer(spoken, loop));
  assert.equal(none.text, '');
  assert(
    none.doubts?.every(({ start, end }) => start >= 0.8 && end <= 4.1),
    JSON.stringify(none.doubts),
  );
  const endless = await heard(sound(speech), () => undefined);
  assert.deepEqual([endless.text, endless.doubts?.length], ['', 1]);
});

test('a sentence that was said six times is written six times', async () => {
  const { text } = await heard(
    sound(speech, 0.5, speech, 0.5, speech, 0.5, speech, 0.5, speech, 0.5, speech),
    (_call, seconds, _language, spoken) =>
      answer(spoken, joinTexts(Array(Math.round(seconds / 3.5)).fill(SENTENCE))),
  );
  assert.equal(text.split('best').length - 1, 6);
});

test('a sentence said two to five times is written as often, though the model writes it once or twice', async () => {
  for (const times of [2, 3, 5]) {
    const again = sound(...Array.from({ length: times }, () => [0.6, speech]).flat());
    for (const written of [1, 2]) {
      const { text, doubts } = await heard(again, (_call, seconds, _language, spoken) =>
        answer(spoken, joinTexts(Array(seconds < 5 ? 1 : written).fill(SENTENCE))),
      );
      assert.deepEqual([text, doubts], [joinTexts(Array(times).fill(SENTENCE)), undefined]);
    }
  }
  const slowly = [
    'We spoke, with a pause in the midst of it, slowly and only once.',
    'We spoke, with a pause.',
  ];
  const slow = await heard(sound(speech, 0.6, speech), (call, _seconds, _language, spoken) =>
    answer(spoken, slowly[call === 1 ? 0 : 1] ?? ''),
  );
  assert.equal(slow.text, slowly[0], 'where the parts say no more, it is left as it was');
});

test('different sentences of the same length are not put together from their parts', async () => {
  const four = sound(speech, 0.6, speech, 0.6, speech, 0.6, speech);
  const phrases = [
    'First we went to the market.',
    'It rained on our way home.',
    'The house was empty.',
    'So we cooked for ourselves.',
  ];
  const says = (call: number, _seconds: number, _language: string, spoken: readonly SpeechSegment[]) =>
    answer(spoken, call === 1 ? joinTexts(phrases) : `${phrases[call - 2]} And more than there was.`);
  const { text, asked } = await heard(four, says);
  assert.deepEqual([text, asked.length], [joinTexts(phrases), 3]);
  assert.equal((await heard(four, says, 'en', true)).asked.length, 1, 'nor while somebody speaks');
});

test('numbers that are written in digits are not short for what was said', async () => {
  const { text } = await heard(sound(speech, 0.6, speech), (call, _seconds, _language, spoken) =>
    answer(spoken, call === 1 ? '23 45, 23 45.' : 'Twenty-three.'),
  );
  assert.equal(text, '23 45, 23 45.');
});

test('a sentence that was said twice and written once, over both times, is heard again', async () => {
  const four = sound(speech, 0.5, speech, 0.5, speech, 0.5, speech, 0.5, speech.subarray(0, SAMPLE_RATE));
  const { text, asked, doubts } = await heard(four, (call, _seconds, _language, spoken) => {
    if (call > 1) return answer(spoken, joinTexts([SENTENCE, SENTENCE]));
    const segments = [
      { id: 0, start: 0, end: 3, text: SENTENCE },
      { id: 1, start: 3.5, end: 6.5, text: SENTENCE },
      { id: 2, start: 7, end: 13.5, text: SENTENCE },
      { id: 3, start: 14, end: 15, text: 'It was the best.' },
    ];
    return { ...answer(spoken, joinTexts(segments.map((segment) => segment.text))), segments };
  });
  assert.deepEqual([text.split('best').length - 1, asked.length, doubts], [5, 2, undefined]);
});

test('far too few words stay as they were, and in doubt, where the halves say no more', async () => {
  const { text, asked, doubts } = await heard(
    sound(speech, 0.5, speech, 0.5, speech),
    (call, _seconds, _language, spoken) => answer(spoken, call === 1 ? 'We went home again.' : 'Yes.'),
  );
  assert.equal(text, 'We went home again.');
  assert(asked.length >= 3, String(asked));
  assert.deepEqual(
    doubts?.map(({ kind }) => kind),
    ['too-little'],
  );
});

test('speech that no segment covers is heard from there', async () => {
  const shorter = speech.subarray(0, 2 * SAMPLE_RATE);
  const { text, asked } = await heard(sound(speech, 0.5, shorter), (call, _seconds, _language, spoken) => {
    const whole = answer(spoken, SENTENCE);
    return call > 1
      ? whole
      : { ...whole, segments: whole.segments.map((segment) => ({ ...segment, end: 3 })) };
  });
  assert.equal(text, joinTexts([SENTENCE, SENTENCE]));
  assert.equal(asked.length, 2);
});

test('what a model writes where no one speaks is left out', async () => {
  const { text } = await heard(sound(speech, 2, speech), (_call, _seconds, _language, spoken) => {
    const [first, last] = [spoken[0]?.start ?? 0, (spoken.at(-1)?.end ?? 0) / FRAME_RATE];
    const segments = [
      { id: 0, start: first / FRAME_RATE, end: 3, text: SENTENCE },
      { id: 1, start: 3.6, end: 4.6, text: 'Thank you.' },
      { id: 2, start: 5.2, end: last, text: '♪♪♪' },
      { id: 3, start: 5.2, end: last, text: SENTENCE },
    ];
    return { text: segments.map((one) => one.text).join(' '), words: [], segments, language: 'en' };
  });
  assert.equal(text, joinTexts([SENTENCE, SENTENCE]));
});

test('without a language each stretch between pauses is heard in its own, and says which', async () => {
  const says = (_call: number, _seconds: number, language: string, spoken: readonly SpeechSegment[]) =>
    answer(spoken, SENTENCE, language);
  const of =
    (languages: readonly string[]) =>
    (call: number, seconds: number, language: string, spoken: readonly SpeechSegment[]) =>
      says(call, seconds, language === 'auto' ? (languages[call - 1] ?? '') : language, spoken);
  const languages = ({ segments }: RecognizedSpeech) => segments.map(({ language }) => language);
  const two = sound(speech, 1.2, speech);
  assert.deepEqual(languages(await heard(two, of(['de', 'en']), 'auto')), ['de', 'en']);
  assert.deepEqual(
    languages(await heard(sound(speech, 1.2, speech, 1.2, speech), of(['de', 'en', 'ko']), 'auto')),
    ['de', 'en', 'ko'],
    'also three in a short recording',
  );
  assert.deepEqual(
    languages(await heard(two, of(['es', 'pt']), 'auto')),
    ['es', 'es'],
    'related ones are mistaken in short speech',
  );
  const after = await heard(sound(speech, 1.2, speech, 0.4, speech), of(['pt', 'es']), 'auto');
  assert.deepEqual([...new Set(languages(after))], ['es'], 'a longer stretch after it tells more');
  const unclear = await heard(sound(speech, 1.2, speech, 1.2, speech), of(['cy', 'de', 'la']), 'auto');
  assert.deepEqual(languages(unclear), ['de', 'de', 'de'], 'languages that Whisper hardly knows');
  const lengths = [3, 4.2, 3];
  const seconds = unclear.asked.reduce((sum, one) => sum + one, 0);
  assert(seconds <= 2 * lengths.reduce((sum, one) => sum + one), `${unclear.asked}`);
  assert.deepEqual(
    languages(await heard(sound(speech, 0.4, speech), of(['de', 'en']), 'auto')),
    ['de', 'de'],
    'no pause',
  );
  assert.deepEqual(
    languages(await heard(two, of(['en']), 'en')),
    [undefined, undefined],
    'a language was asked for',
  );
});

test('a language that was asked for is kept, and doubted where the model hears another one', async () => {
  const asked: string[] = [];
  const spokenAs =
    (spoken: string) =>
    (_call: number, _seconds: number, language: string, parts: readonly SpeechSegment[]) => {
      asked.push(language);
      return answer(parts, SENTENCE, language === 'auto' ? spoken : language);
    };
  const right = await heard(sound(speech, 4, speech), spokenAs('en'));
  assert.deepEqual([right.language, right.doubts, asked.splice(0)], ['en', undefined, ['auto', 'en']]);
  const wrong = await heard(sound(speech), spokenAs('de'));
  assert.deepEqual([wrong.language, asked.splice(0)], ['en', ['auto', 'en']]);
  assert.deepEqual(
    wrong.doubts?.map(({ kind, language }) => [kind, language]),
    [['other-language', 'de']],
  );
  const related = await heard(sound(speech), spokenAs('pt'), 'es');
  assert.deepEqual([related.language, related.doubts], ['es', undefined]);
});

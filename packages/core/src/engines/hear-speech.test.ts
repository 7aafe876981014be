import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FRAME_RATE, SAMPLE_RATE, type SpeechSegment } from '@quoth/audio';
import { joinTexts, nothingSaid, type RecognizedSpeech } from '@quoth/text';
import { type Decode, hearSpeech } from './hear-speech.ts';

const fixture = join(import.meta.dirname, '../../../audio/src/fixtures/best-of-times.wav');
/** Three seconds: "It was the best of times, it was the worst of times". */
const speech = new Int16Array(readFileSync(fixture).buffer.slice(44));
const SENTENCE = 'It was the best of times, it was the worst of times.';

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
  dropsWords = false,
) {
  const asked: number[] = [];
  const decode: Decode = async (part, segments, spoken) => {
    const seconds = part.length / SAMPLE_RATE;
    asked.push(Math.round(seconds));
    return says(asked.length, seconds, spoken, segments);
  };
  return { ...(await hearSpeech({ samples, language, detects: true, dropsWords, decode })), asked };
}

test('a model gets what holds speech, and not the silence and noise around it', async () => {
  const { text, segments, asked } = await heard(sound(10, speech, 12), (_call, _seconds, _language, spoken) =>
    answer(spoken, SENTENCE),
  );
  assert.deepEqual([text, asked], [SENTENCE, [4]]);
  assert(Math.abs((segments[0]?.start ?? 0) - 10) < 0.2, JSON.stringify(segments));
  assert.deepEqual(await heard(sound(5), () => assert.fail('there is nothing to hear')), {
    ...nothingSaid,
    asked: [],
  });
});

test('a short silence before and after speech is left as it is', async () => {
  const { asked } = await heard(sound(2, speech, 1), (_call, _seconds, _language, spoken) =>
    answer(spoken, SENTENCE),
  );
  assert.deepEqual(asked, [6]);
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

test('what is said two to five times is written as often, each at its time, though the model loses count', async () => {
  for (const times of [2, 3, 5])
    for (const written of [1, 2, 4, 6]) {
      const again = sound(...Array.from({ length: times }, () => [0.6, speech]).flat());
      const { text, segments, words, doubts } = await heard(again, (_call, seconds, _language, spoken) =>
        answer(spoken, joinTexts(Array(seconds < 5 ? 1 : written).fill(SENTENCE))),
      );
      assert.deepEqual([text, doubts], [joinTexts(Array(times).fill(SENTENCE)), undefined]);
      if (written === times) continue;
      const length = speech.length / SAMPLE_RATE;
      for (const [at, { start, end }] of segments.entries()) {
        const begins = 0.6 + at * (0.6 + length);
        assert(start >= begins - 0.1 && end <= begins + length + 0.1, `${at}: ${start} to ${end}`);
      }
      assert.equal(joinTexts(words.map(({ word }) => word)), text);
    }
});

test('two alike parts of one slow sentence are not taken for the same said twice', async () => {
  const whole = 'We spoke with a pause, slowly and once.';
  const { text } = await heard(sound(speech, 0.6, speech), (call, _seconds, _language, spoken) =>
    answer(spoken, call === 1 ? whole : 'We spoke with a pause.'),
  );
  assert.equal(text, whole);
});

test('a sentence behind which the model stopped is not taken for what was said twice', async () => {
  for (const rest of ['Close the window.', '']) {
    const shorter = speech.subarray(0, 2.4 * SAMPLE_RATE);
    const { text } = await heard(sound(speech, 0.6, shorter), (_call, seconds, _language, spoken) =>
      answer(spoken, seconds > 3 ? 'Turn the light on.' : rest),
    );
    assert.equal(text.split('light').length - 1, 1, text);
  }
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
  const { text, asked } = await heard(sound(speech, 0.5, speech), (call, _seconds, _language, spoken) => {
    const whole = answer(spoken, SENTENCE);
    return call > 1
      ? whole
      : { ...whole, segments: whole.segments.map((segment) => ({ ...segment, end: 3 })) };
  });
  assert.equal(text, joinTexts([SENTENCE, SENTENCE]));
  assert.equal(asked.length, 3);
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

test('a word behind a pause is heard by itself where the model would leave it out, a sentence is not', async () => {
  const word = speech.subarray(0, 0.5 * SAMPLE_RATE);
  const says = (_call: number, seconds: number, _language: string, spoken: readonly SpeechSegment[]) =>
    answer(spoken, seconds < 3 ? 'Yes.' : SENTENCE);
  const after = sound(speech, 2, word);
  assert.equal((await heard(after, says, 'en', true)).text, `${SENTENCE} Yes.`);
  assert.equal((await heard(after, says)).text, SENTENCE);
  const { asked } = await heard(sound(speech, 2, speech.subarray(0, 2 * SAMPLE_RATE)), says, 'en', true);
  assert.deepEqual(asked, [7]);
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
    languages(await heard(two, of(['es', 'pt']), 'auto')),
    ['es', 'es'],
    'related ones are mistaken in short speech',
  );
  assert.deepEqual(
    languages(await heard(sound(speech, 0.4, speech), of(['de', 'en']), 'auto')),
    ['de', 'de'],
    'no pause',
  );
  assert.deepEqual(
    languages(await heard(two, of(['de', 'en']), 'en')),
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

test('a word or two that were passed over are of the language that was found around them', async () => {
  const asked: string[] = [];
  const { text } = await heard(
    sound(speech, 0.5, speech.subarray(0, 1.6 * SAMPLE_RATE)),
    (call, _seconds, language, spoken) => {
      asked.push(language);
      return call === 1
        ? answer(spoken.slice(0, 1), SENTENCE)
        : answer(spoken, language === 'en' ? 'Of all times.' : 'Gracias.', language);
    },
    'auto',
  );
  assert.deepEqual([asked, text], [['auto', 'en'], `${SENTENCE} Of all times.`]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { threadMs } from '@quoth/processes/fixtures/processor-time.ts';
import { toSrt, toVtt } from '@quoth/text';
import { brokenRules, readSrt, type Said } from './caption-rules.ts';

const SENTENCES = `The committee met on Tuesday and discussed the new parking rules, the fees for visitors and the repairs of the roof.
No. Yes. I will be about ten minutes late because the train stopped outside the station, and nobody told us why it had to wait there.
Well, could you remind me to water the plants? When we met in Lisbon, the supplier said he would cut prices by five percent.
However little known the feelings or views of such a man may be on his first entering a neighbourhood, this truth is so well fixed.
Internationalisation and telecommunications infrastructure notwithstanding, counterrevolutionaries misunderstood responsibilities.`;
const CHINESE = '今天下午三点我们在会议室讨论新的停车规定，请大家准时参加。然后我们去吃饭。好的。';
const JAPANESE =
  '明日の会議は午後三時から始まりますので、資料を準備しておいてください。それでは、よろしくお願いします。';

/** A long recording: words said at a speed (seconds a letter) with pauses short and long, the same in every run. */
function recording(words: readonly string[], secondsALetter: number, seconds: number): Said[] {
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const said: Said[] = [];
  for (let time = 0.4, at = 0; time < seconds; at++) {
    const word = words[at % words.length] ?? '';
    const start = Math.round(time * 1000) / 1000;
    const end =
      Math.round((time + word.length * secondsALetter * (0.7 + 0.6 * random()) + 0.03) * 1000) / 1000;
    said.push({ word, start, end });
    const isEnd = /[.?!。？]$/.test(word);
    time = end + (isEnd ? random() ** 2 * 4 : /[,，、]$/.test(word) ? random() * 0.4 : 0);
    if (random() < 0.02) time += random() * 3;
  }
  return said;
}

const english = SENTENCES.split(/\s+/);
const bare = english.map((word) => word.toLowerCase().replace(/[.,?]/g, ''));
const chinese = [...new Intl.Segmenter('zh', { granularity: 'word' }).segment(CHINESE)].map(
  ({ segment }) => segment,
);
const japanese = [...new Intl.Segmenter('ja', { granularity: 'word' }).segment(JAPANESE)].map(
  ({ segment }) => segment,
);

for (const [name, said, fullWidth] of [
  ['an hour of calm speech', recording(english, 0.06, 3_600), false],
  ['an hour without punctuation', recording(bare, 0.06, 3_600), false],
  ['half an hour of very fast speech', recording(english, 0.035, 1_800), false],
  ['half an hour of slow speech', recording(bare, 0.15, 1_800), false],
  ['half an hour of Chinese', recording(chinese, 0.2, 1_800), true],
  ['half an hour of Japanese', recording(japanese, 0.13, 1_800), true],
] as const) {
  test(`captions keep every rule over ${name}`, () => {
    const cues = readSrt(toSrt({ text: '', duration: (said.at(-1)?.end ?? 0) + 1, words: said }));
    assert.deepEqual(brokenRules(cues, said, fullWidth).slice(0, 5), []);
    assert(cues.length > 100);
  });
}

test('captions are broken at phrases, in lines of about the same length', () => {
  const said = recording(english.slice(0, 60), 0.06, 1_200);
  const cues = readSrt(toSrt({ text: '', duration: 1_300, words: said }));
  const twoLines = cues.filter(({ lines }) => lines.length === 2);
  const loose = twoLines.filter(({ lines }) => /\b(the|a|an|of|to|and|in|for|my)$/i.test(lines[0] ?? ''));
  assert(
    loose.length < twoLines.length * 0.1,
    `${loose.length} of ${twoLines.length} leave an article behind`,
  );
  const uneven = twoLines.filter(({ lines: [one = '', two = ''] }) => Math.abs(one.length - two.length) > 24);
  assert(uneven.length < twoLines.length * 0.1, `${uneven.length} of ${twoLines.length} are uneven`);
  const ends = cues.filter(({ lines }) => /[.?!,]$/.test(lines.at(-1) ?? ''));
  assert(ends.length > cues.length * 0.7, `${ends.length} of ${cues.length} end with a phrase`);
});

test('what reads too fast is counted in the note of a WebVTT file, and only then', () => {
  const source = (secondsALetter: number) => ({
    text: '',
    duration: 610,
    words: recording(english, secondsALetter, 600),
  });
  const cues = readSrt(toSrt(source(0.03)));
  const tooFast = cues.filter(({ start, end, lines }) => lines.join(' ').length / (end - start) > 20.05);
  const [, reported = '', all = ''] =
    /^WEBVTT\n\nNOTE (\d+) of (\d+) captions read faster than 20 characters per second/.exec(
      toVtt(source(0.03)),
    ) ?? [];
  assert.equal(Number(all), cues.length);
  assert(
    tooFast.length > 10 && Math.abs(Number(reported) - tooFast.length) <= 2,
    `${reported}, ${tooFast.length}`,
  );
  assert.match(toVtt(source(0.09)), /^WEBVTT\n\n00:/);
});

test('lines as long and as many as the caller says', () => {
  const words = recording(english, 0.06, 600);
  for (const [maxLineLength, maxLines] of [
    [32, 1],
    [20, 3],
    [60, 2],
  ] as const) {
    const cues = readSrt(toSrt({ text: '', duration: 610, words }, { maxLineLength, maxLines }));
    for (const { lines } of cues) {
      assert(lines.length <= maxLines);
      assert(
        lines.every((line) => line.length <= maxLineLength || !line.includes(' ')),
        lines.join('|'),
      );
    }
    assert(cues.some(({ lines }) => lines.length === maxLines));
  }
});

test('a model that marks each word by one step near its end: a cue begins where its first word does', () => {
  const words = ['please', 'send', 'the', 'email'].map((word, index) => ({
    word,
    start: 1 + index * 0.4,
    end: 1.08 + index * 0.4,
  }));
  assert.match(toSrt({ text: '', duration: 4, words }), /^1\n00:00:00,720 --> /);
});

test('words that are spoken very slowly are shown while they are spoken', () => {
  const words = Array.from({ length: 12 }, (_, index) => ({
    word: 'slow',
    start: index * 2,
    end: index * 2 + 2,
  }));
  const cues = readSrt(toSrt({ text: '', duration: 24, words }));
  // Three words take six seconds, and a cue stands for seven at most.
  assert.equal(Math.max(...cues.map(({ lines }) => lines.join(' ').split(' ').length)), 3);
});

test('captions without words come from segments, else from the whole text; nothing gives no cue', () => {
  const segments = [{ id: 0, start: 1, end: 2, text: ' hello ' }];
  assert.equal(toSrt({ text: 'x', duration: 3, segments }), '1\n00:00:01,000 --> 00:00:02,000\nhello\n');
  assert.equal(toSrt({ text: 'all of it', duration: 3 }), '1\n00:00:00,000 --> 00:00:03,000\nall of it\n');
  assert.equal(toSrt({ text: '', duration: 3 }), '');
  assert.equal(toVtt({ text: '', duration: 3 }), 'WEBVTT\n');
  const long = [{ id: 0, start: 0, end: 30, text: english.slice(0, 80).join(' ') }];
  const cues = readSrt(toSrt({ text: '', duration: 30, segments: long }));
  assert(
    cues.every(({ start, end, lines }) => end - start <= 7.001 && lines.length <= 2),
    'a long segment is cut',
  );
  assert.equal(cues.flatMap(({ lines }) => lines).join(' '), english.slice(0, 80).join(' '));
});

test('captions are rewritten cue by cue, and escaped where the format asks for it', () => {
  const source = {
    text: '',
    duration: 3,
    words: [{ word: 'a<b', start: 0, end: 1 }],
    rewrite: (text: string) => `${text}&c`,
  };
  assert.match(toVtt(source), /a&lt;b&amp;c/);
  assert.match(toSrt(source), /a<b&c/);
  assert.equal(toSrt({ ...source, rewrite: () => '' }), '');
});

test('a rule that makes text longer makes more captions, never longer ones', () => {
  const words = recording(english, 0.06, 120);
  const rewrite = (text: string) =>
    text.replace(/\bthe\b/g, 'the one and only').replace(/\bNo\b/g, bare.slice(0, 40).join(' '));
  const cues = readSrt(toSrt({ text: '', duration: 130, words, rewrite }));
  assert(
    cues.every(
      ({ lines }) => lines.length <= 2 && lines.every((line) => line.length <= 42 || !line.includes(' ')),
    ),
  );
  assert(cues.some(({ lines }) => lines.join(' ').includes('one and only')));
});

test('a word as long as a page is cut in time that grows with its length, not with its square', async () => {
  const cut = async (characters: number) => {
    const word = Array.from({ length: characters }, (_, at) =>
      String.fromCodePoint(0x4e00 + ((at * 7) % 5_000)),
    ).join('');
    const [srt, ms] = await threadMs(() =>
      toSrt({ text: word, duration: 60, words: [{ word, start: 0, end: 60 }] }),
    );
    assert.equal(srt.replace(/^[\d:,\s>-]+$/gm, '').replace(/\s/g, ''), word, 'nothing is lost');
    return ms;
  };
  // The first use loads tables.
  await cut(750);
  const [short, long] = [await cut(750), await cut(6_000)];
  assert(long < 30 * short, `${short} ms for an eighth, ${long} ms`);
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { threadMs } from '@quoth/processes/fixtures/processor-time.ts';
import { conversation, nothingSaid, type RecognizedSpeech, textOfTurns, toSrt, toVtt } from '@quoth/text';

const names = { me: 'Me', others: 'Others' };

/** Speech whose words are 0.3 s apart; a number is the time at which those behind it begin. */
function said(...parts: readonly (number | string)[]): RecognizedSpeech {
  let at = 0;
  const words = parts.flatMap((part) => {
    if (typeof part === 'number') {
      at = part;
      return [];
    }
    return part.split(' ').map((word) => {
      const start = at;
      at += 0.3;
      return { word, start, end: start + 0.25 };
    });
  });
  const text = words.map(({ word }) => word).join(' ');
  const [first, last] = [words[0], words.at(-1)];
  const segments = first && last ? [{ id: 0, start: first.start, end: last.end, text, model: 'a' }] : [];
  return { text, words, segments, language: 'en' };
}

const meeting = { hasLoudspeakers: true };
const textOf = (mine: RecognizedSpeech, theirs: RecognizedSpeech, recorded = meeting) =>
  conversation(mine, theirs, names, recorded).text;

describe('a conversation in two channels', () => {
  test('has a paragraph for each turn, in the order in which they began', () => {
    const { text, segments, words } = conversation(
      said(0, 'Good morning.', 4, 'Yes, all of it.'),
      said(1.5, 'Morning. Did you read it?'),
      names,
      meeting,
    );
    assert.equal(text, 'Me: Good morning.\n\nOthers: Morning. Did you read it?\n\nMe: Yes, all of it.');
    assert.deepEqual(
      segments.map(({ id, channel, speaker, text: part }) => [id, channel, speaker, part]),
      [
        [0, 1, 'Me', 'Good morning.'],
        [1, 2, 'Others', 'Morning.'],
        [2, 2, 'Others', 'Did you read it?'],
        [3, 1, 'Me', 'Yes, all of it.'],
      ],
    );
    assert(segments.every(({ model }) => model === 'a'));
    assert.deepEqual(
      words.map(({ speaker }) => speaker).join(' '),
      'Me Me Others Others Others Others Others Me Me Me Me',
    );
  });

  test('of which one is silent has one speaker', () => {
    assert.equal(textOf(nothingSaid, said(0, 'Hello there.')), 'Others: Hello there.');
    assert.equal(textOf(said(0, 'Hello there.'), nothingSaid), 'Me: Hello there.');
    assert.equal(textOf(nothingSaid, nothingSaid), '');
    const turns = [
      { speaker: 'Me', text: '' },
      { speaker: 'Others', text: 'Hello.' },
    ];
    assert.equal(textOfTurns(turns), 'Others: Hello.');
  });

  test('without times of words goes by segments, and without any times loses nothing', () => {
    const bare = { ...said(2, 'I see.'), words: [] };
    assert.equal(textOf(bare, said(0, 'It works.')), 'Others: It works.\n\nMe: I see.');
    const timeless = { ...bare, segments: [] };
    assert.equal(textOf(timeless, said(1, 'It works.')), 'Me: I see.\n\nOthers: It works.');
  });

  test('in Japanese has no spaces', () => {
    const words = ['今日', 'は', '晴れ'].map((word, at) => ({ word, start: at, end: at + 0.9 }));
    const speech = { text: '今日は晴れ', words, segments: [], language: 'ja' };
    assert.equal(
      conversation(nothingSaid, speech, { me: '自分', others: '相手' }, meeting).text,
      '相手: 今日は晴れ',
    );
  });
});

describe('what loudspeakers play into the microphone', () => {
  const theirs = said(0, 'We could meet on Tuesday at ten in the small room.');

  test('is left out of the own track, also where some of it was misheard', () => {
    assert.equal(
      textOf(said(0.2, 'We could meet on Tuesday at ten in the small room.'), theirs),
      `Others: ${theirs.text}`,
    );
    assert.equal(
      textOf(said(0.2, 'we would meet Tuesday at den in the small room'), theirs),
      `Others: ${theirs.text}`,
    );
  });

  test('is left out of a long sentence whose words have estimated times', () => {
    const long = 'Ask not what your country can do for you but what you can do for your country today.';
    assert.equal(textOf(said(1.4, long), said(0, long)), `Others: ${long}`);
    assert.match(textOf(said(5.5, long), said(0, long)), /Me: /);
  });

  test('is left out where the user speaks on in the same phrase', () => {
    const mine = said(
      0.2,
      'we could meet on Tuesday at ten in the small room fine with me and I bring the plans for the garden too',
    );
    assert.match(textOf(mine, theirs), /^Me: fine with me and I bring the plans for the garden too$/m);
  });

  test('is not what the user repeats afterwards, or says at the same time', () => {
    const repeated = textOf(said(4.5, 'On Tuesday at ten in the small room.'), theirs);
    assert.match(repeated, /^Me: On Tuesday at ten in the small room\.$/m);
    const before = textOf(said(0, 'On Tuesday at ten.'), said(2, 'On Tuesday at ten.'));
    assert.equal(before, 'Me: On Tuesday at ten.\n\nOthers: On Tuesday at ten.');
    const beside = textOf(said(0.2, 'Sorry, I have to open the door at once.'), theirs);
    assert.match(beside, /^Me: Sorry, I have to open the door at once\.$/m);
  });

  test('is not what shares its words and has no times, in either track', () => {
    const mine = said(0, 'We could meet on Tuesday at ten in the small room.');
    const timeless = (speech: RecognizedSpeech) => ({
      ...speech,
      words: [],
      segments: speech.segments.map((segment) => ({ ...segment, start: 0, end: 0 })),
    });
    const both = `Me: ${mine.text}\n\nOthers: ${theirs.text}`;
    assert.equal(textOf(timeless(mine), timeless(theirs)), both);
    assert.equal(textOf(timeless(mine), { ...timeless(theirs), segments: [] }), both);
    assert.equal(textOf(mine, timeless(theirs)), both);
    assert.equal(textOf(timeless(mine), theirs), both);
  });

  test('is only looked for where there were some, and in few words only beside longer echoes', () => {
    const greeting = said(6, 'Good morning.');
    assert.equal(textOf(greeting, greeting), 'Me: Good morning.\n\nOthers: Good morning.');
    const all = said(0, theirs.text, 6, 'Good morning.');
    assert.equal(textOf(all, all), `Others: ${all.text}`);
    assert.match(textOf(all, all, { hasLoudspeakers: false }), /^Me: We could meet/);
  });

  test('is compared in time that does not grow with the square of a meeting', async () => {
    const many = Array.from({ length: 60_000 }, (_, at) => `word${at % 7}`).join(' ');
    const [, ms] = await threadMs(() => conversation(said(0, many), said(0.1, many), names, meeting));
    assert(ms < 5_000, `${Math.round(ms)} ms`);
  });
});

describe('captions of a conversation', () => {
  const { text, words, segments } = conversation(
    said(0, 'Good morning.', 3, 'Yes.'),
    said(1, 'Morning & welcome.'),
    names,
    meeting,
  );
  const source = { text, duration: 4, words, segments };

  test('name the speaker of each cue, and have one speaker in each', () => {
    assert.deepEqual(toSrt(source).match(/^(?:Me|Others): .*$/gm), [
      'Me: Good morning.',
      'Others: Morning & welcome.',
      'Me: Yes.',
    ]);
    assert.deepEqual(toVtt(source).match(/^<v .*$/gm), [
      '<v Me>Good morning.',
      '<v Others>Morning &amp; welcome.',
      '<v Me>Yes.',
    ]);
  });

  test('name them where there are no words, and say nothing for a cue that rules emptied', () => {
    assert.match(toSrt({ ...source, words: [] }), /^Others: Morning & welcome\.$/m);
    assert.equal(toSrt({ ...source, rewrite: () => '' }), '');
  });
});

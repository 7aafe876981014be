import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastBefore, passagesOf, type Spoken } from './passages.ts';

const words = (text: string): Spoken[] => text.split(' ').map((word, start) => ({ text: word, start }));

/** What is lit at each second. */
function litOf(text: string, spoken: readonly Spoken[]): (string | undefined)[] {
  const passages = passagesOf(text, spoken);
  return spoken.map(({ start }) => {
    const lit = lastBefore(passages, 'start', start);
    return lit && text.slice(lit.from, lit.to);
  });
}

test('each word is found where it stands, whatever its case and its punctuation', () => {
  assert.deepEqual(litOf('Go forward, ten meters.', words('go forward ten meters')), [
    'Go',
    'forward',
    'ten',
    'meters',
  ]);
});

test('what was replaced or added belongs to what is spoken before it, and what was left out lights nothing new', () => {
  assert.deepEqual(litOf('Go forward for about 10 meters.', words('um go forward ten meters')), [
    undefined,
    'Go',
    'forward for about 10',
    'forward for about 10',
    'meters',
  ]);
});

test('a phrase is found as a whole, also in a script without spaces', () => {
  const phrases = [
    { text: 'The release goes out on Tuesday.', start: 0 },
    { text: 'Anna checks the notes.', start: 4 },
  ];
  assert.deepEqual(litOf('The release goes out on Tuesday. Anna checks the notes.', phrases), [
    'The release goes out on Tuesday',
    'Anna checks the notes',
  ]);
  const japanese = [
    { text: '明日の午後三時に、', start: 0 },
    { text: '渋谷の喫茶店でお会いしましょう。', start: 2 },
  ];
  assert.deepEqual(litOf('明日の午後三時に、渋谷の喫茶店でお会いしましょう。', japanese), [
    '明日の午後三時に',
    '渋谷の喫茶店でお会いしましょう',
  ]);
});

test('a place in the text is spoken where its word is', () => {
  const text = 'Go forward, ten meters.';
  const passages = passagesOf(text, words('go forward ten meters'));
  assert.deepEqual(
    ['Go', 'ward', ', ten', 'meters', '.'].map(
      (part) => lastBefore(passages, 'from', text.indexOf(part))?.start,
    ),
    [0, 1, 1, 3, 3],
  );
});

test('a translation has no places, and neither has a text without words', () => {
  assert.deepEqual(passagesOf('Geh zehn Meter vorwärts.', words('go forward ten meters')), []);
  assert.deepEqual(passagesOf('', words('go')), []);
  assert.deepEqual(passagesOf('Go.', []), []);
});

test('an hour of speech is found quickly', () => {
  const hour = Array.from({ length: 9_000 }, (_, index) => `word${index % 700}`).join(' ');
  const before = process.threadCpuUsage();
  assert.equal(passagesOf(hour, words(hour)).length, 9_000);
  // Of the processor, so that a busy machine stretches nothing.
  assert(process.threadCpuUsage(before).user < 2_000_000);
});

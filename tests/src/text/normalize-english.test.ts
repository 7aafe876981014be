import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparableWords, normalizeEnglish, wordErrors } from '@quoth/text';

const cases: readonly (readonly [written: string, normal: string])[] = [
  ['Mr. Darcy', 'mister darcy'],
  ['mister darcy', 'mister darcy'],
  ['Mrs Bennet, Dr. Grey', 'missus bennet doctor grey'],
  ["It's what I can't, won't and shouldn't do", 'it is what i can not will not and should not do'],
  ["they're we'll I'd you've I'm", 'they are we will i would you have i am'],
  ['um, so uh the café', 'so the cafe'],
  ['twenty-one, 21', '21 21'],
  ['two thousand and five people, 2,005 people', '2005 people 2005 people'],
  ['nineteen eighty four', '1984'],
  ['one hundred and three', '103'],
  ['No one came', 'no one came'],
  ['two constructor calls', '2 constructor calls'],
  ['3.5 percent, 3.5%', '3.5 percent 3.5 percent'],
  ['[noise] hello (laughs)', 'hello'],
  ['', ''],
];

test('what is said the same way is the same text', () => {
  for (const [written, normal] of cases) assert.equal(normalizeEnglish(written), normal, written);
});

test('"Mr" and "mister" are no error, and a wrong word still is', () => {
  const errors = (said: string, recognized: string) =>
    wordErrors(comparableWords(said), comparableWords(recognized)).errors;
  assert.equal(errors('Mr. Darcy has twenty-two horses', 'mister darcy has 22 horses'), 0);
  assert.equal(errors('Mr. Darcy has twenty-two horses', 'mister darcy has 23 houses'), 2);
});

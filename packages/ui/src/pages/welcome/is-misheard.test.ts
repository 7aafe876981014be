import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMisheard } from './is-misheard.ts';

const sentence = 'Please send the email to Anna tomorrow morning.';

for (const [text, expected] of [
  ['Please send the email to Anna tomorrow morning.', false],
  ['please send the email to anna tomorrow morning', false],
  ['Please send the email to Hanna tomorrow morning.', false],
  ['Um, please send the email to Anna tomorrow morning, okay?', false],
  ['Please send the email.', true],
  ['shirley shunned email to him tomorrow morning show', true],
  ['hello world', true],
  ['', true],
] as const) {
  test(`“${text}” is ${expected ? 'misheard' : 'understood'} [WINDOW-FIRST-RUN]`, () => {
    assert.equal(isMisheard(sentence, text), expected);
  });
}

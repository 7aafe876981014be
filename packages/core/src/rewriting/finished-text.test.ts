import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modeDefaults } from '@quoth/contract';
import type { ModeWithVocabulary } from '../modes.ts';
import { finishedText, tidyOutput } from './finished-text.ts';
import { presetFacts } from './presets.ts';
import { fenceOf } from './prompt.ts';

const fence = fenceOf('00112233445566778899aabbccddeeff');
const cases: readonly (readonly [name: string, output: string, expected: string, text?: string])[] = [
  ['nothing around it', 'Hello there.', 'Hello there.'],
  ['white space', '\n Hello there. \n', 'Hello there.'],
  ['reasoning set apart', '<think>\nHm.\n</think>\n\nHello there.', 'Hello there.'],
  ['two blocks of it', '<thinking>a</thinking><think>b</think>Hello there.', 'Hello there.'],
  ['reasoning whose beginning the server swallowed', 'Hm. Greeting.\n</think>\nHello there.', 'Hello there.'],
  ['reasoning without an end stays, for a guard', '<think>Hm. Hello there.', '<think>Hm. Hello there.'],
  [
    'somebody speaks of the tag',
    '<think>a</think> is a tag.',
    '<think>a</think> is a tag.',
    'the <think> tag',
  ],
  [
    'channels of a harmony model',
    '<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Hello there.<|return|>',
    'Hello there.',
  ],
  ['both marks', `${fence.open}\nHello there.\n${fence.close}`, 'Hello there.'],
  ['the last mark alone', `Hello there.\n${fence.close}`, 'Hello there.'],
  ['a mark inside stays, for a guard', `Hello ${fence.open} there.`, `Hello ${fence.open} there.`],
  ['an introduction', 'Here is the cleaned-up text:\n\nHello there.', 'Hello there.'],
  ['a polite one', "Sure! Here's the rewritten message:\nHello there.", 'Hello there.'],
  [
    'one that was dictated',
    'Here is the list:\n- milk',
    'Here is the list:\n- milk',
    'Here is the list:\nmilk',
  ],
  ['a code fence', '```text\nHello there.\n```', 'Hello there.'],
  ['quotation marks', '"Hello there."', 'Hello there.'],
  ['quotation marks of the text', '"Hello" and "goodbye"', '"Hello" and "goodbye"'],
  ['quotation marks that were dictated', '"Hello there."', '"Hello there."', '"hello there"'],
];

for (const [name, output, expected, text = 'hello there'] of cases) {
  test(`tidied: ${name}`, () => {
    assert.equal(tidyOutput(output, { text, fence, preset: 'hyper' }), expected);
  });
}

test('the result of a free prompt is left alone', () => {
  const output = 'Here is what you asked for:\n- one';
  assert.equal(tidyOutput(output, { text: 'a', fence, preset: 'custom' }), output);
});

test('no entry of the vocabulary changes the mark of a snippet', () => {
  const mode = { ...modeDefaults, id: 'm', customVocabulary: ['1 => one'] } as ModeWithVocabulary;
  const given = {
    ...{
      text: 'um send it to {{1}} at 1',
      output: 'Send it to {{1}} at 1.',
      preset: presetFacts.hyper,
      mode,
    },
    ...{ prompt: { ours: '', theirs: '', fence }, language: 'en' },
  };
  assert.deepEqual(finishedText(given), { text: 'Send it to {{1}} at one.' });
});

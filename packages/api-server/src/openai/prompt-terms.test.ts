import assert from 'node:assert/strict';
import { test } from 'node:test';
import { promptTerms } from '@quoth/text';

const cases: readonly [name: string, prompt: string, terms: string[]][] = [
  ['a list', 'kubectl, Grafana; Anna Meier\nnode.js', ['kubectl', 'Grafana', 'Anna Meier', 'node.js']],
  [
    'a list in a sentence',
    'Glossary: DALL·E, GPT-3, "ZyntriQix".',
    ['Glossary', 'DALL·E', 'GPT-3', 'ZyntriQix'],
  ],
  [
    'prose',
    'The transcript is about OpenAI which makes technology like GPT-3 and, with Anna Meier in New York, I hear.',
    ['OpenAI', 'GPT-3', 'Anna Meier', 'New York', 'I hear'],
  ],
  ['prose without names', 'this is what was said before the part that follows now', []],
  ['nothing', ' , .\n', []],
  ['the same twice', 'Quoth, quoth, QUOTH', ['QUOTH']],
  ['no replacements', 'foo => bar, fine', ['fine']],
];

test('a prompt becomes words and names to expect [OPENAI-PROMPT]', () => {
  for (const [name, prompt, terms] of cases) {
    assert.deepEqual(promptTerms(prompt), terms, name);
  }
});

test('a long prompt gives a bounded list', () => {
  const prompt = Array.from({ length: 5_000 }, (_, index) => `word${index}`).join(', ');
  assert.equal(promptTerms(prompt).length, 200);
  assert.deepEqual(promptTerms(`${'x'.repeat(500)}, ok`), ['ok']);
});

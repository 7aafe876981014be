import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TranscribeOptions } from '@quoth/contract';
import { promptTerms } from '@quoth/text';
import { recordedApp } from '../fixtures/recorded-app.ts';

function request(fields: Record<string, string>): Request {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob(['x']), 'a.wav');
  return new Request('http://127.0.0.1:1/v1/audio/translations', { method: 'POST', body: form });
}

test('a translation asks for English text, by the model named or the best that can', async () => {
  const asked: TranscribeOptions[] = [];
  const app = recordedApp(true, asked);
  assert.deepEqual(await (await app(request({ model: 'whisper-1' }))).json(), {
    text: 'Good day.',
    usage: { type: 'duration', seconds: 1 },
  });
  const verbose = await app(request({ model: 'm', response_format: 'verbose_json' }));
  const { task, language } = (await verbose.json()) as { task: string; language: string };
  assert.deepEqual([task, language], ['translate', 'english']);
  assert.deepEqual(
    asked.map(({ model, translate, timestamp_granularities }) => [model, translate, timestamp_granularities]),
    [
      [undefined, true, undefined],
      ['m', true, ['segment', 'word']],
    ],
  );
});

test('without such a model it is refused before the upload', async () => {
  const asked: TranscribeOptions[] = [];
  const response = await recordedApp(false, asked)(request({ model: 'whisper-1' }));
  const { error } = (await response.json()) as { error: { param: string; message: string } };
  assert.deepEqual([response.status, error.param, asked.length], [400, 'model', 0]);
  assert.match(error.message, /No installed speech model translates/);
});

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

test('a prompt becomes words and names to expect', () => {
  for (const [name, prompt, terms] of cases) {
    assert.deepEqual(promptTerms(prompt), terms, name);
  }
});

test('a long prompt gives a bounded list', () => {
  const prompt = Array.from({ length: 5_000 }, (_, index) => `word${index}`).join(', ');
  assert.equal(promptTerms(prompt).length, 200);
  assert.deepEqual(promptTerms(`${'x'.repeat(500)}, ok`), ['ok']);
});

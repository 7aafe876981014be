import assert from 'node:assert/strict';
import { test } from 'node:test';
import { say, withAdvice } from '@quoth/contract';
import type { Doubt } from '@quoth/text';
import { withDoubts } from './doubtful-text.ts';

const cases: readonly (readonly [Doubt['kind'], number, string | undefined, RegExp | undefined])[] = [
  ['left-out', 1, 'TEXT_LEFT_OUT', /The text of 2\.0–3\.0 s is left out/],
  ['unspoken', 1, 'TEXT_DOUBTFUL', /2\.0–3\.0 s/],
  ['repeated', 1, 'TEXT_DOUBTFUL', /2\.0–3\.0 s/],
  ['too-much', 1, 'TEXT_DOUBTFUL', /2\.0–3\.0 s/],
  ['too-little', 4, 'TEXT_DOUBTFUL', /2\.0–6\.0 s/],
  ['too-little', 3.9, undefined, undefined],
];

test('each kind of doubt has its code and its times; less than 4 s without a text is not spoken of', () => {
  for (const [kind, seconds, code, message] of cases) {
    const warning = withDoubts(undefined, [{ kind, start: 2, end: 2 + seconds }]);
    assert.equal(warning?.code, code, `${kind} ${seconds}`);
    if (message) assert.match(warning?.message ?? '', message, kind);
  }
});

test('each kind has words of its own, and a warning that was there keeps its code and comes first', () => {
  const doubts = (['unspoken', 'repeated', 'left-out'] as const).map((kind, at) => ({
    ...{ kind, start: at, end: at + 1 },
  }));
  const messages = doubts.map((doubt) => withDoubts(undefined, [doubt])?.message.replace(/[\d.–]+ s/, ''));
  assert.equal(new Set(messages).size, 3);
  const language = withAdvice(
    { code: 'LANGUAGE_MISMATCH' as const },
    { message: [say('asWritten', { text: 'It seems to be German.' })] },
  );
  const both = withDoubts(language, doubts);
  assert.equal(both?.code, 'LANGUAGE_MISMATCH');
  assert.match(both?.message ?? '', /^It seems to be German\./);
  for (const times of ['0.0–1.0 s', '1.0–2.0 s', '2.0–3.0 s']) assert(both?.message.includes(times), times);
  assert.equal(withDoubts(language, []), language);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { modeDefaults, recordingSources } from '@quoth/contract';
import { loadTextRules } from '../rewriting/index.ts';
import { StablePartial, stablePartials, TextThrottle } from './stable-partial.ts';

const { applyTextRules } = await loadTextRules();

const speech =
  'It was the best of times, it was the worst of times. We run cube cuddle on the shitty cluster of the theatre. 1.5 of it, with cooper netties and P. O. S. T. G. R. E. S. Q. L. on graph ana.';

function partialsOf(
  partials: readonly (readonly [string, number?])[],
  rules = {},
  window?: number,
): { parts: string[]; final: string } {
  const mode = { ...modeDefaults, ...rules };
  const rewrite = (text: string) => applyTextRules(text, mode);
  const stablePartial = new StablePartial({
    rewrite,
    longestPhrase: 20,
    ...(window !== undefined && { window }),
  });
  const parts = partials.flatMap(([text, length]) => stablePartial.push(text, length) ?? []);
  return { parts, final: rewrite(partials.at(-1)?.[0] ?? '') };
}

const everyRule = {
  capitalization: false,
  removeTrailingPeriod: true,
  profanityFilter: true,
  englishSpelling: 'british' as const,
  customVocabulary: ['cube cuddle => kubectl'],
};

const growing = Array.from({ length: speech.length }, (_, index) => speech.slice(0, index + 1));

const rules: readonly object[] = [
  { heard: true, language: 'en', customVocabulary: ['Kubernetes', 'PostgreSQL', 'Grafana'] },
  {},
  { punctuation: false },
  { capitalization: false },
  { removeTrailingPeriod: true },
  { profanityFilter: true },
  { englishSpelling: 'american' },
  everyRule,
  { customVocabulary: ['cube cuddle => kubectl', 'best of times => BOT', 'best => Best', 'of it => '] },
];

test('whatever the rules, each stable text is the one before and more, and the start of the final text', () => {
  for (const some of rules) {
    for (const [says, window] of [
      [true, undefined],
      [false, undefined],
      [true, 10],
      [false, 10],
    ] as const) {
      const { parts, final } = partialsOf(
        growing.map((text) => (says ? [text, text.length] : [text])),
        some,
        window,
      );
      assert(parts.length > 5, JSON.stringify(some));
      parts.forEach((part, index) => {
        assert(final.startsWith(part), `${JSON.stringify(some)}: "${part}" in "${final}"`);
        assert(part.length > (parts[index - 1]?.length ?? 0));
      });
    }
  }
});

test('what is not stable yet waits, and so does the end of what it has', () => {
  assert.deepEqual(
    partialsOf([
      [speech, 0],
      [speech, 20],
    ]).parts,
    [],
  );
  assert.deepEqual(partialsOf([[speech, 60]]).parts, ['It was the best of times, it was']);
});

test('if the engine does not say what is stable, two partial texts in a row have to agree', () => {
  const first = 'one two three for five six seven eight nine ten eleven twelve';
  const second = 'one two three four five six seven eight nine ten eleven twelve';
  assert.deepEqual(partialsOf([[first]]).parts, []);
  assert.deepEqual(partialsOf([[first], [second]]).parts, []);
  assert.deepEqual(partialsOf([[first], [second], [`${second} thirteen`]]).parts, [
    'one two three four five six seven',
  ]);
});

test('if stable words change after all, nothing more is given out', () => {
  const one = 'a b c d e f g h i j k l m n o p q r s t u v w x y z';
  const other = one.replace('c', 'X');
  const { parts } = partialsOf([
    [one],
    [one],
    [other],
    [other],
    [`${other} ${other}`],
    [`${other} ${other}`],
  ]);
  assert.equal(parts.length, 1);
});

test('a script without spaces is not held back endlessly', () => {
  const text = '今日はとても良い天気なので公園へ散歩に行きましょうそして明日は家で本を読みます';
  const { parts } = partialsOf([[text, text.length]]);
  assert.deepEqual(parts, [text.slice(0, text.length - 28)]);
});

test('after hours of speech the rules still go through the last minutes only', () => {
  const chunk = 'We talked about the color, then about cube cuddle, and it was good. ';
  const rewrite = (text: string) => applyTextRules(text, { ...modeDefaults, ...everyRule });
  let longest = 0;
  const stablePartial = new StablePartial({
    rewrite: (text) => {
      longest = Math.max(longest, text.length);
      return rewrite(text);
    },
    longestPhrase: 24,
  });
  let text = '';
  let last = '';
  for (let chunks = 0; chunks < 1_500; chunks++) {
    text += chunk;
    last = stablePartial.push(text, text.length) ?? last;
  }
  assert.equal(text.length, 1_500 * chunk.length);
  assert(longest < 13_000, `${longest} characters at once`);
  const final = rewrite(text);
  assert(final.startsWith(last));
  assert(last.length > final.length - 2_500, `${last.length} of ${final.length} characters`);
});

test('where the rules change nothing, nothing is held back of what the engine calls stable', () => {
  const partial = new StablePartial({ rewrite: (text) => text, longestPhrase: 0, changesNothing: true });
  assert.equal(partial.push('so', 2), 'so');
  assert.equal(partial.push('so it maybe', 5), 'so it');
  assert.equal(partial.push('so it is ', 9), 'so it is');
  assert.equal(partial.push('so it is', 8), undefined);
  // An engine that undoes what it called stable is not followed any more.
  assert.equal(partial.push('no', 2), undefined);
  assert.equal(partial.push('so it is late', 13), undefined);
});

test('an engine that does not say what is stable is not believed in the middle of a word', () => {
  const partial = new StablePartial({ rewrite: (text) => text, longestPhrase: 0, changesNothing: true });
  partial.push('we saw the the');
  assert.equal(partial.push('we saw the then and there'), 'we saw');
});

test('a short text is worth it at every change, a long one when a tenth has come to it', () => {
  const gate = new TextThrottle();
  const reported: number[] = [];
  for (let length = 0; length <= 400_000; length += 500) if (gate.isDue(length)) reported.push(length);
  assert.deepEqual(
    reported.slice(0, 11),
    Array.from({ length: 11 }, (_, index) => index * 500),
  );
  assert(reported.length < 70, `${reported.length} of 800`);
  const long = reported.slice(11);
  for (const [index, length] of long.entries()) {
    const due = (reported[index + 10] ?? 0) * 1.1;
    assert(length >= due && length < due + 500, `${length} after ${reported[index + 10]}`);
  }
  assert((long.at(-1) ?? 0) * 1.1 > 400_000, 'until the end');
});

test('an open number or command is held back, and what is given is the beginning of the final text', async () => {
  const said =
    'We were five. Um, it costs twenty three dollars and fifty cents, comma, not more. Scratch that. It is free. Bye. Bye.';
  const final = 'We were five. It is free. Bye. Bye.';
  for (const [language, given] of [
    ['en', final],
    ['auto', ''],
  ] as const) {
    const spoken = { numbersAsDigits: 'always', spokenMarks: 'always', removeFillers: 'always' };
    const planned = { mode: { ...modeDefaults, ...spoken }, options: {}, plan: { language } };
    for (const source of recordingSources) {
      const texts: string[] = [];
      const report = stablePartials(planned as never, source, (text) => texts.push(text));
      for (let length = 1; length <= said.length; length++) report?.(said.slice(0, length), length);
      await nextTurn();
      for (const text of texts) assert.ok(final.startsWith(text), `${source}: ${text}`);
      assert.equal((texts.at(-1) ?? '').length > 0, given.length > 0, `${source}, ${language}`);
    }
  }
});

test('a caller gets what is stable, after the rules of the mode; nothing of what will be rewritten', async () => {
  const reported = async (options: { readonly post_process?: boolean }) => {
    const texts: string[] = [];
    const planned = { mode: { ...modeDefaults, capitalization: false }, options, plan: { language: 'auto' } };
    const report = stablePartials(planned as never, 'api', (text) => texts.push(text));
    report?.('We run The Cluster of the theatre.', 34);
    await nextTurn();
    return texts;
  };
  assert.equal((await reported({})).length, 1);
  assert.match((await reported({}))[0] ?? '', /^we run the/);
  assert.deepEqual(await reported({ post_process: true }), []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, createModeBody, plainText, printedJson, say, visibleLine } from '@quoth/contract';

const point = (code: number) => String.fromCodePoint(code);

test('what a terminal would act upon is removed, and nothing else', () => {
  assert.equal(
    plainText('a\u001b[31mred\u001b]52;c;eA==\u0007b\u009b2J\r\n\u202ec\u2066d'),
    'a[31mred]52;c;eA==b2J\ncd',
  );
  assert.equal(
    plainText('half \ud83d of a pair, and a whole one \u{1f600}'),
    'half \ufffd of a pair, and a whole one 😀',
  );
  const kept = 'tab\tline\n\u200c\u200d\u200e\u200f \u2028 \u202f é 你好 שלום سلام नमस्ते 👩‍👩‍👧 \u{e0067}';
  assert.equal(plainText(kept), kept);
  for (let code = 0; code < 0x3000; code++) {
    const isControl = (code < 0x20 || (code >= 0x7f && code < 0xa0)) && code !== 9 && code !== 10;
    const turns = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
    assert.equal(plainText(point(code)), isControl || turns ? '' : point(code), code.toString(16));
  }
});

test('no error message or hint holds a control character', () => {
  const error = new AppError('FILE_NOT_FOUND', {
    message: say('asWritten', { text: 'no "\u001b[2Ja.wav"' }),
    hint: say('asWritten', { text: 'see \u202egnp' }),
  });
  assert.deepEqual([error.message, error.hint], ['no "[2Ja.wav"', 'see gnp']);
});

test('a name has no invisible character and none that turns text around; what scripts and emoji need stays', () => {
  const isName = (name: string) => createModeBody.safeParse({ name }).success;
  for (const code of [
    0x1b, 0xad, 0x34f, 0x61c, 0x200b, 0x200c, 0x200d, 0x200e, 0x202e, 0x2028, 0x2060, 0x2066, 0x3164, 0xfeff,
    0xe0001, 0xd800, 0xdfff, 0xfdd0, 0xffff, 0x1fffe,
  ])
    assert(!isName(`a${point(code)}b`), code.toString(16));
  for (const name of [
    'E-mail für Björn',
    'می\u200cروم',
    'क\u094d\u200dष',
    '👩\u200d👩\u200d👧',
    '日本語',
    '✉️ Mail',
  ])
    assert(isName(name), name);
  assert.equal(visibleLine('Microsoft\u200b Edge\u202e'), 'Microsoft Edge');
  assert.equal(visibleLine('gp\u202ej', '\ufffd'), 'gp\ufffdj');
});

test('printed JSON is the same value and holds nothing that a terminal obeys or hides', () => {
  const value = { 'k\u202e': ['a\u001b[2J\u009b\u007f\u200b\u2028\u{e0001}\n"\\', '👩\u200d👧'] };
  for (const indent of [undefined, 2]) {
    const json = printedJson(value, indent);
    assert.deepEqual(JSON.parse(json), value);
    assert.doesNotMatch(json, /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  }
});

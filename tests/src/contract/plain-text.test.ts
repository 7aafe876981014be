import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, plainText } from '@quoth/contract';

const point = (code: number) => String.fromCodePoint(code);

test('what a terminal would act upon is removed, and nothing else [TEXT-PLAIN]', () => {
  assert.equal(
    plainText('a\u001b[31mred\u001b]52;c;eA==\u0007b\u009b2J\r\n\u202ec\u2066d'),
    'a[31mred]52;c;eA==b2J\ncd',
  );
  const kept = 'tab\tline\n\u200c\u200d\u200e\u200f \u2028 \u202f é 你好 שלום سلام नमस्ते 👩‍👩‍👧 \u{e0067}';
  assert.equal(plainText(kept), kept);
  for (let code = 0; code < 0x3000; code++) {
    const isControl = (code < 0x20 || (code >= 0x7f && code < 0xa0)) && code !== 9 && code !== 10;
    const turns = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
    assert.equal(plainText(point(code)), isControl || turns ? '' : point(code), code.toString(16));
  }
});

test('no error message or hint holds a control character [TEXT-PLAIN]', () => {
  const error = new AppError('FILE_NOT_FOUND', { message: 'no "\u001b[2Ja.wav"', hint: 'see \u202egnp' });
  assert.deepEqual([error.message, error.hint], ['no "[2Ja.wav"', 'see gnp']);
});

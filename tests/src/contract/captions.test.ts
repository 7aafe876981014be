import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toSrt, toVtt } from '@quoth/contract';

const words =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen'
    .split(' ')
    .map((word, index) => ({ word, start: index * 0.5, end: index * 0.5 + 0.4 }));

test('captions: numbered cues with times, at most two lines of 42 characters, none over the next', () => {
  const srt = toSrt({ text: '', duration: 8, words });
  assert.match(srt, /^1\n00:00:00,000 --> 00:00:0\d,\d{3}\none two/);
  const times = [...srt.matchAll(/(\d\d):(\d\d):(\d\d),(\d{3})/g)].map(
    ([, h, m, s, ms]) => Number(h) * 3600 + Number(m) * 60 + Number(s) + Number(ms) / 1000,
  );
  for (let index = 1; index < times.length; index++) assert((times[index] ?? 0) >= (times[index - 1] ?? 0));
  for (const cue of srt.trim().split('\n\n')) {
    const lines = cue.split('\n').slice(2);
    assert(lines.length >= 1 && lines.length <= 3);
    assert(lines.every((line) => line.length <= 42));
  }
});

test('captions without words come from segments, else from the whole text; nothing gives no cue', () => {
  const segments = [{ id: 0, start: 1, end: 2, text: ' hello ' }];
  assert.equal(toSrt({ text: 'x', duration: 3, segments }), '1\n00:00:01,000 --> 00:00:02,000\nhello\n');
  assert.equal(toSrt({ text: 'all of it', duration: 3 }), '1\n00:00:00,000 --> 00:00:03,000\nall of it\n');
  assert.equal(toSrt({ text: '', duration: 3 }), '');
  assert.equal(toVtt({ text: '', duration: 3 }), 'WEBVTT\n');
});

test('captions are rewritten cue by cue, and escaped where the format asks for it', () => {
  const source = {
    text: '',
    duration: 3,
    words: [{ word: 'a<b', start: 0, end: 1 }],
    rewrite: (text: string) => `${text}&c`,
  };
  assert.match(toVtt(source), /a&lt;b&amp;c/);
  assert.match(toSrt(source), /a<b&c/);
  assert.equal(toSrt({ ...source, rewrite: () => '' }), '');
});

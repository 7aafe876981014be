import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AudioFormat } from '@quoth/contract';
import { capabilitiesWith } from '@quoth/contract/fixtures/shapes.ts';
import { vendorList } from '../vendor-list.ts';
import type { SpeechModel } from './speech-adapter.ts';
import { planUpload, transcribeWithVendor, type UploadPlan } from './transcribe-with-vendor.ts';

const MB = 1_000_000;
const adapter = { formats: ['wav', 'mp3'] as const, maxBytes: 25 * MB, maxSeconds: null };
const short: SpeechModel = {
  id: 'short',
  displayName: 'Short',
  languages: ['*'],
  maxSeconds: 600,
  capabilities: capabilitiesWith({ segment_timestamps: false, word_timestamps: false }),
};

const cases: readonly [
  name: string,
  file: [format: AudioFormat, bytes: number, seconds: number],
  limits: { maxSeconds?: number | null; maxBytes?: number; model?: SpeechModel },
  expected: UploadPlan,
][] = [
  ['what fits goes as it is', ['mp3', MB, 60], {}, { kind: 'as-is' }],
  ['up to the last byte', ['wav', 25 * MB, 60], {}, { kind: 'as-is' }],
  ['one byte too many is encoded', ['wav', 25 * MB + 1, 60], {}, { kind: 'flac' }],
  ['a format that is not taken', ['webm', 1_000, 3], {}, { kind: 'flac' }],
  ['FLAC is reckoned as uncompressed', ['webm', MB, 742], {}, { kind: 'flac' }],
  ['and cut when that would be too large', ['webm', MB, 743], {}, { kind: 'parts', maxSeconds: 742 }],
  ['two hours of mp3 in 20 MB are fine', ['mp3', 20 * MB, 7_200], {}, { kind: 'as-is' }],
  ['as long as the vendor allows', ['mp3', MB, 1_800], { maxSeconds: 1_800 }, { kind: 'as-is' }],
  [
    'longer is cut, with room for the cut to fall later',
    ['mp3', MB, 1_801],
    { maxSeconds: 1_800, maxBytes: 1_000 * MB },
    { kind: 'parts', maxSeconds: 1_710 },
  ],
  ['the tighter limit counts', ['mp3', MB, 1_801], { maxSeconds: 1_800 }, { kind: 'parts', maxSeconds: 742 }],
  [
    'a model may take less than its vendor',
    ['mp3', MB, 601],
    { model: short },
    { kind: 'parts', maxSeconds: 570 },
  ],
  ['and no more than that', ['mp3', MB, 600], { model: short }, { kind: 'as-is' }],
];

for (const [name, [format, bytes, seconds], { model, ...limits }, expected] of cases) {
  test(`upload: ${name}`, () => {
    assert.deepEqual(planUpload({ format, bytes, seconds }, { ...adapter, ...limits }, model), expected);
  });
}

test('more text than anyone can say is an answer that cannot be read', async () => {
  const vendor = vendorList.find(({ id }) => id === 'openai');
  assert(vendor);
  const heard = (answer: object, seconds: number) =>
    transcribeWithVendor(
      {
        vendor,
        key: 'key',
        audio: { path: import.meta.filename, format: 'wav', bytes: 1_000, seconds },
        model: 'whisper-1',
        wants: { words: true, segments: true },
        signal: new AbortController().signal,
        retries: 0,
      },
      {
        fetch: async () => Response.json(answer),
        sleep: async () => undefined,
        random: () => 0,
        now: () => 0,
      },
    );
  const text = 'word '.repeat(40_000);
  const words = Array.from({ length: 40_000 }, () => ({ word: 'word', start: 0, end: 1 }));
  await assert.rejects(heard({ text }, 2), { kind: 'malformed' });
  await assert.rejects(heard({ text: 'word', words }, 2), { kind: 'malformed' });
  assert.equal((await heard({ text, words }, 3_600)).text.length, text.trim().length);
});

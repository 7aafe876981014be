import assert from 'node:assert/strict';
import { PassThrough, Readable } from 'node:stream';
import { test } from 'node:test';
import { UsageError } from '../exit-codes.ts';
import { SpokenInput } from './spoken-input.ts';

interface Wav {
  readonly width?: number;
  readonly channels?: number;
  readonly rate?: number;
  /** As the header says. */
  readonly bytes?: number;
  readonly kind?: number;
  readonly extra?: Buffer;
}

function wav(data: Buffer, given: Wav = {}): Buffer {
  const { width = 2, channels = 1, rate = 44_100, bytes = data.length, kind = 1 } = given;
  const { extra = Buffer.alloc(0) } = given;
  const header = Buffer.alloc(36);
  header.write('RIFF\0\0\0\0WAVEfmt ', 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(kind, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * width * channels, 28);
  header.writeUInt16LE(width * channels, 32);
  header.writeUInt16LE(width * 8, 34);
  const start = Buffer.from('data\0\0\0\0', 'latin1');
  start.writeUInt32LE(bytes, 4);
  return Buffer.concat([header, extra, start, data]);
}

function source(bytes: Buffer, piece: number): Readable {
  const pieces = Array.from({ length: Math.ceil(bytes.length / piece) }, (_, at) =>
    bytes.subarray(at * piece, (at + 1) * piece),
  );
  return Readable.from(pieces, { objectMode: false });
}

async function heard(bytes: Buffer, { piece = 1_000, rate }: { piece?: number; rate?: number } = {}) {
  using input = new SpokenInput(source(bytes, piece), new AbortController().signal);
  const spoken = await input.open(rate);
  const samples: Uint8Array[] = [];
  for await (const chunk of spoken.samples) samples.push(chunk);
  return { rate: spoken.rate, samples: Buffer.concat(samples) };
}

const two = Buffer.from(Int16Array.of(100, -200, 3_000, -32_768, 5, 6).buffer);

test('samples without a header are what the user says, 16 kHz without a word', async () => {
  const noise = Buffer.alloc(5_000, 7);
  assert.deepEqual(await heard(noise), { rate: 16_000, samples: noise });
  assert.deepEqual(await heard(noise, { rate: 8_000, piece: 1 }), { rate: 8_000, samples: noise });
  // Shorter than any header.
  assert.deepEqual((await heard(noise.subarray(0, 4))).samples, noise.subarray(0, 4));
});

test('a wav stream says its rate, and becomes 16-bit samples of one channel, however it is cut', async () => {
  const stereo = Buffer.from(Int16Array.of(100, 200, -300, -500).buffer);
  const opposite = Buffer.from(Int16Array.of(1_000, -1_000, 2_000, -2_000).buffer);
  const eight = Buffer.from([128, 255, 0]);
  const deep = Buffer.from([0xff, 0x34, 0x12, 0xff, 0xcd, 0xab]);
  const cases: readonly (readonly [Buffer, number, readonly number[]])[] = [
    [wav(two), 44_100, [100, -200, 3_000, -32_768, 5, 6]],
    [wav(stereo, { channels: 2, rate: 48_000 }), 48_000, [150, -400]],
    [wav(opposite, { channels: 2 }), 44_100, [1_000, 2_000]],
    [wav(eight, { width: 1, rate: 8_000 }), 8_000, [0, 127 << 8, -32_768]],
    [wav(deep, { width: 3 }), 44_100, [0x1234, 0xabcd - 65_536]],
    // Recorders that write into a pipe do not know how much it will be.
    [wav(two, { bytes: 0xffff_ffff }), 44_100, [100, -200, 3_000, -32_768, 5, 6]],
    [wav(two, { bytes: 0x8000_0000 }), 44_100, [100, -200, 3_000, -32_768, 5, 6]],
    [wav(two, { bytes: 0 }), 44_100, [100, -200, 3_000, -32_768, 5, 6]],
    // What follows the samples of a finished file is no sound, nor is what stands before them.
    [wav(two, { bytes: 4 }), 44_100, [100, -200]],
    [
      wav(two, { extra: Buffer.from('LIST\x03\0\0\0abc\0', 'latin1') }),
      44_100,
      [100, -200, 3_000, -32_768, 5, 6],
    ],
  ];
  for (const [bytes, rate, samples] of cases) {
    for (const piece of [1, 7, 1_000]) {
      const found = await heard(bytes, { piece });
      const values = Array.from({ length: found.samples.length / 2 }, (_, at) =>
        found.samples.readInt16LE(at * 2),
      );
      assert.deepEqual([found.rate, values], [rate, samples]);
    }
  }
});

test('what is no sound is refused, in words that help', async () => {
  const cases: readonly (readonly [Buffer, RegExp])[] = [
    [Buffer.alloc(0), /ended before any audio came/],
    [Buffer.from('OggS12345678'), /This is Ogg.*leave --live out/],
    [Buffer.from('\0\0\0\x20ftypM4A ', 'latin1'), /This is MP4/],
    [wav(two, { kind: 3, width: 4 }), /not plain PCM/],
    [wav(two, { width: 2, channels: 40 }), /not plain PCM/],
    [wav(two).subarray(0, 30), /middle of a wav header/],
    [Buffer.from(`RIFF\0\0\0\0WAVEjunk\xff\xff\xff\x7f${'x'.repeat(50)}`, 'latin1'), /cannot be read/],
    [Buffer.from(`RIFF\0\0\0\0WAVEdata\xff\xff\xff\x7f${'x'.repeat(50)}`, 'latin1'), /cannot be read/],
  ];
  for (const [bytes, words] of cases) {
    await assert.rejects(heard(bytes), (error: Error) => {
      assert(error instanceof UsageError);
      assert.match(error.message, words);
      return true;
    });
  }
  await assert.rejects(heard(wav(two), { rate: 16_000 }), /says 44100 samples per second, --rate 16000/);
});

test('Ctrl-C: what came counts, and the recorder is let go of', async () => {
  const recorder = new PassThrough();
  const interruption = new AbortController();
  using input = new SpokenInput(recorder, interruption.signal);
  recorder.write(two);
  const { samples } = await input.open(undefined);
  const found: Uint8Array[] = [];
  for await (const chunk of samples) {
    found.push(chunk);
    interruption.abort();
  }
  assert.deepEqual(Buffer.concat(found), two);
  assert(recorder.destroyed);
});

test('a recorder that fails is reported', async () => {
  const recorder = new PassThrough();
  using input = new SpokenInput(recorder, new AbortController().signal);
  const opened = input.open(undefined);
  recorder.destroy(new Error('the device has gone'));
  await assert.rejects(opened, /the device has gone/);
});

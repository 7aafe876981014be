import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findFfmpeg, flacOfSamples } from '@quoth/audio';
import { wavBytes } from '@quoth/audio/fixtures/wav-bytes.ts';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import type { SpeechAdapter } from '@quoth/vendors';
import { GatewayError } from '../errors.ts';
import { AudioTools, madeAhead, wavLength } from './audio-tools.ts';
import { AudioKeeper } from './kept-audio.ts';

const folder = temporaryFolder();

/** Silence as wav: 8 kHz, mono, 8 bits. */
function silence(seconds: number): Buffer {
  return wavBytes(Buffer.alloc(seconds * 8_000, 0x80), { rate: 8_000, bits: 8 });
}

function toolsOf(slots: number) {
  const program = findFfmpeg(process.env.PATH ?? '', process.platform);
  assert(program, 'FFmpeg is installed');
  const report = () => undefined;
  const keeper = new AudioKeeper({
    folder,
    maxBytes: 100_000_000,
    memoryBytes: 1_000_000,
    totalMemoryBytes: 100_000_000,
    totalFileBytes: 100_000_000,
    report,
  });
  const tools = new AudioTools({
    ffmpeg: () => program,
    memoryFolder: folder,
    maxSeconds: 7_200,
    slots,
    keeper,
    report,
  });
  const keep = (bytes: Uint8Array) =>
    keeper.keep(
      (async function* () {
        yield bytes;
      })(),
    );
  return { program, tools, keep };
}

/** Takes ten megabytes of FLAC at most. */
const vendor = {
  adapter: { formats: ['flac'], maxBytes: 10_000_000, maxSeconds: null } as unknown as SpeechAdapter,
  model: undefined,
};

test('a vendor that takes long over each part hears all of the audio, and keeps no decoder from others meanwhile', async () => {
  const { tools, keep, program } = toolsOf(1);
  const { signal } = new AbortController();
  const measured = await tools.measure(await keep(silence(1_500)), 'a slow token', signal);
  assert.equal(measured.milliseconds, 1_500_000n);
  const flac = await keep(await flacOfSamples(program, Buffer.alloc(64_000), signal));
  let seconds = 0;
  let parts = 0;
  for await (const { audio, startSeconds } of tools.uploads(measured, vendor, 'a slow token', signal)) {
    assert.equal(startSeconds, seconds);
    // While the vendor has this part, there is a decoder for anyone who wants to be measured, and for anyone who is
    // re-encoded.
    assert.equal((await tools.measure(flac, 'another', signal)).milliseconds, 2_000n);
    if (parts === 0)
      for await (const other of tools.uploads(measured, vendor, 'another', signal)) {
        assert.equal(other.startSeconds, 0);
        break;
      }
    let bytes = 0;
    for await (const chunk of audio.content?.read() ?? []) bytes += chunk.length;
    assert.equal(bytes, audio.bytes);
    seconds += audio.seconds;
    parts += 1;
  }
  assert.equal(seconds, 1_500);
  assert(parts >= 5);
  await measured.kept.discard();
});

test('a voice in opposite phase on two channels reaches a vendor that takes FLAC alone', async () => {
  const { tools, keep, program } = toolsOf(1);
  const { signal } = new AbortController();
  const speech = join(import.meta.dirname, '../../../cli/samples/jfk.wav');
  const stereo = join(folder, 'opposite.wav');
  execFileSync(program, ['-v', 'error', '-i', speech, '-af', 'pan=stereo|c0=c0|c1=-1*c0', stereo]);
  const measured = await tools.measure(await keep(readFileSync(stereo)), 'a token', signal);
  const sent: number[] = [];
  for await (const { audio } of tools.uploads(measured, vendor, 'a token', signal)) sent.push(audio.bytes);
  assert.equal(sent.length, 1);
  assert(
    sent.every((bytes) => bytes > 100_000),
    `${sent} bytes: silence takes a tenth`,
  );
});

test('what is damaged is refused, and never measured or sent by half', async () => {
  const { tools, keep, program } = toolsOf(2);
  const failing = join(folder, 'decoder-that-gives-up');
  writeFileSync(failing, '#!/bin/sh\n/usr/bin/head -c 64000 /dev/zero; exit 69\n', { mode: 0o755 });
  const { signal } = new AbortController();
  const damaged = new AudioTools({
    ffmpeg: () => failing,
    memoryFolder: folder,
    maxSeconds: 7_200,
    slots: 1,
    keeper: new AudioKeeper({
      folder,
      maxBytes: 1_000_000,
      memoryBytes: 1_000_000,
      totalMemoryBytes: 1_000_000,
      totalFileBytes: 0,
      report: () => undefined,
    }),
    report: () => undefined,
  });
  const flac = await keep(await flacOfSamples(program, Buffer.alloc(640_000), signal));
  assert.equal((await tools.measure(flac, 'a token', signal)).milliseconds, 20_000n);
  await assert.rejects(
    damaged.measure(flac, 'a token', signal),
    (error) =>
      error instanceof GatewayError &&
      error.code === 'audio_decode_failed' &&
      /first 2\.0 s/.test(error.message),
  );
});

const SECOND_BYTES = 32_000;
const GUID_REST = Buffer.from('000000001000800000aa00389b71', 'hex');

interface Format {
  readonly tag?: number;
  readonly channels?: number;
  readonly rate?: number;
  readonly bits?: number;
  readonly align?: number;
  readonly extension?: { readonly valid: number; readonly tag: number; readonly rest?: Buffer };
}

function fmt({ tag = 1, channels = 1, rate = 16_000, bits = 16, align, extension }: Format = {}): Buffer {
  const body = Buffer.alloc(extension ? 40 : 16);
  const frameBytes = align ?? (bits / 8) * channels;
  body.writeUInt16LE(tag, 0);
  body.writeUInt16LE(channels, 2);
  body.writeUInt32LE(rate, 4);
  body.writeUInt32LE(Math.floor(rate * frameBytes) >>> 0, 8);
  body.writeUInt16LE(frameBytes, 12);
  body.writeUInt16LE(bits, 14);
  if (extension) {
    body.writeUInt16LE(22, 16);
    body.writeUInt16LE(extension.valid, 18);
    body.writeUInt16LE(extension.tag, 24);
    (extension.rest ?? GUID_REST).copy(body, 26);
  }
  return chunk('fmt ', body);
}

function chunk(id: string, body: Buffer, size = body.length): Buffer {
  const head = Buffer.alloc(8);
  head.write(id, 'latin1');
  head.writeUInt32LE(size, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

function wav(...chunks: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WAVE'), ...chunks]);
  return chunk('RIFF', body);
}

const second = (size?: number) => chunk('data', Buffer.alloc(SECOND_BYTES), size);
const extensible = (bits: number, valid: number, tag: number, rest?: Buffer) =>
  fmt({ tag: 0xfffe, bits, extension: { valid, tag, ...(rest && { rest }) } });

const reported: readonly [string, Buffer, bigint][] = [
  ['integers', wav(fmt(), second()), 1_000n],
  ['floating point', wav(fmt({ tag: 3, bits: 32 }), second()), 500n],
  ['stereo of 24 bits', wav(fmt({ channels: 2, bits: 24, rate: 8_000 }), second()), 667n],
  ['extensible integers', wav(extensible(16, 16, 1), second()), 1_000n],
  ['20 bits in 24', wav(extensible(24, 20, 1), second()), 667n],
  ['extensible floating point', wav(extensible(32, 32, 3), second()), 500n],
  ['notes before the samples', wav(fmt(), chunk('LIST', Buffer.alloc(33)), second()), 1_000n],
  [
    'samples behind those that the data chunk claims',
    wav(fmt(), chunk('data', Buffer.alloc(SECOND_BYTES), 4)),
    1_000n,
  ],
];

const unmeasured: readonly [string, Buffer][] = [
  ['MP3', wav(fmt({ tag: 0x55 }), second())],
  ['MP3 as a SubFormat', wav(extensible(16, 16, 0x55), second())],
  ['a SubFormat of somebody', wav(extensible(16, 16, 1, Buffer.alloc(14, 7)), second())],
  ['extensible without a SubFormat', wav(fmt({ tag: 0xfffe }), second())],
  ['fewer valid bits than the width holds', wav(extensible(32, 8, 1), second())],
  ['two formats', wav(fmt({ rate: 8_000 }), fmt({ rate: 384_000, channels: 32 }), second())],
  ['a second format that is plain', wav(fmt({ tag: 0x55 }), fmt(), second())],
  ['no format', wav(second())],
  ['a frame larger than its samples', wav(fmt({ align: 64 }), second())],
  ['no channel', wav(fmt({ channels: 0 }), second())],
  ['bits that no sample has', wav(fmt({ bits: 64 }), second())],
  ['floating point of 16 bits', wav(fmt({ tag: 3 }), second())],
  ['a rate that is none', wav(fmt({ rate: 4_000_000 }), second())],
  ['a format cut short', wav(chunk('fmt ', Buffer.alloc(14, 1)), second())],
  ['a stream without a size', wav(fmt(), second(0))],
  ['a stream with the largest size', wav(fmt(), second(0xffff_ffff))],
  ['a file that was cut off', wav(fmt(), second()).subarray(0, 20_000)],
  ['the samples too far in', wav(fmt(), chunk('LIST', Buffer.alloc(70_000)), second())],
  ['big-endian', Buffer.from(wav(fmt(), second()).toString('latin1').replace('RIFF', 'RIFX'), 'latin1')],
];

const measured = (file: Buffer) => wavLength(file.subarray(0, 65_536), file.length);

test('the header of a plain wav file tells its length', () => {
  for (const [name, file, milliseconds] of reported) assert.equal(measured(file), milliseconds, name);
});

test('a header that could be read in two ways is not believed: the file is decoded', () => {
  for (const [name, file] of unmeasured) assert.equal(measured(file), undefined, name);
});

test('the recordings of these tests need not be decoded to be measured', () => {
  const root = join(import.meta.dirname, '..', '..', '..', '..');
  const folders = [
    'packages/audio/src/fixtures',
    'packages/audio/src/fixtures/sentences',
    'apps/cli/samples',
  ];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.wav'))
      .map((name) => join(root, folder, name)),
  );
  assert(files.length > 10);
  for (const file of files) assert.notEqual(measured(readFileSync(file)), undefined, file);
});

const never = new AbortController().signal;

/** Makes so many items, and says how far it is. */
function making(count: number, failure?: Error) {
  const state = { made: 0, isOver: false, discarded: [] as number[] };
  const make = async function* (signal: AbortSignal) {
    try {
      for (let item = 1; item <= count; item++) {
        signal.throwIfAborted();
        state.made = item;
        yield item;
      }
      if (failure) throw failure;
    } finally {
      state.isOver = true;
    }
  };
  return { state, make, discard: async (item: number) => void state.discarded.push(item) };
}

test('all is made while the first item is still looked at, and each is discarded after its turn', async () => {
  const { state, make, discard } = making(5);
  const taken: number[] = [];
  for await (const item of madeAhead(make, discard, never)) {
    // Whatever this takes: the maker is done.
    while (!state.isOver) await new Promise(setImmediate);
    assert.deepEqual(state.discarded, taken);
    taken.push(item);
  }
  assert.deepEqual(
    [taken, state.discarded],
    [
      [1, 2, 3, 4, 5],
      [1, 2, 3, 4, 5],
    ],
  );
});

test('who leaves early ends the making, and nothing that was made stays', async () => {
  const { state, make, discard } = making(1_000_000);
  for await (const item of madeAhead(make, discard, never)) if (item === 3) break;
  assert(state.isOver && state.made < 1_000_000);
  assert.deepEqual(
    state.discarded,
    Array.from({ length: state.made }, (_, index) => index + 1),
  );
});

test('a failure is reported after what was made before it', async () => {
  const { make, discard } = making(3, new Error('the decoder broke'));
  const taken: number[] = [];
  await assert.rejects(async () => {
    for await (const item of madeAhead(make, discard, never)) taken.push(item);
  }, /the decoder broke/);
  assert.deepEqual(taken, [1, 2, 3]);
});

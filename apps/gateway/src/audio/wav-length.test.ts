import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { wavLength } from './audio-tools.ts';

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

const told: readonly [string, Buffer, bigint][] = [
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

const notTold: readonly [string, Buffer][] = [
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
  for (const [name, file, milliseconds] of told) assert.equal(measured(file), milliseconds, name);
});

test('a header that could be read in two ways is not believed: the file is decoded', () => {
  for (const [name, file] of notTold) assert.equal(measured(file), undefined, name);
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

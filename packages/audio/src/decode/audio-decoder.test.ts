import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { extname, join } from 'node:path';
import { before, test } from 'node:test';
import { AppError, type AudioFormat } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { sniffFormat } from '../formats.ts';
import { AudioDecoder } from './audio-decoder.ts';
import { findFfmpeg } from './ffmpeg.ts';
import { joinedFiles } from './joined-files.ts';

const formats: readonly AudioFormat[] = ['wav', 'mp3', 'm4a', 'aac', 'flac', 'ogg', 'opus', 'webm', 'aiff'];
const withoutFfmpeg = formats.filter((format) => format !== 'm4a' && format !== 'aac');
/** The Windows that tests run on has no FFmpeg. */
const isWindows = process.platform === 'win32';
const fullList = isWindows ? withoutFfmpeg : formats;
const fixture = (format: string) => join(import.meta.dirname, '..', 'fixtures', `speech.${format}`);

const folder = temporaryFolder();
let withFfmpeg: AudioDecoder;
let bare: AudioDecoder;
before(() => {
  const empty = join(folder, 'bin');
  mkdirSync(empty);
  // On a busy machine a process may need many seconds to start and write its first samples.
  const decoder = (searchPath: string | undefined) =>
    new AudioDecoder({
      env: { PATH: searchPath },
      platform: process.platform,
      logger: { debug() {} },
      stalledMs: 60_000,
    });
  withFfmpeg = decoder(process.env.PATH);
  bare = decoder(empty);
});

let spools = 0;
async function decoded(decoder: AudioDecoder, path: string, format: AudioFormat, maxSeconds = 60) {
  const spoolPath = join(folder, `${spools++}.pcm`);
  const signal = new AbortController().signal;
  const result = await decoder.decode({ path, format, spoolPath, signal, maxSeconds });
  const bytes = readFileSync(spoolPath);
  return {
    ...result,
    spoolPath,
    samples: new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)),
  };
}

function level(samples: Int16Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

function damaged(format: AudioFormat, change: (bytes: Buffer) => Buffer): string {
  const path = join(folder, `damaged-${spools++}.${format}`);
  writeFileSync(path, change(readFileSync(fixture(format))));
  return path;
}

test('every format becomes the same speech, with FFmpeg and without', async () => {
  const original = await decoded(withFfmpeg, fixture('wav'), 'wav');
  for (const [name, decoder, list] of [
    ['with', withFfmpeg, fullList],
    ['without', bare, withoutFfmpeg],
  ] as const) {
    for (const format of list) {
      const { samples, durationSeconds, spoolPath } = await decoded(decoder, fixture(format), format);
      assert(
        Math.abs(durationSeconds - original.durationSeconds) < 0.08,
        `${format} ${name}: ${durationSeconds} s`,
      );
      assert(
        Math.abs(level(samples) / level(original.samples) - 1) < 0.15,
        `${format} ${name}: level ${level(samples)}`,
      );
      if (!isWindows)
        assert.equal(statSync(spoolPath).mode & 0o177, 0, `${format}: only the owner reads the spool`);
    }
  }
});

test('without a decoder, the error says what to install', async () => {
  for (const format of ['m4a', 'aac'] as const) {
    await assert.rejects(decoded(bare, fixture(format), format), (error: unknown) => {
      assert(error instanceof AppError);
      assert.equal(error.code, 'AUDIO_DECODE_FAILED');
      assert.match(error.hint ?? '', isWindows ? /winget install Gyan\.FFmpeg/ : /apt-get install -y ffmpeg/);
      return true;
    });
  }
  assert.equal((await bare.findings())[0]?.status, 'warning');
  if (!isWindows) assert.equal((await withFfmpeg.findings())[0]?.status, 'ok');
});

test('of a wav file that was cut short it is known how much is missing; one written to a pipe does not say', async () => {
  const missing = async (change: (bytes: Buffer) => Buffer) =>
    (await decoded(withFfmpeg, damaged('wav', change), 'wav')).missingSeconds;
  // 16,000 samples of two bytes a second.
  assert.equal(await missing((bytes) => bytes), 0);
  assert.equal(await missing((bytes) => bytes.subarray(0, bytes.length - 32_000)), 1);
  for (const length of [0, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff]) {
    const piped = (bytes: Buffer) => {
      bytes.writeUInt32LE(length, bytes.indexOf('data') + 4);
      return bytes;
    };
    assert.equal(await missing(piped), 0, String(length));
  }
});

test('of joined wav files every one is read, and what stands behind samples of unknown length is no sound', async () => {
  const whole = readFileSync(fixture('wav'));
  const one = (await decoded(bare, fixture('wav'), 'wav')).samples;
  const piped = Buffer.from(whole);
  piped.writeUInt32LE(0xffff_ffff, piped.indexOf('data') + 4);
  const list = Buffer.from('LIST\x1a\0\0\0INFOISFT\x0e\0\0\0Lavf59.27.100\0', 'latin1');
  const path = join(folder, 'joined.wav');
  for (const [name, parts, times] of [
    ['two', [whole, whole], 2],
    ['the first of unknown length', [piped, whole], 2],
    ['three of unknown length', [piped, piped, piped], 3],
    ['with a chunk between them', [whole, list, whole], 2],
    ['one of unknown length with a chunk behind it', [piped, list], 1],
    ['two of them', [piped, list, piped, list], 2],
  ] as const) {
    writeFileSync(path, Buffer.concat(parts));
    const { samples } = await decoded(bare, path, 'wav');
    assert.equal(samples.length, times * one.length, name);
    assert.deepEqual(samples.slice(-one.length), one, name);
  }
});

test('of joined files of other formats each begins where the one before ends, and every one is read, with FFmpeg and without', async () => {
  const made = (format: string, ...options: string[]) => {
    const path = join(folder, `made.${format}`);
    execFileSync('ffmpeg', ['-v', 'error', '-i', fixture('wav'), ...options, '-t', '1', path]);
    return path;
  };
  const amr = join(folder, 'made.amr');
  writeFileSync(amr, `#!AMR\n${String.fromCharCode(0x3c, ...Array(31).keys()).repeat(50)}`, 'latin1');
  const joined = (one: string) => {
    const path = join(folder, `joined${extname(one)}`);
    writeFileSync(path, Buffer.concat([one, one].map((each) => readFileSync(each))));
    return path;
  };
  const ofFfmpeg = isWindows
    ? []
    : [
        made('m4a', ...FRAGMENTED),
        ...['wv', 'tta'].map((format) => made(format)),
        made('rm', '-c:a', 'ac3', '-ar', '44100'),
        amr,
      ];
  for (const one of [...ofFfmpeg, ...['m4a', 'opus', 'webm', 'flac', 'aiff'].map(fixture)]) {
    const starts = await joinedFiles(joined(one), extname(one).slice(1) as AudioFormat);
    assert.deepEqual(starts, [0, statSync(one).size], one);
  }
  const original = await decoded(bare, fixture('wav'), 'wav');
  const whole = isWindows ? [] : ([[withFfmpeg, 'm4a']] as const);
  for (const [decoder, format] of [...whole, [bare, 'flac'], [bare, 'webm']] as const) {
    const path = joined(fixture(format));
    const before = readdirSync(folder).length;
    const { samples } = await decoded(decoder, path, format);
    assert(Math.abs(samples.length / original.samples.length - 2) < 0.2, `${format}: ${samples.length}`);
    assert(Math.abs(level(samples) / level(original.samples) - 1) < 0.15, format);
    assert.equal(readdirSync(folder).length, before + 1, 'only the spool is left');
  }
});

test("joined files of Monkey's Audio, which FFmpeg does not write, are found by their headers", async () => {
  const one = Buffer.alloc(1_000, 7);
  one.write('MAC \x96\x0f\0\0\x34\0\0\0\x18\0\0\0', 'latin1');
  const path = join(folder, 'joined.ape');
  writeFileSync(path, Buffer.concat([one, Buffer.from('MAC by name alone'), one]));
  assert.deepEqual(await joinedFiles(path, 'ape'), [0, 1_017]);
});

/** As browsers and phones write it while they record. */
const FRAGMENTED = ['-movflags', 'frag_keyframe+empty_moov'];

test('cut off or corrupted audio gives what is left of it or AUDIO_DECODE_FAILED, never anything else', async () => {
  let seed = 5;
  const random = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed / 2 ** 32;
  };
  const cut = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * (0.05 + 0.9 * random())));
  const scrambled = (bytes: Buffer) => {
    for (let count = 0; count < 40; count++)
      bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    return bytes;
  };
  const hollow = (bytes: Buffer) => bytes.fill(0, 64);
  // A damaged file may hold its decoder forever; on a busy machine it is ended by its whole time.
  const impatient = new AudioDecoder({
    env: { PATH: join(folder, 'bin') },
    platform: process.platform,
    logger: { debug() {} },
    stalledMs: 1_500,
    totalMs: 15_000,
  });
  for (const decoder of isWindows ? [impatient] : [withFfmpeg, impatient]) {
    const seen = { decoded: 0, refused: 0 };
    // FFmpeg's decoders are its own; each of the others is one that we brought.
    for (const format of decoder === impatient ? withoutFfmpeg : (['mp3', 'm4a', 'ogg'] as const)) {
      for (const change of [cut, scrambled]) {
        const path = damaged(format, change);
        try {
          const { samples, durationSeconds } = await decoded(decoder, path, format);
          assert(samples.length > 0 && durationSeconds < 60, `${format}: ${durationSeconds} s`);
          seen.decoded++;
        } catch (error) {
          assert(error instanceof AppError, `${format}: ${error}`);
          assert.equal(error.code, 'AUDIO_DECODE_FAILED', `${format}: ${error.message}`);
          seen.refused++;
        }
      }
    }
    assert(seen.decoded > 0 && seen.refused > 0, JSON.stringify(seen));
  }
  await assert.rejects(decoded(impatient, damaged('webm', hollow), 'webm'), { code: 'AUDIO_DECODE_FAILED' });
});

test('audio that is too long is refused in words, and its spool is gone', async () => {
  for (const [decoder, format] of [
    [withFfmpeg, 'mp3'],
    [bare, 'mp3'],
    [bare, 'wav'],
  ] as const) {
    await assert.rejects(decoded(decoder, fixture(format), format, 1), (error: unknown) => {
      return (
        error instanceof AppError &&
        error.code === 'INVALID_REQUEST' &&
        /longer than 1 seconds/.test(error.message)
      );
    });
    assert(!existsSync(join(folder, `${spools - 1}.pcm`)), `${format}: the spool is gone`);
  }
});

test('a wav file whose header is longer than allowed is refused before anything of it is decoded', async () => {
  const decoder = new AudioDecoder({
    env: {},
    platform: process.platform,
    logger: { debug() {} },
    // A decoder that begins finds no spool.
    makeSpool: async () => {},
  });
  for (const length of [0, 64_000, 0xffff_ffff]) {
    const path = damaged('wav', (bytes) => {
      const header = bytes.subarray(0, bytes.indexOf('data') + 8);
      header.writeUInt32LE(length, header.length - 4);
      return Buffer.concat([header, Buffer.alloc(64_000)]);
    });
    const job = { path, format: 'wav', spoolPath: join(folder, 'none.pcm') } as const;
    const { signal } = new AbortController();
    await assert.rejects(decoder.decode({ ...job, signal, maxSeconds: 1 }), /longer than 1 seconds/);
    await assert.rejects(decoder.decode({ ...job, signal, maxSeconds: 2 }), { code: 'ENOENT' });
  }
});

test('a full disk is reported as such by every decoder, and never taken for the end of the audio', async () => {
  const long = join(folder, 'long.wav');
  const bytes = readFileSync(fixture('wav'));
  writeFileSync(long, Buffer.concat([bytes, Buffer.alloc(5 * 1024 * 1024)]));
  for (const [name, PATH, path, format] of [
    ['FFmpeg', process.env.PATH, fixture('mp3'), 'mp3'],
    ['in a thread', '', fixture('mp3'), 'mp3'],
    ['on the spot', '', fixture('wav'), 'wav'],
    ['a long wav', '', long, 'wav'],
  ] as const) {
    const spoolPath = join(folder, `full-${spools++}.pcm`);
    const decoder = new AudioDecoder({
      env: { PATH },
      platform: process.platform,
      logger: { debug() {} },
      // A link, so that only the link is deleted. Every write to this device fails for want of space.
      makeSpool: async (path) => symlinkSync('/dev/full', path),
    });
    const job = decoder.decode({
      path,
      format,
      spoolPath,
      signal: new AbortController().signal,
      maxSeconds: 600,
    });
    await assert.rejects(job, (error: unknown) => {
      assert(error instanceof AppError, `${name}: ${error}`);
      assert.equal(error.code, 'DISK_FULL', `${name}: ${error.message}`);
      assert.match(error.message, /disk is full/);
      return true;
    });
  }
  assert(statSync('/dev/full').isCharacterDevice());
});

test('samples are written into a file of our own: what had its name, such as a link to another file, is not written to', async () => {
  for (const [decoder, format] of [
    [withFfmpeg, 'mp3'],
    [bare, 'mp3'],
    [bare, 'wav'],
  ] as const) {
    const others = join(folder, `others-${spools++}`);
    writeFileSync(others, 'mine');
    symlinkSync(others, join(folder, `${spools}.pcm`));
    const { spoolPath } = await decoded(decoder, fixture(format), format);
    assert.equal(readFileSync(others, 'utf8'), 'mine');
    assert(lstatSync(spoolPath).isFile());
    if (!isWindows) assert.equal(statSync(spoolPath).mode & 0o777, 0o600);
  }
});

test('what a decoder that was ended has written is not taken for what the next one decoded', async (context) => {
  if (process.platform !== 'linux') return context.skip('Processes are found in /proc.');
  const place = join(folder, 'failing');
  mkdirSync(place);
  writeFileSync(join(place, 'ffmpeg'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  // Half an hour with 8,000 samples of one byte a second.
  const path = join(folder, 'half-an-hour.wav');
  const header = readFileSync(fixture('wav')).subarray(0, 12);
  const format = Buffer.from('666d74201000000001000100401f0000401f000001000800', 'hex');
  const data = Buffer.alloc(8, 'data');
  data.writeUInt32LE(1_800 * 8_000, 4);
  writeFileSync(path, Buffer.concat([header, format, data, Buffer.alloc(1_800 * 8_000, 128)]));
  const spoolPath = join(folder, 'ended.pcm');
  let written = 0;
  const timer = setInterval(() => {
    written = statSync(spoolPath, { throwIfNoEntry: false })?.size ?? 0;
    if (written === 0) return;
    clearInterval(timer);
    execFileSync('pkill', ['-KILL', '-P', String(process.pid), '-f', 'decode-main']);
  }, 1);
  const decoder = new AudioDecoder({
    env: { PATH: place },
    platform: process.platform,
    logger: { debug() {} },
  });
  const job = {
    path,
    format: 'wav',
    spoolPath,
    signal: new AbortController().signal,
    maxSeconds: 3_600,
  } as const;
  await assert.rejects(decoder.decode(job), { code: 'AUDIO_DECODE_FAILED' });
  clearInterval(timer);
  assert(written > 0, 'nothing was written before');
});

test('FLAC in Ogg is decoded without FFmpeg too', async () => {
  const path = join(folder, 'flac.ogg');
  execFileSync(findFfmpeg(process.env.PATH ?? '', process.platform) ?? 'ffmpeg', [
    ...['-nostdin', '-loglevel', 'error', '-y', '-i', fixture('wav'), '-c:a', 'flac', path],
  ]);
  const original = await decoded(bare, fixture('wav'), 'wav');
  const { samples, decoder } = await decoded(bare, path, 'ogg');
  assert.equal(decoder, 'webassembly');
  assert.equal(samples.length, original.samples.length);
  assert(Math.abs(level(samples) / level(original.samples) - 1) < 0.01);
});

test('a decoder is stopped when no one waits for it', async () => {
  for (const decoder of [withFfmpeg, bare]) {
    const stop = new AbortController();
    const job = decoder.decode({
      path: fixture('mp3'),
      format: 'mp3',
      spoolPath: join(folder, 'stopped.pcm'),
      signal: stop.signal,
      maxSeconds: 60,
    });
    stop.abort(new Error('gone'));
    await assert.rejects(job, /gone/);
  }
});

test('kinds of wav: depths, floats, G.711, extensible, unknown length, several channels', async () => {
  const original = (await decoded(bare, fixture('wav'), 'wav')).samples;
  const fmt = (tag: number, channels: number, bits: number, extra = Buffer.alloc(0)) => {
    const head = Buffer.alloc(16);
    head.writeUInt16LE(tag, 0);
    head.writeUInt16LE(channels, 2);
    head.writeUInt32LE(16_000, 4);
    head.writeUInt32LE((16_000 * channels * bits) / 8, 8);
    head.writeUInt16LE((channels * bits) / 8, 12);
    head.writeUInt16LE(bits, 14);
    return Buffer.concat([head, extra]);
  };
  const chunk = (id: string, body: Buffer, length = body.length) => {
    const head = Buffer.alloc(8, id, 'latin1');
    head.writeUInt32LE(length, 4);
    return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
  };
  const wav = (format: Buffer, data: Buffer, length?: number) =>
    Buffer.concat([
      Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'),
      chunk('LIST', Buffer.from('odd')),
      chunk('fmt ', format),
      chunk('data', data, length),
    ]);
  const encode = (bytes: number, write: (buffer: Buffer, value: number, at: number) => void) => {
    const buffer = Buffer.alloc(original.length * bytes);
    for (const [index, value] of original.entries()) write(buffer, value, index * bytes);
    return buffer;
  };
  const int16 = encode(2, (buffer, value, at) => buffer.writeInt16LE(value, at));
  const extensible = Buffer.alloc(24);
  extensible.writeUInt16LE(22, 0);
  extensible.writeUInt16LE(1, 8);
  const cases: Readonly<Record<string, Buffer>> = {
    '8 bits': wav(
      fmt(1, 1, 8),
      encode(1, (buffer, value, at) => buffer.writeUInt8((value >> 8) + 128, at)),
    ),
    '24 bits': wav(
      fmt(1, 1, 24),
      encode(3, (buffer, value, at) => buffer.writeIntLE(value * 256, at, 3)),
    ),
    '32 bits': wav(
      fmt(1, 1, 32),
      encode(4, (buffer, value, at) => buffer.writeInt32LE(value * 65_536, at)),
    ),
    float: wav(
      fmt(3, 1, 32),
      encode(4, (buffer, value, at) => buffer.writeFloatLE(value / 32_768, at)),
    ),
    double: wav(
      fmt(3, 1, 64),
      encode(8, (buffer, value, at) => buffer.writeDoubleLE(value / 32_768, at)),
    ),
    extensible: wav(fmt(0xfffe, 1, 16, extensible), int16),
    'length not known': wav(fmt(1, 1, 16), int16, 0xffff_ffff),
    'length too large': wav(fmt(1, 1, 16), int16, int16.length + 1_000),
    stereo: wav(
      fmt(1, 2, 16),
      encode(4, (buffer, value, at) => {
        buffer.writeInt16LE(value, at);
        buffer.writeInt16LE(value, at + 2);
      }),
    ),
  };
  for (const [name, bytes] of Object.entries(cases)) {
    const path = join(folder, 'kind.wav');
    writeFileSync(path, bytes);
    const { samples } = await decoded(bare, path, 'wav');
    assert.equal(samples.length, original.length, name);
    const difference = samples.map((sample, index) => sample - (original[index] as number));
    assert(level(difference) < (name === '8 bits' ? 200 : 2), `${name}: ${level(difference)}`);
  }
  const still = fmt(1, 1, 16);
  still.writeUInt32LE(0, 4);
  for (const format of [fmt(1, 65, 16), still]) {
    const path = join(folder, 'invalid.wav');
    writeFileSync(path, wav(format, int16));
    await assert.rejects(decoded(bare, path, 'wav'), /header is invalid/);
  }
});

test('FFmpeg is found on the search path, on Windows beside our program too, and only as a program', () => {
  const place = join(folder, 'place');
  mkdirSync(place);
  mkdirSync(join(place, 'ffmpeg'));
  assert.equal(findFfmpeg(place, 'linux'), undefined);
  const real = findFfmpeg(process.env.PATH ?? '', 'linux');
  assert(real !== undefined && existsSync(real));
  const other = join(folder, 'other');
  mkdirSync(other);
  symlinkSync(real, join(other, 'ffmpeg'));
  assert.equal(findFfmpeg(`${place}:${other}`, 'linux'), join(other, 'ffmpeg'));
  symlinkSync(real, join(other, 'ffmpeg.exe'));
  assert.equal(findFfmpeg('', 'win32', 'ffmpeg', join(other, 'node.exe')), join(other, 'ffmpeg.exe'));
  assert.equal(findFfmpeg('', 'linux', 'ffmpeg', join(other, 'node')), undefined);
});

/**
 * Debian's FFmpeg reads AMR and cannot write it, so the files are put together here (RFC 4867, section 5): a magic
 * number, then frames of 20 ms, each a byte that tells its mode and the bits of that mode. What the bits sound like
 * does not matter.
 */
const files = [
  // Mode 7 of the narrow band, 12.2 kbit/s: 31 bytes. Mode 2 of the wide one, 12.65 kbit/s: 32 bytes.
  { name: 'narrow band', magic: '#!AMR\n', header: 0x3c, frameBytes: 31 },
  { name: 'wide band', magic: '#!AMR-WB\n', header: 0x14, frameBytes: 32 },
];
const FRAMES = 50;

function amr({ magic, header, frameBytes }: (typeof files)[number]): Buffer {
  const frame = (at: number) =>
    Buffer.from([
      header,
      ...Array.from({ length: frameBytes }, (_, byte) => (at * 7919 + byte * 104_729) % 251),
    ]);
  return Buffer.concat([Buffer.from(magic), ...Array.from({ length: FRAMES }, (_, at) => frame(at))]);
}

for (const file of files) {
  test(`AMR of the ${file.name} is known by its first bytes and decoded`, async () => {
    const folder = temporaryFolder();
    const bytes = amr(file);
    assert.equal(await sniffFormat(async (from, length) => bytes.subarray(from, from + length)), 'amr');
    const path = join(folder, 'speech');
    writeFileSync(path, bytes);
    const decoder = new AudioDecoder({
      env: { PATH: process.env.PATH },
      platform: process.platform,
      logger: { debug() {} },
      stalledMs: 5_000,
    });
    const spoolPath = join(folder, 'spool.pcm');
    const { signal } = new AbortController();
    const { durationSeconds } = await decoder.decode({
      path,
      format: 'amr',
      spoolPath,
      signal,
      maxSeconds: 60,
    });
    assert(Math.abs(durationSeconds - FRAMES * 0.02) < 0.05, `${durationSeconds} s`);
    assert(readFileSync(spoolPath).some((byte) => byte !== 0));
  });
}

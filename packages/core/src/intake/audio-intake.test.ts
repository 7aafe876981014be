import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeEach, test } from 'node:test';
import { sniffFormat } from '@quoth/audio';
import { AppError } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import fc from 'fast-check';
import { AudioIntake } from './audio-intake.ts';
import { checkOpenedFile, checkPathAllowed, type PathPolicy } from './named-files.ts';

/** Windows has none: the access list of the folder says who may read. */
const hasModes = process.platform !== 'win32';

const wav = readFileSync(join(import.meta.dirname, '../../../audio/src/fixtures', 'speech.wav'));

let root: string;
let home: string;
let incoming: string;
let policy: PathPolicy;
let intake: AudioIntake;
beforeEach(() => {
  root = temporaryFolder();
  home = join(root, 'home');
  incoming = join(home, 'data', 'incoming');
  mkdirSync(incoming, { recursive: true });
  mkdirSync(join(root, 'elsewhere'));
  mkdirSync(join(root, 'temporary'));
  policy = {
    allowed: null,
    home,
    dataFolder: join(home, 'data'),
    temporaryFolders: [join(root, 'temporary')],
    platform: 'linux',
  };
  intake = new AudioIntake({ incoming, maxBytes: 1_000_000 });
});

const calm = () => new AbortController().signal;
const code = (expected: string) => (error: unknown) => {
  assert(error instanceof AppError, String(error));
  assert.equal(error.code, expected, error.message);
  return true;
};
const take = (path: string) => intake.fromPath(path, policy, calm());
const file = (path: string, bytes: Buffer | string = wav) => {
  writeFileSync(path, bytes);
  return path;
};

test('a file in the home folder is copied with mode 600; the copy alone is deleted', async () => {
  const path = file(join(home, 'talk.wav'));
  const taken = await take(path);
  await taken.flushed;
  assert.deepEqual([taken.format, taken.bytes], ['wav', wav.length]);
  assert.equal(taken.sha256, createHash('sha256').update(wav).digest('hex'));
  if (hasModes) assert.equal(statSync(taken.path).mode & 0o777, 0o600);
  await taken.discard();
  assert.deepEqual(readdirSync(incoming), []);
  assert(readFileSync(path).equals(wav));
});

test('a path that is not allowed is refused before anything is looked up, whether it exists or not', async () => {
  mkdirSync(join(home, '.ssh'));
  file(join(home, '.ssh', 'key.wav'));
  file(join(root, 'elsewhere', 'talk.wav'));
  const refused = [
    '/etc/passwd',
    '/no/such/thing.wav',
    join(root, 'elsewhere', 'talk.wav'),
    join(root, 'elsewhere', 'missing.wav'),
    join(home, '.ssh', 'key.wav'),
    join(home, '.ssh', 'missing.wav'),
    join(home, 'data', 'quoth.db'),
    join(home, '..', 'elsewhere', 'talk.wav'),
    '/proc/self/environ',
    '/dev/zero',
    '/sys/kernel/notes',
    '//server/share/talk.wav',
    '\\\\server\\share\\talk.wav',
    '\\\\?\\C:\\talk.wav',
    '\\\\.\\pipe\\x',
  ];
  for (const path of refused) await assert.rejects(take(path), code('FILE_NOT_ALLOWED'), path);
  await assert.rejects(take(join(home, 'missing.wav')), code('FILE_NOT_FOUND'));
  await assert.rejects(take('relative.wav'), code('INVALID_REQUEST'));
  await assert.rejects(take(`${home}/a\0b.wav`), code('INVALID_REQUEST'));
  await assert.rejects(take(`/${'x'.repeat(10_000)}`), code('INVALID_REQUEST'));
  await assert.rejects(take(join(home, 'x'.repeat(300))), code('FILE_NOT_FOUND'));
  assert.deepEqual(readdirSync(incoming), []);
});

test('links are checked by where they lead, also in the middle of a path and in chains', async () => {
  const outside = file(join(root, 'elsewhere', 'talk.wav'));
  const inside = file(join(home, 'talk.wav'));
  symlinkSync(outside, join(home, 'out.wav'));
  symlinkSync(join(root, 'elsewhere', 'missing.wav'), join(home, 'nowhere.wav'));
  symlinkSync(join(root, 'elsewhere'), join(home, 'folder'));
  symlinkSync('/proc', join(home, 'proc'));
  symlinkSync(inside, join(home, 'in.wav'));
  symlinkSync('in.wav', join(home, 'chain.wav'));
  symlinkSync('circle-b', join(home, 'circle-a'));
  symlinkSync('circle-a', join(home, 'circle-b'));
  for (const path of ['out.wav', 'nowhere.wav', 'folder/talk.wav', 'folder/missing.wav', 'proc/self/environ'])
    await assert.rejects(take(join(home, path)), code('FILE_NOT_ALLOWED'), path);
  await assert.rejects(take(join(home, 'circle-a')), code('FILE_NOT_FOUND'));
  assert.equal(await checkPathAllowed(join(home, 'chain.wav'), policy), inside);
});

test('folders that the user allows replace the default ones; the data folder stays closed', async () => {
  file(join(root, 'elsewhere', 'talk.wav'));
  file(join(home, 'talk.wav'));
  policy = { ...policy, allowed: [join(root, 'elsewhere'), home, '/dev'] };
  await (await take(join(root, 'elsewhere', 'talk.wav'))).discard();
  await assert.rejects(take(join(home, 'data', 'quoth.db')), code('FILE_NOT_ALLOWED'));
  await assert.rejects(take('/dev/zero'), code('FILE_NOT_ALLOWED'));
  policy = { ...policy, allowed: [] };
  await assert.rejects(take(join(home, 'talk.wav')), code('FILE_NOT_ALLOWED'));
});

test('only regular files: a folder, a pipe and a device are refused without waiting', async () => {
  mkdirSync(join(home, 'folder.wav'));
  execFileSync('mkfifo', [join(home, 'pipe.wav')]);
  for (const path of ['folder.wav', 'pipe.wav'])
    await assert.rejects(take(join(home, path)), code('FILE_NOT_ALLOWED'), path);
});

test('the open file counts, not the path that was checked', async () => {
  const secret = file(join(root, 'elsewhere', 'talk.wav'));
  const open = file(join(home, 'talk.wav'));
  for (const [path, allowed] of [
    [secret, false],
    [open, true],
  ] as const) {
    const handle = await openFile(path, 'r');
    try {
      // As if a folder on the way had become a link after the path was checked.
      const checking = checkOpenedFile(handle, open, policy);
      if (allowed) await checking;
      else await assert.rejects(checking, code('FILE_NOT_ALLOWED'));
      rmSync(path);
      if (allowed && process.platform === 'linux') await checkOpenedFile(handle, open, policy);
    } finally {
      await handle.close();
    }
  }
});

test('a growing file is taken as it was when it was opened', async () => {
  const path = file(join(home, 'growing.wav'));
  const growing = setInterval(() => appendFileSync(path, Buffer.alloc(10_000)), 1);
  try {
    const taken = await take(path);
    // Anyone who follows a file that grows forever ends at the cap of 1 MB, with an error.
    assert(taken.bytes < 1_000_000);
    await taken.discard();
  } finally {
    clearInterval(growing);
  }
});

test('a wav file that is too long by its header is refused before it is copied', async () => {
  const path = file(
    join(home, 'long.wav'),
    Buffer.concat([wav.subarray(0, wav.indexOf('data')), Buffer.from('data'), Buffer.alloc(4)]),
  );
  // Seven hours of 16,000 samples of two bytes a second, and more bytes than may be copied.
  truncateSync(path, 7 * 3_600 * 32_000);
  const roomy = new AudioIntake({ incoming });
  await assert.rejects(roomy.fromPath(path, policy, calm()), code('INVALID_REQUEST'));
  truncateSync(path, 5 * 3_600 * 32_000);
  await assert.rejects(take(path), code('PAYLOAD_TOO_LARGE'));
  assert.deepEqual(readdirSync(incoming), []);
});

test('a sent wav file that is too long is refused at its header, or once too much has come', async () => {
  const header = Buffer.concat([wav.subarray(0, wav.indexOf('data') + 4), Buffer.alloc(4)]);
  // 1,000 samples of two bytes a second.
  header.writeUInt32LE(1_000, 24);
  header.writeUInt32LE(2_000, 28);
  const seven = 7 * 3_600 * 2_000;
  header.writeUInt32LE(seven, header.length - 4);
  const roomy = new AudioIntake({ incoming });
  const size = 5_000_000;
  const sent = (pieces: number) => counted(header, new Uint8Array(size), pieces);
  const announced = sent(3);
  await assert.rejects(roomy.fromStream(announced.stream, calm(), seven + 44), code('INVALID_REQUEST'));
  assert.equal(announced.read.bytes, header.length + size);
  // Cut off after the header, as a broken copy is: what is there counts.
  const cut = await roomy.fromStream(sent(3).stream, calm(), 2 * size);
  assert.equal(cut.bytes, header.length + 2 * size);
  await cut.discard();
  const unannounced = sent(50);
  await assert.rejects(roomy.fromStream(unannounced.stream, calm()), code('INVALID_REQUEST'));
  assert(unannounced.read.bytes < 50 * size, 'not all of it');
  assert.deepEqual(readdirSync(incoming), []);
});

test('a stream that breaks off, is aborted, too long or empty leaves nothing', async () => {
  const stream = async function* (chunks: number, failure?: Error) {
    for (let count = 0; count < chunks; count++) yield wav.subarray(0, 50_000);
    if (failure) throw failure;
  };
  await assert.rejects(intake.fromStream(stream(3, new Error('gone')), calm()), /gone/);
  await assert.rejects(intake.fromStream(stream(30), calm()), code('PAYLOAD_TOO_LARGE'));
  await assert.rejects(intake.fromStream(stream(0), calm()), code('AUDIO_DECODE_FAILED'));
  const stop = new AbortController();
  const endless = (async function* () {
    for (;;) {
      yield wav.subarray(0, 10);
      stop.abort(new Error('canceled'));
    }
  })();
  await assert.rejects(intake.fromStream(endless, stop.signal), /canceled/);
  assert.deepEqual(readdirSync(incoming), []);
});

const notAudio: Readonly<Record<string, Buffer | string>> = {
  text: 'this is a text that calls itself talk.wav',
  playlist: '#EXTM3U\n/etc/passwd\n',
  ffconcat: "ffconcat version 1.0\nfile '/etc/passwd'\n",
  html: '<!doctype html><title>x</title>',
  pdf: '%PDF-1.7\n%âãÏÓ',
  zip: Buffer.from('PK\x03\x04\0\0\0\0', 'latin1'),
  elf: Buffer.from('\x7fELF\x02\x01', 'latin1'),
  zeros: Buffer.alloc(5_000),
  'a lone frame sync': Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(2_000)]),
  'a riff of another kind': Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'),
  'text like flac': 'fLaC is a format for music files',
  'text like wav': 'RIFF1234WAVE is how such a file begins',
  'text like aiff': 'FORM1234AIFF is how such a file begins',
  'text like mp4': 'abcdftypisom is how such a file begins',
  'a picture': Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
  'a tag without audio': Buffer.from('ID3\x04\0\0\0\0\0\x0ahello world, hello world', 'latin1'),
};

test('bytes that are not audio are refused whatever their name, and nothing is left', async () => {
  for (const [name, bytes] of Object.entries(notAudio)) {
    await assert.rejects(take(file(join(home, 'talk.wav'), bytes)), code('AUDIO_DECODE_FAILED'), name);
  }
  assert.deepEqual(readdirSync(incoming), []);
});

test('every format is recognised by its first bytes, whatever the file’s name', async () => {
  for (const format of ['wav', 'mp3', 'm4a', 'aac', 'flac', 'ogg', 'opus', 'webm', 'aiff']) {
    const bytes = readFileSync(join(import.meta.dirname, '../../../audio/src/fixtures', `speech.${format}`));
    const taken = await take(file(join(home, 'talk.txt'), bytes));
    assert.equal(taken.format, format);
    await taken.discard();
  }
});

test('no bytes make the sniffer throw, and random ones are hardly ever audio', async () => {
  let seen = 0;
  let audio = 0;
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
      const format = await sniffFormat(async (position, length) =>
        bytes.subarray(position, position + length),
      );
      seen++;
      if (format !== undefined) audio++;
      return format === undefined || bytes.length > 8;
    }),
    { numRuns: 1_000 },
  );
  assert(audio <= seen / 50, `${audio} of ${seen}`);
});

test('names that Windows gives to devices are refused there before anything is opened', async () => {
  const onWindows = { ...policy, platform: 'win32' } as const;
  for (const name of [
    'con',
    'NUL.wav',
    'com1',
    'lpt9.mp3',
    'CONIN$',
    'aux .wav',
    'talk.wav.',
    'talk.wav ',
    'talk.wav:hidden',
  ]) {
    writeFileSync(join(home, name), 'RIFF');
    const named = join(home, name);
    await assert.rejects(checkPathAllowed(named, onWindows), { code: 'FILE_NOT_ALLOWED' }, name);
    assert.equal(await checkPathAllowed(named, policy), named);
  }
  for (const name of ['console.wav', 'com10.wav', 'null.wav'])
    await assert.rejects(checkPathAllowed(join(home, name), onWindows), { code: 'FILE_NOT_FOUND' }, name);
});

test('no path is allowed that does not lie in an allowed folder, however it is written', async () => {
  mkdirSync(join(home, 'a'));
  mkdirSync(join(home, '.ssh'));
  symlinkSync(join(root, 'elsewhere'), join(home, 'out'));
  symlinkSync(join(home, 'data'), join(home, 'inside'));
  const part = fc.constantFrom('..', '.', 'home', 'elsewhere', '.ssh', 'data', 'a', 'out', 'inside', '', ' ');
  const seen = { allowed: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
      const written = `${root}/${parts.join('/')}`;
      // Of all that is there, only these two may be named, however the path winds.
      const expected = [join(home, 'a'), home].find((path) => path === resolve(written));
      try {
        assert.equal(await checkPathAllowed(written, policy), expected, written);
        seen.allowed++;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        assert.equal(expected, undefined, written);
        seen.refused++;
      }
    }),
    { numRuns: 1_000 },
  );
  assert(seen.allowed > 10 && seen.refused > 10, JSON.stringify(seen));
});

/** A stream that notes how much of it was read. */
function counted(first: Uint8Array, chunk: Uint8Array, chunks: number) {
  const read = { bytes: 0 };
  async function* stream() {
    for (let index = 0; index < chunks; index++) {
      const next = index === 0 ? first : chunk;
      read.bytes += next.length;
      yield next;
    }
  }
  return { read, stream: stream() };
}

test('what is not audio is refused after its first block, from a path too', async () => {
  const zeros = new Uint8Array(65_536);
  const { read, stream } = counted(zeros, zeros, 15);
  await assert.rejects(intake.fromStream(stream, calm()), code('AUDIO_DECODE_FAILED'));
  assert.equal(read.bytes, zeros.length);
  await assert.rejects(
    new AudioIntake({ incoming }).fromPath(
      file(join(home, 'zeros.wav'), Buffer.alloc(20_000_000)),
      policy,
      calm(),
    ),
    code('AUDIO_DECODE_FAILED'),
  );
  assert.deepEqual(readdirSync(incoming), []);
});

test('what no first bytes tell is asked about once, when 64 KiB or all of it is there, and a text never', async () => {
  const asked: number[] = [];
  const probe = {
    isPlausible: (head: Uint8Array) => head.includes(0),
    formatOf: async (head: Uint8Array) => {
      asked.push(head.length);
      return head[0] === 1 ? ('voc' as const) : undefined;
    },
  };
  const asking = new AudioIntake({ incoming, maxBytes: 1_000_000, probe });
  const piece = Buffer.alloc(10_000);
  const known = Buffer.concat([Buffer.from([1]), Buffer.alloc(9_999)]);
  const long = await asking.fromStream(counted(known, piece, 20).stream, calm());
  assert.deepEqual([long.format, long.bytes, asked.splice(0)], ['voc', 200_000, [65_536]]);
  await long.discard();
  const short = await asking.fromBytes(known, calm());
  assert.deepEqual([short.format, asked.splice(0)], ['voc', [10_000]]);
  await short.discard();
  const { read, stream } = counted(piece, piece, 40);
  await assert.rejects(asking.fromStream(stream, calm()), code('AUDIO_DECODE_FAILED'));
  assert.deepEqual([read.bytes, asked.splice(0)], [70_000, [65_536]]);
  const text = counted(Buffer.alloc(10_000, 'a'), Buffer.alloc(10_000, 'a'), 20);
  await assert.rejects(asking.fromStream(text.stream, calm()), code('AUDIO_DECODE_FAILED'));
  assert.deepEqual([text.read.bytes, asked], [10_000, []]);
  assert.deepEqual(readdirSync(incoming), []);
});

test('audio is recognised in chunks of any size as it is as a whole', async () => {
  const tag = Buffer.concat([
    Buffer.from('ID3\x04\0\0\0\0\x7f\x76', 'latin1'),
    Buffer.alloc(127 * 128 + 118),
  ]);
  const fixture = (format: string) =>
    readFileSync(join(import.meta.dirname, '../../../audio/src/fixtures', `speech.${format}`));
  const tagged = Buffer.concat([tag, fixture('flac')]);
  for (const [format, bytes] of [
    ...['wav', 'mp3', 'm4a', 'aac', 'flac', 'ogg', 'opus', 'webm', 'aiff'].map(
      (name) => [name, fixture(name)] as const,
    ),
    ['flac', tagged] as const,
  ]) {
    for (const size of [100, 1_000, 5_000]) {
      async function* chunks() {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
      }
      const taken = await intake.fromStream(chunks(), calm());
      assert.equal(taken.format, format, `${format} by ${size}`);
      assert.equal(taken.bytes, bytes.length);
      await taken.discard();
    }
  }
});

test('the number of simultaneous uploads is limited, and a place is freed however one ends', async () => {
  const gate = Promise.withResolvers<void>();
  async function* stalled() {
    yield wav.subarray(0, 5_000);
    await gate.promise;
    yield wav.subarray(5_000);
  }
  const inProgress = Array.from({ length: 32 }, () => intake.fromStream(stalled(), calm()));
  await assert.rejects(intake.fromStream(stalled(), calm()), code('RATE_LIMITED'));
  gate.resolve();
  for (const { discard } of await Promise.all(inProgress)) await discard();
  for (let index = 0; index < 40; index++) {
    await assert.rejects(
      intake.fromBytes(Buffer.from('no audio at all'), calm()),
      code('AUDIO_DECODE_FAILED'),
    );
  }
  await (await intake.fromBytes(wav, calm())).discard();
});

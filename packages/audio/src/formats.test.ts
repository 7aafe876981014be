import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type AudioFormat, probedFormats } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { AudioDecoder } from './decode/audio-decoder.ts';
import { FormatProbe, PROBED_BYTES, sniffFormat } from './formats.ts';

const speech = join(import.meta.dirname, 'fixtures', 'speech.wav');

const folder = temporaryFolder();

const calm = () => new AbortController().signal;
const probe = (path = process.env.PATH, maxMs?: number) =>
  new FormatProbe({
    env: { PATH: path },
    platform: process.platform,
    ...(maxMs !== undefined && { maxMs }),
  });

/** The speech as FFmpeg writes it. */
function made(format: string, ...options: string[]): Buffer {
  const path = join(folder, `made.${format}`);
  const args = ['-v', 'error', '-y', '-i', speech, ...options, '-f', format, path];
  execFileSync('ffmpeg', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  return readFileSync(path);
}

/** A picture that moves, without sound. */
function pictures(format: string, ...options: string[]): Buffer {
  const source = ['-f', 'lavfi', '-i', 'testsrc=size=160x120:rate=5:duration=1'];
  return execFileSync('ffmpeg', ['-v', 'error', ...source, ...options, '-f', format, 'pipe:1']);
}

/** Speech corpora: a header of 1,024 letters, then samples (NIST SPHERE). */
function sphere(): Buffer {
  const samples = readFileSync(speech).subarray(44);
  const header = Buffer.alloc(1_024, ' ');
  header.write(
    `NIST_1A\n   1024\nchannel_count -i 1\nsample_rate -i 16000\nsample_n_bytes -i 2\nsample_byte_format -s2 01\nsample_sig_bits -i 16\nsample_coding -s3 pcm\nsample_count -i ${samples.length / 2}\nend_head\n`,
  );
  return Buffer.concat([header, samples]);
}

/** Places in the file are counted from its beginning, so the box stays and says nothing. */
const withoutType = (mov: Buffer) =>
  Buffer.concat([mov.subarray(0, 4), Buffer.from('skip'), mov.subarray(8)]);

test('audio that no first bytes of ours tell: FFmpeg knows it, and it becomes the same speech', async () => {
  const files: readonly (readonly [AudioFormat, Buffer])[] = [
    ['voc', made('voc')],
    ['sox', made('sox')],
    ['ircam', made('ircam')],
    ['nut', made('nut')],
    ['gsm', made('gsm', '-ar', '8000', '-c:a', 'libgsm')],
    ['truehd', made('truehd', '-c:a', 'truehd', '-strict', '-2')],
    ['loas', made('latm', '-c:a', 'aac')],
    ['nistsphere', sphere()],
    // A recorder's transport stream with times between the packets, and an old film that does not say which kind it is.
    ['ts', made('mpegts', '-mpegts_m2ts_mode', '1', '-c:a', 'ac3')],
    ['m4a', withoutType(made('mov', '-c:a', 'aac'))],
    // A broadcast recorded from the middle of a frame on.
    ['mp3', made('mp3', '-ar', '44100').subarray(3_000)],
  ];
  const decoder = new AudioDecoder({
    env: { PATH: process.env.PATH },
    platform: process.platform,
    logger: { debug() {} },
    stalledMs: 15_000,
  });
  for (const [format, bytes] of files) {
    const sniffed = await sniffFormat(async (from, length) => bytes.subarray(from, from + length));
    assert.equal(sniffed, undefined, `${format} needs no probe`);
    assert.equal(await probe().formatOf(bytes.subarray(0, PROBED_BYTES), calm()), format);
    const path = join(folder, format);
    const spoolPath = join(folder, `${format}.pcm`);
    writeFileSync(path, bytes);
    const job = { path, format, spoolPath, signal: calm(), maxSeconds: 60 };
    const { durationSeconds } = await decoder.decode(job).catch((cause: unknown) => {
      throw new Error(`${format} cannot be decoded.`, { cause });
    });
    assert(Math.abs(durationSeconds - 1.855) < 0.35, `${format}: ${durationSeconds} s`);
  }
});

test('what is no audio, or leads elsewhere, is nothing', async () => {
  const noise = (bytes: number) =>
    Buffer.from(Array.from({ length: bytes }, (_, at) => (Math.imul(at, 2_654_435_761) >>> 13) & 0xff));
  const files = {
    png: pictures('image2pipe', '-frames:v', '1', '-c:v', 'png'),
    gif: pictures('gif'),
    film: pictures('h264'),
    playlist: Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nfile:///etc/passwd\n\0'),
    script: Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n\0"),
    session: Buffer.from('v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nt=0 0\nm=audio 5000 RTP/AVP 0\n\0'),
    subtitles: Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nhello\n\0'),
    tracker: Buffer.concat([Buffer.alloc(1_080, 1), Buffer.from('M.K.'), Buffer.alloc(40_000, 3)]),
    'text of two bytes a letter': Buffer.from('hello, this is a text. '.repeat(900), 'utf16le'),
    program: readFileSync(process.execPath).subarray(0, PROBED_BYTES),
    zeros: Buffer.alloc(PROBED_BYTES),
    noise: noise(PROBED_BYTES),
    'a picture in the container of films': Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
  };
  for (const [name, bytes] of Object.entries(files)) {
    assert.equal(await probe().formatOf(bytes.subarray(0, PROBED_BYTES), calm()), undefined, name);
  }
  // FFmpeg's demuxers that open other files, addresses or devices, draw, or read texts.
  const never =
    /^(concat|hls|dash|imf|sdp|rtsp|rtp|lavfi|image2|.*_pipe|ffmetadata|srt|ass|webvtt|avs|vpk|tty|libgme|libopenmpt|alsa|pulse|fbdev)$/;
  assert.deepEqual(
    probedFormats.filter((format) => never.test(format)),
    [],
  );
});

/** A folder with an `ffprobe` of our own in it. */
function standIn(name: string, script: string): string {
  const bin = join(folder, name);
  mkdirSync(bin);
  writeFileSync(join(bin, 'ffprobe'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return bin;
}

test('FFmpeg is asked about no text, gets 64 KiB at most, and is ended when it hangs or talks without end', async () => {
  const bytes = Buffer.alloc(10 * PROBED_BYTES);
  const reported = join(folder, 'told');
  const bin = standIn(
    'counting',
    `/usr/bin/wc -c > '${reported}'; echo "$@" >> '${reported}'; ulimit -d >> '${reported}'; printf 'format_name=voc\nprobe_score=100\n'`,
  );
  assert.equal(await probe(bin).formatOf(bytes, calm()), 'voc');
  const [count, args = '', memory] = readFileSync(reported, 'utf8').trim().split('\n');
  assert.equal(Number(count), PROBED_BYTES);
  assert.match(args, /-protocol_whitelist pipe -format_whitelist \S+ .* pipe:0$/);
  if (process.platform === 'linux') assert.equal(Number(memory), 256 * 1_024);
  rmSync(reported);
  const text = Buffer.from('{"speech": "none"}\n'.repeat(4_000));
  assert.equal(probe(bin).isPlausible(text), false);
  assert.equal(await probe(bin).formatOf(text, calm()), undefined);
  assert.equal(existsSync(reported), false);

  const hanging = standIn('hanging', 'exec /bin/sleep 1000');
  assert.equal(await probe(hanging, 200).formatOf(bytes, calm()), undefined);
  assert.equal(await probe(standIn('talking', 'exec /usr/bin/yes')).formatOf(bytes, calm()), undefined);
  const unsure = standIn('unsure', "printf 'format_name=voc\nprobe_score=49\n'");
  assert.equal(await probe(unsure).formatOf(bytes, calm()), undefined);
  const other = standIn('other', "printf 'format_name=hls\nprobe_score=100\n'");
  assert.equal(await probe(other).formatOf(bytes, calm()), undefined);

  // Anyone who gives up is not waited for, and the next one has its turn.
  const stop = new AbortController();
  const slow = probe(hanging, 60_000);
  const waiting = Promise.allSettled(Array.from({ length: 4 }, () => slow.formatOf(bytes, stop.signal)));
  stop.abort(new Error('canceled'));
  for (const ended of await waiting)
    assert.match(String(ended.status === 'rejected' && ended.reason), /canceled/);

  const nowhere = probe(join(folder, 'nothing'));
  assert.equal(nowhere.isPlausible(bytes), false);
  assert.equal(await nowhere.formatOf(bytes, calm()), undefined);
});

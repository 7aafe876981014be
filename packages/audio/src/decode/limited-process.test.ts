import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { constants, getPriority } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { AppError, type AudioFormat } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { m4aOfClaims, repeatedFlac } from '../fixtures/hostile.ts';
import { starvedScript } from '../fixtures/starved-script.ts';
import { AudioDecoder } from './audio-decoder.ts';
import { decodeStream } from './decode-stream.ts';
import { findFfmpeg } from './ffmpeg.ts';
import { lowerSystemPriority, residentBytes, residentIn } from './limited-process.ts';
import { DecodeError } from './wav-and-aiff.ts';

const MEBIBYTE = 1024 * 1024;

const folder = temporaryFolder();
before(() => {
  mkdirSync(join(folder, 'empty'));
});

const decoderOn = (searchPath: string | undefined, limits: { stalledMs?: number; totalMs?: number } = {}) =>
  new AudioDecoder({
    env: { PATH: searchPath },
    platform: process.platform,
    logger: { debug() {} },
    ...limits,
  });

/**
 * The most that this process has grown, and the most that any process below it held, in MiB, while the work was done.
 */
async function peaksDuring(work: () => Promise<unknown>): Promise<{ own: number; children: number }> {
  const before = process.memoryUsage.rss();
  let own = 0;
  let children = 0;
  const look = () => {
    own = Math.max(own, process.memoryUsage.rss() - before);
    for (const pid of childrenOf(process.pid)) {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        children = Math.max(children, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024);
      } catch {
        // It has just ended.
      }
    }
  };
  const timer = setInterval(look, 20);
  try {
    await work();
  } finally {
    clearInterval(timer);
    look();
  }
  return { own: own / MEBIBYTE, children: children / MEBIBYTE };
}

/** Only Linux tells; Wine, which shows its files too, has other numbers. */
function childrenOf(pid: number): readonly string[] {
  if (process.platform !== 'linux') return [];
  return readFileSync(`/proc/self/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
}

async function outcome(
  decoder: AudioDecoder,
  name: string,
  format: AudioFormat,
  bytes: Buffer,
): Promise<string> {
  const path = join(folder, name);
  const spoolPath = join(folder, `${name}.pcm`);
  writeFileSync(path, bytes);
  try {
    await decoder.decode({
      path,
      format,
      spoolPath,
      signal: new AbortController().signal,
      maxSeconds: 300,
    });
    return 'decoded';
  } catch (error) {
    assert(error instanceof AppError, String(error));
    assert(!existsSync(spoolPath), 'the spool of a failed decoding is gone');
    return error.code;
  } finally {
    rmSync(spoolPath, { force: true });
  }
}

test('an m4a of a few kilobytes that claims 330 million samples does not get the memory for them', async () => {
  const bytes = m4aOfClaims();
  assert(bytes.length < 16_384);
  let code = '';
  const { children } = await peaksDuring(async () => {
    code = await outcome(decoderOn(process.env.PATH), 'claims.m4a', 'm4a', bytes);
  });
  assert.equal(code, 'AUDIO_DECODE_FAILED');
  assert(children < 450, `FFmpeg held ${Math.round(children)} MiB`);
});

test('silence in FLAC that becomes gigabytes is decoded in small parts, in a process of its own, and ends with the longest audio', async () => {
  const silence = join(folder, 'silence.flac');
  const source = ['-f', 'lavfi', '-i', 'anullsrc=channel_layout=7.1:sample_rate=48000:duration=60'];
  execFileSync('ffmpeg', ['-v', 'error', ...source, '-frame_size', '65535', silence]);
  const bytes = repeatedFlac(readFileSync(silence), 100);
  assert(bytes.length < 400_000);
  let code = '';
  const { own, children } = await peaksDuring(async () => {
    code = await outcome(decoderOn(join(folder, 'empty')), 'bomb.flac', 'flac', bytes);
  });
  // 6,000 s: longer than the five minutes that are allowed here.
  assert.equal(code, 'INVALID_REQUEST');
  assert(own < 200, `this process grew by ${Math.round(own)} MiB`);
  assert(children < 450, `the decoder held ${Math.round(children)} MiB`);
});

/** An FFmpeg that does something else. */
function stand(name: string, script: string): string {
  const place = join(folder, name);
  mkdirSync(place);
  writeFileSync(join(place, 'ffmpeg'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(place, 'ffmpeg'), 0o755);
  return place;
}

test('a decoder that goes on and on is ended when its time is over, however busily it writes', async () => {
  // Its last argument is the spool.
  const busy = stand(
    'busy',
    'for last; do :; done; spool=$(echo $last | /bin/sed s/^file://); while :; do echo more >> $spool; /bin/sleep 0.02; done',
  );
  const decoder = decoderOn(busy, { stalledMs: 60_000, totalMs: 600 });
  assert.equal(await outcome(decoder, 'busy.mp3', 'mp3', Buffer.alloc(10)), 'AUDIO_DECODE_FAILED');
});

test('a decoder that stalls after it wrote something has failed: a part of a recording is never taken for the whole', async () => {
  const place = stand(
    'stalling',
    'for last; do :; done; spool=$(echo $last | /bin/sed s/^file://); /usr/bin/head -c 64000 /dev/zero > $spool; exec /bin/sleep 1000',
  );
  const decoder = decoderOn(place, { stalledMs: 500 });
  assert.equal(await outcome(decoder, 'stalling.mp3', 'mp3', Buffer.alloc(10)), 'AUDIO_DECODE_FAILED');
});

test('a decoder that a busy machine hardly lets run is not taken for a stalled one', async (context) => {
  if (process.platform !== 'linux') return context.skip('Only Linux tells how much of a processor it had.');
  const { start, work } = starvedScript(context, ' >"$1"');
  const place = stand('starved', `for last; do :; done; exec ${start} -c '${work}' - "\${last#file:}"`);
  const decoder = decoderOn(place, { stalledMs: 500 });
  assert.equal(await outcome(decoder, 'starved.mp3', 'mp3', Buffer.alloc(10)), 'decoded');
});

test("the limit on memory is the system's: a decoder that wants more is refused it", async () => {
  const limits = join(folder, 'limits');
  const asking = stand('asking', `/bin/cat /proc/self/limits > ${limits}; exit 1`);
  assert.equal(await outcome(decoderOn(asking), 'asked.mp3', 'mp3', Buffer.alloc(10)), 'AUDIO_DECODE_FAILED');
  const found = readFileSync(limits, 'utf8');
  assert.match(found, new RegExp(`^Max data size\\s+${256 * MEBIBYTE} `, 'm'));
  assert.match(found, new RegExp(`^Max address space\\s+${1024 * MEBIBYTE} `, 'm'));
  assert.match(found, /^Max core file size\s+0 /m);
});

test('the same file through pipes gets no more memory either', async (context) => {
  const program = findFfmpeg(process.env.PATH ?? '', process.platform);
  if (program === undefined) return context.skip('FFmpeg is not installed');
  const path = join(folder, 'piped.m4a');
  writeFileSync(path, m4aOfClaims());
  const file = openSync(path, 'r');
  const { signal } = new AbortController();
  const source = { descriptor: file };
  let error: unknown;
  const { children } = await peaksDuring(async () => {
    try {
      for await (const _ of decodeStream({ program, format: 'm4a', source, maxSeconds: 300, signal }));
    } catch (reason) {
      error = reason;
    }
  });
  closeSync(file);
  assert(error instanceof DecodeError, String(error));
  assert(children < 400, `${children} MiB`);
});

test('resident memory is read in bytes, whatever the size of a page', async () => {
  // A Raspberry Pi 5, whose pages are of 16 KiB, shows 4,096 of them like this.
  assert.equal(residentIn('Name:\tffmpeg\nVmHWM:\t   70000 kB\nVmRSS:\t   65536 kB\n'), 64 * 1024 * 1024);
  assert.equal(residentIn('Name:\tzombie\nState:\tZ (zombie)\n'), undefined);
  const [before, found, after] = [
    process.memoryUsage.rss(),
    await residentBytes(process.pid),
    process.memoryUsage.rss(),
  ];
  // Node counts in pages of the system; between the looks, memory moves a little.
  const near = 32 * 1024 * 1024;
  assert(found !== undefined && found > before - near && found < after + near, `${before} ${found} ${after}`);
});

test('every thread of the process gets lower priority, and this process keeps its own', async () => {
  const child = spawn(process.execPath, [
    '--eval',
    'process.stdout.write("up"); setInterval(() => {}, 1000)',
  ]);
  try {
    await once(child.stdout, 'data');
    const before = getPriority();
    assert(child.pid);
    lowerSystemPriority(child.pid);
    const threads =
      process.platform === 'linux' ? readdirSync(`/proc/${child.pid}/task`).map(Number) : [child.pid];
    // A machine that runs the tests at a low rank already may be beyond it.
    for (const thread of threads) {
      assert(getPriority(thread) >= constants.priority.PRIORITY_BELOW_NORMAL, `thread ${thread}`);
    }
    assert.equal(getPriority(), before);
  } finally {
    child.kill('SIGKILL');
  }
});

test('it is not an error if the process has gone', async () => {
  const child = spawn(process.execPath, ['--eval', '']);
  await once(child, 'close');
  assert(child.pid);
  lowerSystemPriority(child.pid);
});

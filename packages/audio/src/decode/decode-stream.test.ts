import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { starvedScript } from '../fixtures/starved-script.ts';
import { decodeStream, type StreamDecodeJob } from './decode-stream.ts';
import { DecodeError } from './wav-and-aiff.ts';

/** More than all pipes between here and there hold together. */
const BYTES = 4_000_000;

const folder = temporaryFolder();

async function* nothing(): AsyncGenerator<Uint8Array, void, void> {
  // The decoders here need none.
}

/** The samples of a decoder that does what the script says. */
function samplesOf(script: string, more: Partial<StreamDecodeJob> = {}): AsyncGenerator<Buffer, void, void> {
  const program = join(folder, `decoder-${crypto.randomUUID()}`);
  writeFileSync(program, `#!/bin/sh\n${script}\n`);
  chmodSync(program, 0o755);
  const { signal } = new AbortController();
  return decodeStream({ program, format: 'wav', source: nothing(), maxSeconds: 7_200, signal, ...more });
}

async function rest(samples: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0;
  for await (const chunk of samples) bytes += chunk.length;
  return bytes;
}

test('a slow reader loses nothing of the rest: its time does not count as the decoder’s', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const samples = samplesOf(`/usr/bin/head -c ${BYTES} /dev/zero`, { stalledMs: 200, totalMs: 60_000 });
  let bytes = 0;
  for await (const chunk of samples) {
    // As long as a vendor takes for a part, and then longer than the decoder has for everything.
    context.mock.timers.tick(bytes === 0 ? 17_000 : 61_000);
    bytes += chunk.length;
  }
  assert.equal(bytes, BYTES);
});

test('a decoder that stalls is an error, however much came before', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const samples = samplesOf('/usr/bin/head -c 64000 /dev/zero; exec /bin/sleep 1000', { stalledMs: 200 });
  for (let bytes = 0; bytes < 64_000; ) {
    const { value } = await samples.next();
    bytes += value?.length ?? assert.fail('it ended too soon');
  }
  let isOver = false;
  const stopped = assert
    .rejects(samples.next(), (error) => error instanceof DecodeError && /stopped/.test(error.message))
    .finally(() => {
      isOver = true;
    });
  // At the first look the system may still be starting the program that sleeps.
  while (!isOver) {
    context.mock.timers.tick(200);
    await new Promise(setImmediate);
  }
  await stopped;
});

test('a decoder that a busy machine hardly lets run is not taken for a stalled one', async (context) => {
  if (process.platform !== 'linux') return context.skip('Only Linux tells how much of a processor it had.');
  const { start, work } = starvedScript(context, '');
  const samples = samplesOf(`exec ${start} -c '${work}'`, { stalledMs: 500 });
  assert.equal(await rest(samples), 64_000);
});

test('a decoder that never ends is an error when its time is over, however busily it writes', async () => {
  const samples = samplesOf('exec /bin/cat /dev/zero', { stalledMs: 60_000, totalMs: 300 });
  await assert.rejects(
    rest(samples),
    (error) => error instanceof DecodeError && /too long/.test(error.message),
  );
});

test('a decoder that is killed, as the system does when memory runs out, is an error', async () => {
  const samples = samplesOf('/usr/bin/head -c 64000 /dev/zero; kill -KILL $$');
  await assert.rejects(rest(samples), DecodeError);
});

test('a source that breaks off is an error, not the end of the audio', async () => {
  const broken = new Error('the disk is gone');
  async function* source(): AsyncGenerator<Uint8Array, void, void> {
    yield Buffer.alloc(64_000);
    throw broken;
  }
  await assert.rejects(rest(samplesOf('exec /bin/cat', { source: source() })), broken);
});

test('a decoder that ends before it has read its source decides alone what came of it', async () => {
  const early = (script: string) => {
    let isClosed = false;
    async function* source(): AsyncGenerator<Uint8Array, void, void> {
      try {
        for (let sent = 0; sent < BYTES; sent += 100_000) yield Buffer.alloc(100_000);
      } finally {
        isClosed = true;
      }
    }
    return { samples: samplesOf(script, { source: source() }), isClosed: () => isClosed };
  };
  const whole = early('/usr/bin/head -c 64000');
  assert.equal(await rest(whole.samples), 64_000);
  assert(whole.isClosed());
  const refused = early('/usr/bin/head -c 10 >/dev/null; exit 1');
  await assert.rejects(rest(refused.samples), DecodeError);
  assert(refused.isClosed());
});

test('a decoder that gives up by itself is an error, however much came before: half is never taken for the whole', async () => {
  await assert.rejects(
    rest(samplesOf('/usr/bin/head -c 64000 /dev/zero; exit 1')),
    (error) => error instanceof DecodeError && /only the first 2\.0 s/.test(error.message),
  );
  await assert.rejects(rest(samplesOf('exit 1')), DecodeError);
});

test('who stops reading early ends the decoder', async () => {
  for await (const _ of samplesOf('exec /bin/cat /dev/zero')) break;
});

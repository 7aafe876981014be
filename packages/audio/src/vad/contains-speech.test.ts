import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { seededNoise, sound, speech } from '../fixtures/sounds.ts';
import { concatenated, pause } from '../fixtures/test-speech.ts';
import { SAMPLE_RATE } from '../spool/spool-format.ts';
import { containsSpeech } from './contains-speech.ts';

const { signal } = new AbortController();

async function spool(context: TestContext, samples: Int16Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quoth-vad-'));
  context.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'spool.pcm');
  await writeFile(path, new Uint8Array(samples.buffer));
  return path;
}

test('a few words anywhere in minutes of silence are found, across the edge of a window too [SPEECH-NONE]', async (context) => {
  for (const before of [0, 19, 27, 29.5, 61, 118]) {
    const samples = concatenated([pause(before), speech(), pause(3)]);
    assert.equal(
      await containsSpeech({ spoolPath: await spool(context, samples), signal }),
      true,
      `${before}`,
    );
  }
});

test('minutes of silence or noise hold no speech, nor does an empty spool [SPEECH-NONE]', async (context) => {
  const noise = seededNoise(3);
  for (const samples of [pause(0), pause(95), sound(95, () => noise() * 3_000)])
    assert.equal(await containsSpeech({ spoolPath: await spool(context, samples), signal }), false);
});

test('only the requested range is searched', async (context) => {
  const spoolPath = await spool(context, concatenated([speech(), pause(40)]));
  const start = speech().length + SAMPLE_RATE;
  assert.equal(await containsSpeech({ spoolPath, range: { start: 0, end: start }, signal }), true);
  assert.equal(
    await containsSpeech({ spoolPath, range: { start, end: start + 35 * SAMPLE_RATE }, signal }),
    false,
  );
});

test('an aborted search rejects with the reason', async (context) => {
  const spoolPath = await spool(context, pause(1));
  await assert.rejects(containsSpeech({ spoolPath, signal: AbortSignal.abort(new Error('gone')) }), /gone/);
});

import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { RunningApplication, temporaryHome, until } from './support/running-application.ts';

const mp3 = readFileSync(
  join(import.meta.dirname, '..', '..', 'packages', 'audio', 'src', 'fixtures', 'speech.mp3'),
);

/** An FFmpeg that takes the application down with it, as a machine without memory does. */
function deadlyFfmpeg(folder: string): string {
  mkdirSync(folder);
  const path = join(folder, 'ffmpeg');
  writeFileSync(path, '#!/bin/sh\nsleep 1\nkill -9 $PPID\n');
  chmodSync(path, 0o755);
  return `${folder}:${process.env.PATH}`;
}

const home = temporaryHome();
const tools = temporaryHome();
after(async () => {
  await RunningApplication.endAll();
  rmSync(home, { recursive: true, force: true });
  rmSync(tools, { recursive: true, force: true });
});

test('a recording that ends the application while it is decoded is not tried again after three attempts, and is kept', async () => {
  const env = { PATH: deadlyFfmpeg(join(tools, 'bin')) };
  let app = await RunningApplication.start(home, ['--api'], env);
  const { body } = await app.json('/transcribe?async=true', {
    method: 'POST',
    headers: { 'content-type': 'audio/mpeg' },
    body: mp3,
  });
  assert.equal(body.ok, true);
  const ended = () =>
    until('it has ended', () => app.child.exitCode !== null || app.child.signalCode !== null);
  await ended();
  for (let start = 0; start < 2; start++) {
    // It may end before it is seen to answer.
    const started = RunningApplication.start(home, ['--api'], env);
    app = await started.catch(() => app);
    await ended();
  }
  app = await RunningApplication.start(home, ['--api'], env);
  await until('it is canceled', async () => {
    const { recording } = (await app.json(`/recordings/${body.recording_id}`)).body as {
      recording?: { status: string };
    };
    return recording?.status === 'failed';
  });
  assert.equal(app.child.exitCode, null);
  const audio = await app.fetch(`/recordings/${body.recording_id}/audio`);
  assert.equal((await audio.arrayBuffer()).byteLength, mp3.length);
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pause, testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import type { Client } from '@quoth/client';
import { bestMatch, wavSamples } from '@quoth/desktop/fixtures/best-match.ts';
import { PrivateBus } from '@quoth/desktop/fixtures/private-bus.ts';
import { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import { isRoot, needsRoot, unmount } from './support/needs-root.ts';
import { RunningApplication, temporaryHome, testModels, until } from './support/running-application.ts';

const [hello] = testSentences();
assert(hello);

let microphone: VirtualMicrophone;
let bus: PrivateBus;
let env: NodeJS.ProcessEnv;
let home: string;
let small: string;
let client: Client;
let mode: string;

before(async () => {
  microphone = await VirtualMicrophone.start();
  bus = await PrivateBus.start();
  env = { ...microphone.env, ...bus.env };
  home = temporaryHome();
  // Audio has a disk of its own, so that it can be full.
  small = join(home, 'audio');
  mkdirSync(small, { mode: 0o700 });
  if (isRoot) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=700', 'tmpfs', small]);
  const app = await RunningApplication.start(home, [], env);
  client = await app.controlSocket();
  await client.updateSettings({ body: { soundCues: false } });
  await client.importModel({ body: { path: join(testModels, 'quoth-test-en.gguf') } });
  mode = (await client.createMode({ body: { name: 'Test', model: 'quoth-test-en' } })).mode.id;
});
after(async () => {
  await RunningApplication.endAll();
  await microphone.stop();
  await bus.stop();
  if (isRoot) await unmount(small);
  rmSync(home, { recursive: true, force: true });
});

const start = () => client.startDictation({ body: { delivery: 'none', mode_id: mode } });
const finished = async (id: string) =>
  (await client.getProcessing({ params: { id }, query: { wait: true } })).processing;

test('locking the screen stops the recording and keeps what was said; a pre-roll is dropped', async () => {
  const isActive = (value: boolean) =>
    execFileSync(
      'dbus-send',
      [
        '--session',
        '--type=signal',
        '/org/freedesktop/ScreenSaver',
        'org.freedesktop.ScreenSaver.ActiveChanged',
        `boolean:${value}`,
      ],
      { env },
    );
  await client.updateSettings({ body: { microphonePreRollMs: 1_000 } });
  const listens = async () => (await client.getDictation({})).dictation.pre_roll;
  await until('the pre-roll listens', listens);
  const { id } = await start();
  await microphone.play(hello.samples);
  isActive(true);
  const { ended_by, text } = await finished(id);
  assert.deepEqual([ended_by, text], ['screen-locked', hello.expected]);
  assert.equal(await listens(), false);
  isActive(false);
  await until('it listens again', listens);
  await client.updateSettings({ body: { microphonePreRollMs: 0 } });
});

test(
  'a disk that fills up ends the recording; what was written is there, and becomes text when there is room',
  needsRoot,
  async () => {
    const ballast = join(small, 'ballast');
    // Room for three seconds.
    writeFileSync(ballast, Buffer.alloc(1_048_576 - 96_000 - 130_000));
    const { id } = await start();
    const playing = microphone.play(
      Int16Array.from(
        [...hello.samples, ...pause(6)].map((sample) => sample || (Math.random() < 0.5 ? 1 : 0)),
      ),
    );
    const { ended_by } = await finished(id);
    await playing;
    assert.equal(ended_by, 'disk-failed');
    rmSync(ballast);
    const { recording } = await client.getRecording({ params: { id } });
    const audio = wavSamples(readFileSync(recording.audioFilePath ?? ''));
    assert(bestMatch(hello.samples.subarray(4_000, 7_200), audio).likeness > 0.9);
    const answer = await client.retranscribe({ params: { id }, body: {} });
    assert('text' in answer && answer.text.startsWith('hello'));
  },
);

test(
  'where database and audio share a disk that fills up, the recording fails visibly and becomes text when there is room',
  needsRoot,
  async () => {
    const shared = temporaryHome();
    const mount = (options: string) => execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', shared]);
    mount('size=300m,mode=700');
    try {
      const app = await RunningApplication.start(shared, [], env);
      const own = await app.controlSocket();
      await own.updateSettings({ body: { soundCues: false } });
      await own.importModel({ body: { path: join(testModels, 'quoth-test-en.gguf') } });
      const { id: mode_id } = (await own.createMode({ body: { name: 'Test', model: 'quoth-test-en' } })).mode;
      const ballast = join(shared, 'ballast');
      const { bsize, blocks, bfree } = statfsSync(shared);
      mount(`remount,size=${(blocks - bfree) * bsize + 4 * 1_048_576},mode=700`);
      const leave = (bytes: number) =>
        writeFileSync(ballast, Buffer.alloc(statfsSync(shared).bfree * bsize - bytes));
      for (const left of [160_000, 60_000]) {
        leave(left);
        const { id } = await own.startDictation({ body: { delivery: 'none', mode_id } });
        const playing = microphone.play(
          Int16Array.from(
            [...hello.samples, ...pause(8)].map((sample) => sample || (Math.random() < 0.5 ? 1 : 0)),
          ),
        );
        const { processing } = await own.getProcessing({ params: { id }, query: { wait: true } });
        await playing;
        assert.deepEqual([processing.ended_by, processing.phase], ['disk-failed', 'failed']);
        assert.match(processing.error?.message ?? '', /disk is full/i);
        rmSync(ballast);
        const status = async () => (await own.getRecording({ params: { id } })).recording.status;
        await until('its end is written', async () => (await status()) === 'failed');
        // What little there was room for need not hold a word.
        if (left < 100_000) continue;
        const answer = await own.retranscribe({ params: { id }, body: {} });
        assert('text' in answer && answer.text.startsWith('hello'));
      }
      leave(0);
      const { id } = await own.startDictation({ body: { delivery: 'none', mode_id } });
      const playing = microphone.play(hello.samples);
      const { processing } = await own.getProcessing({ params: { id }, query: { wait: true } });
      await playing;
      assert.match(processing.error?.message ?? '', /disk is full/i);
      assert.doesNotMatch(processing.error?.hint ?? '', /transcribe it again/);
      rmSync(ballast);
      assert.equal(app.child.exitCode, null);
      assert.equal(await app.end(), 0);
    } finally {
      await RunningApplication.endAll();
      await unmount(shared);
      rmSync(shared, { recursive: true, force: true });
    }
  },
);

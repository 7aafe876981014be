import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import type { Client } from '@quoth/client';
import { until } from '@quoth/desktop/fixtures/test-display.ts';
import { TestSway } from '@quoth/desktop/fixtures/test-sway.ts';
import { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import { comparableWords } from '@quoth/text';
import { RunningApplication, temporaryHome, testModels } from '../support/running-application.ts';

const spoken = testSentences()[11] ?? assert.fail();

let sway: TestSway;
let microphone: VirtualMicrophone;
let home: string;
let client: Client;

before(async () => {
  [sway, microphone] = await Promise.all([TestSway.start(), VirtualMicrophone.start()]);
  home = temporaryHome();
  const app = await RunningApplication.start(home, [], { ...microphone.env, ...sway.env, DISPLAY: '' });
  client = await app.controlSocket();
  await client.updateSettings({ body: { soundCues: false } });
  await client.importModel({ body: { path: join(testModels, 'quoth-test-en-streaming.gguf') } });
  const { mode } = await client.createMode({ body: { name: 'Test', model: 'quoth-test-en-streaming' } });
  await client.updateMode({ params: { id: mode.id }, body: { isDefault: true } });
});
after(async () => {
  await RunningApplication.endAll();
  await Promise.all([microphone.stop(), sway.stop()]);
  rmSync(home, { recursive: true, force: true });
});

const dictation = async () => (await client.getDictation({})).dictation;

async function dictate(): Promise<void> {
  await client.startDictation({ body: { delivery: 'paste' } });
  await until(async () => (await dictation()).recording?.phase === 'recording');
  await microphone.play(spoken.samples);
  await client.stopDictation();
}

test('on sway, what is said stands at the cursor, and the clipboard is as it was', async () => {
  const terminal = await sway.terminal();
  await sway.copy('was copied');
  await dictate();
  await until(async () => (await dictation()).processing.at(-1)?.phase === 'delivered', 60_000);
  const written = (await dictation()).processing.at(-1)?.text ?? '';
  await until(() => terminal.text().trim() === written.trim());
  // The tiny model gets a word wrong now and then.
  const words = comparableWords(spoken.expected);
  const recognized = comparableWords(written);
  assert(words.filter((word) => recognized.includes(word)).length >= words.length / 2, written);
  assert.equal(String(await sway.paste()), 'was copied');
  await terminal.close();
});

test('on sway, without a window to write into it is copied, and that is said', async () => {
  await until(async () => (await sway.application.current()) === null);
  await dictate();
  await until(async () => (await dictation()).processing.at(-1)?.phase === 'copied', 60_000);
  const last = (await dictation()).processing.at(-1);
  assert.match(last?.error?.message ?? '', /No window has the focus/);
  assert.equal(String(await sway.paste()), last?.text);
});

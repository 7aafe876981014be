import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import type { Client } from '@quoth/client';
import { TestSway } from '@quoth/desktop/fixtures/test-sway.ts';
import type { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { comparableWords } from '@quoth/text';
import { applicationTests } from '../support/application-tests.ts';

const spoken = testSentences()[11] ?? assert.fail();

let sway: TestSway;
let microphone: VirtualMicrophone;
let client: Client;
applicationTests(
  {
    flags: [],
    env: { DISPLAY: '' },
    microphone: true,
    companion: async () => {
      sway = await TestSway.start();
      return sway;
    },
    model: 'quoth-test-en-streaming',
  },
  (tests) => {
    ({ microphone, own: client } = tests);
  },
);

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

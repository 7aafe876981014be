import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import type { Client } from '@quoth/client';
import { type PasteTargetProgram, startTarget } from '@quoth/desktop/fixtures/paste-targets.ts';
import type { TestDisplay } from '@quoth/desktop/fixtures/test-display.ts';
import type { TestKeyboard } from '@quoth/desktop/fixtures/test-keyboard.ts';
import type { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { FixedRecognizer } from '../provider-simulator/fixed-recognizer.ts';
import type { ProviderSimulator } from '../provider-simulator/simulator.ts';
import { applicationTests } from '../support/application-tests.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const instruction = testSentences()[11];
assert(instruction);
/** keysymdef.h */
const keys = { a: 0x61, b: 0x62, e: 0x65, home: 0xff50, space: 0x20, control: 0xffe3, alt: 0xffe9, z: 0x7a };
const edit = [keys.control, keys.alt, keys.e];

let display: TestDisplay;
let microphone: VirtualMicrophone;
let keyboard: TestKeyboard;
let simulator: ProviderSimulator;
let home: string;
let client: Client;
let target: PasteTargetProgram;
applicationTests(
  {
    flags: [],
    microphone: true,
    display: true,
    cloud: new FixedRecognizer('', 0),
    settings: { shortcutEditSelection: 'Ctrl+Alt+E' },
    model: 'quoth-test-en-streaming',
  },
  async (tests) => {
    ({ display, microphone, keyboard, simulator, home, own: client } = tests);
    target = await startTarget(display, 'mousepad');
  },
);
after(() => target?.close());

const dictation = async () => (await client.getDictation({})).dictation;
/** Selects everything, speaks the instruction, and waits until it has come to its end. */
async function edited() {
  const known = (await dictation()).processing.map(({ id }) => id);
  await keyboard.press(keys.control, keys.a);
  await keyboard.press(...edit);
  await until(async () => (await dictation()).recording?.phase === 'recording');
  await microphone.play(instruction?.samples ?? new Int16Array());
  await keyboard.press(...edit);
  const one = async () => (await dictation()).processing.find(({ id }) => !known.includes(id));
  const ends = ['delivered', 'copied', 'shown', 'failed', 'cancelled'];
  await until(async () => ends.includes((await one())?.phase ?? ''));
  return one();
}

test('what is selected is changed as one says and takes its own place; what fails leaves it as it is', async () => {
  await keyboard.press(keys.a);
  await keyboard.press(keys.b);
  await keyboard.press(keys.space);
  await until(async () => (await target.text()) === 'ab ');
  await using reported = heardRemarks();
  const isShown = () => reported.messages.some((message) => /needs a language model/.test(message));
  // The stream of events takes a moment to be there.
  await until(async () => {
    await keyboard.press(...edit);
    return until(isShown, 2_000).then(
      () => true,
      () => false,
    );
  }, 30_000);
  assert.equal((await dictation()).recording, null, 'no one is there to change it');
  await client.setProviderKey({ params: { id: 'openai' }, body: { key: simulator.key('openai') } });
  await until(async () => {
    const { providers } = await client.listProviders({});
    return providers.find(({ id }) => id === 'openai')?.status === 'healthy';
  });
  simulator.language.behave('openai', 'empties', 1);
  const refused = await edited();
  assert.equal(refused?.phase, 'failed');
  assert.match(refused?.error?.message ?? '', /stays as it is/);
  assert.equal(await target.text(), 'ab ');
  const done = await edited();
  assert.equal(done?.phase, 'delivered', JSON.stringify(done?.error));
  await until(async () => (await target.text()) === done?.text);
  assert.notEqual(done?.text, 'ab ');
  const sent = simulator.language.reported.at(-1);
  assert(JSON.stringify(sent).includes('ab'), 'the selection was sent');
  // It can be had back from the history while the application lives, and lies in no file.
  const id = done?.id ?? '';
  assert.deepEqual((await dictation()).replaced, [id]);
  assert.equal((await client.getReplacedText({ params: { id } })).text, 'ab ');
  const printed = execFileSync(join(root, 'quoth'), ['dictate', 'replaced'], {
    env: { ...process.env, QUOTH_HOME: home },
    encoding: 'utf8',
  });
  assert.equal(printed, 'ab \n');
  await assert.rejects(client.getReplacedText({ params: { id: refused?.id ?? '' } }), {
    code: 'RECORDING_NOT_FOUND',
  });
  // And its own program takes it back.
  let shown = await target.text();
  await until(async () => {
    if (shown === 'ab ') return true;
    // One step at a time: a second one too many would undo what was typed.
    await keyboard.press(keys.control, keys.z);
    await until(async () => (await target.text()) !== shown);
    shown = await target.text();
    return false;
  });
});

test('a program that hangs does not say what is selected: the instruction is written nowhere, and that is reported', async () => {
  // Mousepad would ask about the file that it saved before it hung.
  const browser = await startTarget(display, 'textarea');
  try {
    await keyboard.press(keys.a);
    await until(async () => (await browser.text()) === 'a');
    await using reported = heardRemarks();
    const isShown = () => reported.messages.some((message) => /nothing was changed/.test(message));
    process.kill(browser.pid, 'SIGSTOP');
    await keyboard.press(keys.control, keys.a);
    await until(async () => {
      await keyboard.press(...edit);
      return until(isShown, 10_000).then(
        () => true,
        () => false,
      );
    }, 40_000);
    process.kill(browser.pid, 'SIGCONT');
    await until(async () => (await dictation()).processing.at(-1)?.phase === 'cancelled');
    assert.equal((await dictation()).recording, null);
    // What is selected still is: it can be edited as soon as the program answers.
    const done = await edited();
    assert.equal(done?.phase, 'delivered', JSON.stringify(done?.error));
    assert.equal((await client.getReplacedText({ params: { id: done?.id ?? '' } })).text, 'a');
    await until(async () => (await browser.text()) === done?.text);
  } finally {
    browser.close();
  }
});

/** What the application tells anyone who pressed a key. */
function heardRemarks(): AsyncDisposable & { readonly messages: readonly string[] } {
  const messages: string[] = [];
  const stop = new AbortController();
  const listening = (async () => {
    for await (const event of client.streamEvents({ signal: stop.signal }))
      if (event.type === 'remark-made') messages.push(event.message);
  })().catch(() => undefined);
  return {
    messages,
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await listening;
    },
  };
}

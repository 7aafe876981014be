import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import type { Client } from '@quoth/client';
import { type PasteTargetProgram, startTarget } from '@quoth/desktop/fixtures/paste-targets.ts';
import { TestClipboard } from '@quoth/desktop/fixtures/test-clipboard.ts';
import type { TestKeyboard } from '@quoth/desktop/fixtures/test-keyboard.ts';
import type { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { FixedRecognizer } from '../provider-simulator/fixed-recognizer.ts';
import type { ProviderSimulator } from '../provider-simulator/simulator.ts';
import { applicationTests } from '../support/application-tests.ts';

const sentence = testSentences()[11];
assert(sentence);
/** keysymdef.h */
const keys = { a: 0x61, e: 0x65, v: 0x76, space: 0x20, control: 0xffe3, alt: 0xffe9 };
/** A key with Ctrl and Alt for each action. */
const shortcuts = { toggle: keys.space, pasteLast: keys.v, editSelection: keys.e } as const;

let microphone: VirtualMicrophone;
let keyboard: TestKeyboard;
let clipboard: TestClipboard;
let simulator: ProviderSimulator;
let client: Client;
let target: PasteTargetProgram;
applicationTests(
  {
    flags: [],
    microphone: true,
    display: true,
    cloud: new FixedRecognizer('', 0),
    settings: { shortcutEditSelection: 'Ctrl+Alt+E', shortcutPasteLast: 'Ctrl+Alt+V' },
    model: 'quoth-test-en-streaming',
  },
  async (tests) => {
    ({ microphone, keyboard, simulator, own: client } = tests);
    clipboard = await TestClipboard.at(tests.display.name);
    await client.updateMode({ params: { id: tests.mode }, body: { spaceBetweenDictations: false } });
    await client.setProviderKey({ params: { id: 'openai' }, body: { key: simulator.key('openai') } });
    await until(async () => {
      const { providers } = await client.listProviders({});
      return providers.find(({ id }) => id === 'openai')?.status === 'healthy';
    });
    await until(async () => {
      const { shortcuts: all } = await client.getShortcuts({});
      return Object.keys(shortcuts).every((action) =>
        all.keys.some((key) => key.action === action && key.state === 'active'),
      );
    });
    target = await startTarget(tests.display, 'mousepad');
  },
);
after(() => {
  target?.close();
  clipboard.close();
});

const dictation = async () => (await client.getDictation({})).dictation;

/**
 * As a macro pad (0 ms) or a person presses them: the letter goes up so long after it went down, and after its
 * modifiers.
 */
async function pressed(action: keyof typeof shortcuts, heldMs: number): Promise<void> {
  await keyboard.down(keys.control, keys.alt, shortcuts[action]);
  if (heldMs === 0) return keyboard.up(keys.control, keys.alt, shortcuts[action]);
  await pause(Math.min(heldMs, 50));
  await keyboard.up(keys.control, keys.alt);
  await pause(heldMs - Math.min(heldMs, 50));
  await keyboard.up(shortcuts[action]);
}

/** Presses the keys, speaks, presses them again, and waits until its text has come to its end. */
async function spoken(action: 'toggle' | 'editSelection', heldMs: number) {
  const known = (await dictation()).processing.map(({ id }) => id);
  // One that is held for a second is held to talk.
  await pressed(action, Math.min(heldMs, 500));
  await until(async () => (await dictation()).recording?.phase === 'recording');
  await microphone.play(sentence?.samples ?? new Int16Array());
  await pressed(action, heldMs);
  const one = async () => (await dictation()).processing.find(({ id }) => !known.includes(id));
  await until(async () =>
    ['delivered', 'copied', 'shown', 'failed', 'cancelled'].includes((await one())?.phase ?? ''),
  );
  return one();
}

// At once, as people press, and until long after the text has come, while the keys repeat.
for (const heldMs of [0, 100, 2_000]) {
  test(`a shortcut held for ${heldMs} ms writes what it should: dictated, again, and edited`, async () => {
    await clipboard.put('before');
    const before = await target.text();
    const dictated = await spoken('toggle', heldMs);
    assert.equal(dictated?.phase, 'delivered', JSON.stringify(dictated?.error));
    await until(async () => (await target.text()) === before + dictated?.text);
    await pressed('pasteLast', heldMs);
    await until(async () => (await target.text()) === before + dictated?.text + dictated?.text);
    await keyboard.press(keys.control, keys.a);
    const edited = await spoken('editSelection', heldMs);
    assert.equal(edited?.phase, 'delivered', JSON.stringify(edited?.error));
    assert(JSON.stringify(simulator.language.reported.at(-1)).includes(dictated?.text?.trim() ?? '?'));
    await until(async () => (await target.text()) === edited?.text);
    const id = edited?.id ?? '';
    const { text } = await client.getReplacedText({ params: { id } });
    assert.equal(text, before + dictated?.text + dictated?.text);
    await until(async () => (await clipboard.text()) === 'before');
    assert.equal(await keyboard.isAnyDown(), false);
  });
}

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { afterEach, test } from 'node:test';
import { testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import type { Client } from '@quoth/client';
import type { QuothEvent, ShortcutAction } from '@quoth/contract';
import { type PasteTargetProgram, startTarget } from '@quoth/desktop/fixtures/paste-targets.ts';
import { ShownIndicator } from '@quoth/desktop/fixtures/shown-indicator.ts';
import type { TestDisplay } from '@quoth/desktop/fixtures/test-display.ts';
import type { TestKeyboard } from '@quoth/desktop/fixtures/test-keyboard.ts';
import type { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { comparableWords } from '@quoth/text';
import { applicationTests } from '../support/application-tests.ts';
import { RunningApplication, temporaryHome } from '../support/running-application.ts';

const sentence = testSentences()[11];
assert(sentence);
/** keysymdef.h */
const keys = {
  space: 0x20,
  escape: 0xff1b,
  enter: 0xff0d,
  c: 0x63,
  control: 0xffe3,
  controlRight: 0xffe4,
  alt: 0xffe9,
  superLeft: 0xffeb,
  numLock: 0xff7f,
  f9: 0xffc6,
};
const [CONTROL, ALT] = [1 << 2, 1 << 3];
const toggle = [keys.control, keys.alt, keys.space];

let display: TestDisplay;
let microphone: VirtualMicrophone;
let keyboard: TestKeyboard;
let app: RunningApplication;
let client: Client;
applicationTests(
  { flags: [], microphone: true, display: true, model: 'quoth-test-en-streaming' },
  (tests) => {
    ({ display, microphone, keyboard, application: app, own: client } = tests);
  },
);
afterEach(async () => {
  await keyboard.up(...toggle, keys.controlRight, keys.f9).catch(() => undefined);
  await client.cancelDictation().catch(() => undefined);
});

const dictation = async () => (await client.getDictation({})).dictation;
const isRecording = async () => (await dictation()).recording?.phase === 'recording';
const isIdle = async () => (await dictation()).recording === null;
const stateOf = async (action: ShortcutAction) => {
  const { shortcuts } = await client.getShortcuts({});
  const found = shortcuts.keys.find((key) => key.action === action);
  assert(found);
  return found;
};
const isActive = (action: ShortcutAction) => until(async () => (await stateOf(action)).state === 'active');
/** The tiny model gets a word wrong now and then. */
function assertRecognized(text: string): void {
  const recognized = comparableWords(text);
  const words = comparableWords(sentence?.expected ?? '');
  assert(words.filter((word) => recognized.includes(word)).length >= words.length / 2, text || 'no text');
}

async function withTerminal(work: (target: PasteTargetProgram) => Promise<void>): Promise<void> {
  const target = await startTarget(display, 'xterm');
  try {
    await work(target);
  } finally {
    target.close();
  }
}

test('a key pressed in another program, a sentence, the key again: the text stands at the cursor', async () => {
  await isActive('toggle');
  await withTerminal(async (target) => {
    await keyboard.press(...toggle);
    await until(isRecording);
    await microphone.play(sentence.samples);
    await keyboard.press(...toggle);
    await until(async () => (await target.text()) !== '');
    await until(async () => (await dictation()).processing.at(-1)?.phase === 'delivered');
    const text = await target.text();
    assertRecognized(text);
    assert(!text.includes('\0') && !text.includes('\x1b'), 'the program below never saw the key');
    assert.equal((await dictation()).processing.at(-1)?.text?.trim(), text.trim());
  });
});

test('with NumLock on it is the same key, and Esc belongs to us only while one records', async () => {
  await keyboard.press(keys.numLock);
  await withTerminal(async (target) => {
    // A window that has the focus does not yet take keys.
    await until(async () => {
      await keyboard.press(keys.enter);
      return (await target.text()) !== '';
    });
    await keyboard.press(keys.escape);
    await until(async () => (await target.text()).endsWith('\x1b'));
    await keyboard.press(...toggle);
    await until(isRecording);
    let before = '';
    // On a busy machine the key is taken a moment after the recording has begun.
    await until(async () => {
      before = await target.text();
      await keyboard.press(keys.escape);
      return until(isIdle, 5_000).then(
        () => true,
        () => false,
      );
    }, 60_000);
    await until(async () => (await dictation()).processing.at(-1)?.phase === 'cancelled');
    assert.equal(await target.text(), before);
  });
  await keyboard.press(keys.numLock);
});

test('what Esc discarded is on the card with an Undo, which brings it back and makes it text', async () => {
  const indicator = await ShownIndicator.at(display);
  try {
    await keyboard.press(...toggle);
    await until(isRecording);
    // Others may have been discarded within the last ten seconds.
    const id = (await dictation()).recording?.id ?? '';
    await microphone.play(sentence.samples);
    await until(async () => {
      await keyboard.press(keys.escape);
      return until(isIdle, 5_000).then(
        () => true,
        () => false,
      );
    }, 60_000);
    await until(async () => (await dictation()).discarded.includes(id));
    await assert.rejects(client.getRecording({ params: { id } }), { code: 'RECORDING_NOT_FOUND' });
    await until(async () => {
      await indicator.pressUndo(keyboard);
      return !(await dictation()).discarded.includes(id);
    });
    await until(async () => (await client.getRecording({ params: { id } })).recording.status === 'completed');
    assertRecognized((await client.getRecording({ params: { id } })).recording.text ?? '');
  } finally {
    indicator.close();
  }
});

test('a key is held to talk, and a bare modifier too, but not as part of a shortcut', async () => {
  for (const [shortcut, sign] of [
    ['F9', keys.f9],
    ['ControlRight', keys.controlRight],
  ] as const) {
    await client.updateSettings({ body: { shortcutPushToTalk: shortcut } });
    await isActive('pushToTalk');
    const known = (await dictation()).processing.map(({ id }) => id);
    // The observer takes a moment to see its first key.
    await until(async () => {
      await keyboard.down(sign);
      const hasBegun = await until(isRecording, 3_000).then(
        () => true,
        () => false,
      );
      if (!hasBegun) await keyboard.up(sign);
      return hasBegun;
    }, 30_000);
    await keyboard.up(sign);
    await until(async () => (await dictation()).processing.some(({ id }) => !known.includes(id)));
  }
  const earlier = (await dictation()).processing.map(({ id }) => id);
  await keyboard.down(keys.controlRight, keys.c);
  await keyboard.up(keys.controlRight, keys.c);
  // A key that came later would have been recognized after them.
  await keyboard.press(...toggle);
  await until(isRecording);
  const later = (await dictation()).processing.filter(({ id }) => !earlier.includes(id));
  assert.deepEqual(later, [], 'and no other recording');
  await keyboard.press(...toggle);
  await until(isIdle);
});

test('the observer dies while its key is held: the recording ends, and the key works again', async () => {
  await keyboard.down(keys.controlRight);
  await until(isRecording);
  const observer = childOf(app.child.pid ?? 0, 'observer-main');
  process.kill(observer, 'SIGKILL');
  await until(isIdle);
  await keyboard.up(keys.controlRight);
  await until(
    () =>
      childOf(app.child.pid ?? 0, 'observer-main') !== observer &&
      childOf(app.child.pid ?? 0, 'observer-main') > 0,
  );
  await until(async () => {
    await keyboard.down(keys.controlRight);
    const hasBegun = await until(isRecording, 3_000).then(
      () => true,
      () => false,
    );
    await keyboard.up(keys.controlRight);
    return hasBegun;
  }, 30_000);
  await until(isIdle);
  await client.updateSettings({ body: { shortcutPushToTalk: null } });
});

test('the doctor says why the main key does not work, and nothing of one that is not registered yet', async () => {
  const shortcuts = async (from: Client) =>
    (await from.examine()).findings.filter(({ id }) => id === 'shortcuts');
  await keyboard.take(keys.f9, CONTROL | ALT);
  await client.updateSettings({ body: { shortcutToggle: 'Ctrl+Alt+F9' } });
  await until(async () => (await stateOf('toggle')).state === 'conflict');
  const [taken] = await shortcuts(client);
  assert.equal(taken?.status, 'warning');
  assert.match(`${taken?.detail} ${taken?.fix}`, /taken by another program.*settings set shortcutToggle/);
  await client.updateSettings({ body: { shortcutToggle: 'Ctrl+Alt+Space' } });
  await isActive('toggle');
  assert.equal((await shortcuts(client))[0]?.status, 'ok');
  const forOneCommand = await RunningApplication.start(temporaryHome(), ['--ephemeral'], display.env);
  assert.deepEqual(await shortcuts(await forOneCommand.controlSocket()), []);
  await forOneCommand.remove();
});

test('a key that somebody else has is reported, with who has it; and keys are tried without recording', async () => {
  await keyboard.take(keys.c, CONTROL | ALT);
  await client.updateSettings({ body: { shortcutPasteLast: 'Ctrl+Alt+C' } });
  await until(async () => (await stateOf('pasteLast')).state === 'conflict');
  assert.equal((await stateOf('pasteLast')).conflicts_with, 'another-program');
  for (const body of [
    { shortcutPasteLast: 'Ctrl+Nonsense' },
    { shortcutPasteLast: 'C' },
    { shortcutNextMode: 'Ctrl+Alt+Space' },
  ])
    await assert.rejects(client.updateSettings({ body }), { code: 'INVALID_REQUEST' });
  await using reported = await heardEvents();
  const { events } = reported;
  await client.setShortcutMode({ body: { mode: 'try' } });
  await until(async () => {
    await keyboard.press(...toggle);
    return events.some((event) => event.type === 'shortcut-tried' && event.action === 'toggle');
  });
  assert.equal((await dictation()).recording, null);
  await client.setShortcutMode({ body: { mode: 'normal' } });
  await client.updateSettings({ body: { shortcutPasteLast: null, shortcutNextMode: null } });
});

test('on a fresh machine whose default keys are taken, free ones are set and can be tried in any program', async () => {
  await isActive('toggle');
  const otherHome = temporaryHome();
  const other = await RunningApplication.start(otherHome, [], { ...microphone.env, ...display.env });
  try {
    const fresh = await other.controlSocket();
    const toggleKey = async () => {
      const { shortcuts } = await fresh.getShortcuts({});
      return shortcuts.keys.find((key) => key.action === 'toggle' && key.state === 'active')?.shortcut;
    };
    await until(async () => (await toggleKey()) === 'Alt+Super+Space');
    assert.equal((await fresh.getSettings()).settings.shortcutToggle, 'Alt+Super+Space');
    await using reported = await heardEvents(fresh);
    await fresh.setShortcutMode({ body: { mode: 'try' } });
    await until(async () => {
      await keyboard.press(keys.superLeft, keys.alt, keys.space);
      return reported.events.some((event) => event.type === 'shortcut-tried' && event.action === 'toggle');
    });
    assert.equal((await fresh.getDictation({})).dictation.recording, null);
  } finally {
    await other.remove();
  }
});

test('a key that begins no recording says why at the indicator, as does one whose text was only copied', async () => {
  await client.updateSettings({ body: { shortcutPasteLast: 'F9' } });
  await isActive('pasteLast');
  await using reported = await heardEvents();
  const remarks = () => reported.events.filter((event) => event.type === 'remark-made');
  // Nothing has the focus: the text is on the clipboard.
  await keyboard.press(keys.f9);
  await until(() => remarks().length === 1);
  assert.match(remarks()[0]?.message ?? '', /copied/);
  await until(() => childOf(app.child.pid ?? 0, 'indicator') !== 0);
  const { modes } = await client.listModes();
  const own = modes.find(({ isDefault }) => isDefault);
  const { mode } = await client.createMode({ body: { name: 'No model', model: 'whisper-large-v3-turbo' } });
  await client.updateMode({ params: { id: mode.id }, body: { isDefault: true } });
  await keyboard.press(...toggle);
  await until(() => remarks().length === 2);
  assert.match(remarks()[1]?.message ?? '', /not installed/);
  assert.equal((await dictation()).recording, null);
  await client.updateMode({ params: { id: own?.id ?? '' }, body: { isDefault: true } });
  await client.updateSettings({ body: { shortcutPasteLast: null } });
});

test('the X server dies while one records: nothing that was said is lost, and Quoth goes on', async () => {
  await keyboard.press(...toggle);
  await until(isRecording);
  await microphone.play(sentence.samples);
  await display.kill();
  assert.equal(await isRecording(), true);
  await client.stopDictation();
  await until(async () => ['copied', 'shown'].includes((await dictation()).processing.at(-1)?.phase ?? ''));
  const last = (await dictation()).processing.at(-1);
  assertRecognized(last?.text ?? '');
  assert(last?.error, 'and it is said that it was not written');
  assert.equal((await stateOf('toggle')).state, 'unavailable');
});

/** Everything that the application tells its window meanwhile. */
async function heardEvents(
  teller = client,
): Promise<AsyncDisposable & { readonly events: readonly QuothEvent[] }> {
  const events: QuothEvent[] = [];
  const stop = new AbortController();
  const listening = (async () => {
    for await (const event of teller.streamEvents({ signal: stop.signal })) events.push(event);
  })().catch(() => undefined);
  // What happens before the stream is there would not be heard.
  await until(async () => {
    await teller.setShortcutMode({ body: { mode: 'normal' } });
    return events.length > 0;
  });
  return {
    events,
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await listening;
    },
  };
}

/** Process id of a child by its script; 0 where none exists. */
function childOf(parent: number, script: string): number {
  const listed = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(parent)], { encoding: 'utf8' });
  const line = listed.split('\n').find((one) => one.includes(script));
  return Number(line?.trim().split(/\s+/)[0] ?? 0);
}

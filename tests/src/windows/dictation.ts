import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Dictation, Processing, Recording, Settings } from '@quoth/contract';
import { FixedRecognizer } from '../provider-simulator/fixed-recognizer.ts';
import { ProviderSimulator } from '../provider-simulator/simulator.ts';
import {
  type Desk,
  dataFolder,
  openDesk,
  pixelsOf,
  plugIn,
  quoth,
  quothWith,
  screenshot,
  speak,
  startWindows,
  unplug,
  until,
  windows,
  xdotool,
} from './machine.ts';
import { haveModel, isHeard, put, SENTENCE, sentences } from './samples.ts';
import { unitsEnded } from './units.ts';

// From the keys to the text in Notepad.

const TOGGLE = 'ctrl+alt+space';
/** A bitmap of two by two pixels: BITMAPINFOHEADER and 24 bits a pixel, lines of 8 bytes. */
const PICTURE = Buffer.from(
  '28000000020000000200000001001800000000001000000000000000000000000000000000000000ff0000ff00ff00000000ff00ffffff000000',
  'hex',
).toString('base64');

/** Of the 256 of an icon, so many are red while it records. */
const ICON_PIXELS = 20;

/** How many pixels are red. */
async function redIn(corners: readonly number[]): Promise<number> {
  const pixels = await pixelsOf(corners);
  let count = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
    if (red > 150 && green < 110 && blue < 110) count++;
  }
  return count;
}

interface Window {
  readonly name: string;
  readonly isVisible: boolean;
  readonly exStyle: number;
  readonly corners: readonly number[];
}

let desk: Desk;
let simulator: ProviderSimulator;

async function control<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const answer = await desk.ask<{ status: number; body: Answer }>('control', method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const dictation = async () => (await control<{ dictation: Dictation }>('GET', '/dictation')).dictation;
const set = (settings: Partial<Settings>) => control('PATCH', '/settings', settings);
const text = () => desk.ask<string>('text');

describe('dictation', () => {
  before(
    async () => {
      // Speech is played in real time: what else runs would take parts of it away.
      await unitsEnded();
      simulator = await ProviderSimulator.start(new FixedRecognizer('', 0));
      desk = await openDesk();
      const started = await quothWith({ QUOTH_SIMULATED_CLOUD: simulator.origin }, 'start', '--headless');
      assert.equal(started.code, 0, started.error + started.out);
      await haveModel();
    },
    { timeout: 1_200_000 },
  );
  after(async () => {
    await windows('taskkill.exe', '/f', '/im', 'notepad.exe');
    await desk.close();
    await simulator.close();
    await quoth('stop');
  });

  /** Opens it where it is not open. */
  async function focusNotepad(): Promise<void> {
    const windowOf = () => xdotool('search', '--name', 'Notepad').catch(() => '');
    if ((await windowOf()) === '') startWindows('notepad.exe');
    await until('Notepad', async () => (await windowOf()) !== '');
    await focus('Notepad');
    // Beside the tray, which Wine shows at the left.
    await xdotool('search', '--name', 'Notepad', 'windowmove', '200', '150');
    await until('Notepad in front', async () => (await desk.ask<string>('front')).startsWith('Notepad '));
  }

  async function focus(title: string): Promise<void> {
    const [window = ''] = (await xdotool('search', '--name', title)).split('\n');
    await xdotool('windowactivate', '--sync', window);
  }

  async function recording(): Promise<void> {
    let now: Dictation | undefined;
    await until('a recording', async () => {
      now = await dictation();
      return now.recording?.phase === 'recording';
    }).catch((error) => {
      throw new Error(`${error.message} ${JSON.stringify(now)}`);
    });
  }

  /** What became of the dictation that is not one of these. */
  const ended = (known: readonly string[]) =>
    until(
      'the end of the dictation',
      async () =>
        (await dictation()).processing.find(({ id, phase }) => !known.includes(id) && finals.includes(phase)),
      60,
    );

  const finals = ['delivered', 'copied', 'shown', 'failed', 'cancelled'];

  /** Presses the keys, speaks, and presses them again; gives what became of it. */
  async function dictate({
    keys = TOGGLE,
    file = SENTENCE,
    meanwhile = async () => undefined as unknown,
    end = () => xdotool('key', keys) as Promise<unknown>,
  } = {}): Promise<Processing> {
    const known = (await dictation()).processing.map(({ id }) => id);
    await xdotool('key', keys);
    await recording();
    await speak(put('speech', file).here);
    await end();
    await meanwhile();
    return await ended(known);
  }

  // Wine reports keys only while a window of its own has the focus. A test that failed may have left keys down, or a
  // recording.
  beforeEach(async () => {
    await xdotool('keyup', 'space', 'keyup', 'shift', 'keyup', 'alt', 'keyup', 'ctrl');
    if ((await dictation()).recording) await control('POST', '/dictation/cancel');
    await focusNotepad();
  });

  test('the keys are taken, by RegisterHotKey', async () => {
    const { code, out, error } = await quoth('dictate', 'status');
    assert.equal(code, 0, error);
    assert.match(out, /Ctrl\+Alt\+Space/);
    assert.doesNotMatch(out, /taken|conflict|unavailable/i);
  });

  test('ten dictations in a row arrive in Notepad, exact; what was copied before is on the clipboard again', async () => {
    await desk.ask('setText', '');
    await desk.ask('copyText', 'kept äöü 🎤');
    await desk.ask('seen');
    let expected = '';
    for (let round = 1; round <= 10; round++) {
      const { name, phase, text: written, error } = { name: round, ...(await dictate()) };
      assert.equal(
        phase,
        'delivered',
        `dictation ${name}: ${JSON.stringify(error)}, ${JSON.stringify(await desk.ask('seen'))}`,
      );
      assert(isHeard(written), written ?? '');
      expected += expected === '' ? written : ` ${written}`;
      await until('the text', async () => (await text()).trim() === expected.trim());
    }
    assert.equal((await desk.ask<{ text: string }>('clipboard')).text, 'kept äöü 🎤');
    const front = await desk.ask<string[]>('seen');
    assert.deepEqual([...new Set(front.map((each) => each.split(' ')[0]))], ['Notepad'], front.join(', '));
  });

  test('a picture on the clipboard is there again afterwards', async () => {
    await desk.ask('copyPicture', PICTURE);
    assert.equal((await dictate()).phase, 'delivered');
    await until(
      'the picture',
      async () => (await desk.ask<{ picture: string }>('clipboard')).picture === PICTURE,
    );
  });

  test('while it records, the indicator shows, stays in front without the focus, and is gone afterwards', async () => {
    const WS_EX_TOPMOST = 0x8;
    const WS_EX_NOACTIVATE = 0x8000000;
    const inFront = WS_EX_TOPMOST | WS_EX_NOACTIVATE;
    const cards = async () =>
      (await desk.ask<Window[]>('windows')).filter(
        ({ name, isVisible, exStyle }) =>
          isVisible && name.startsWith('Quoth') && (exStyle & inFront) === inFront,
      );
    await until('the end of the one before', async () => (await cards()).length === 0, 60);
    await desk.ask('seen');
    await xdotool('key', TOGGLE);
    await recording();
    await until('the indicator', async () => (await cards()).length > 0);
    // Not its first second.
    await delay(1_000);
    await screenshot('recording');
    await xdotool('key', TOGGLE);
    await until('its end', async () => (await cards()).length === 0, 60);
    const front = await desk.ask<string[]>('seen');
    assert.deepEqual(
      front.filter((each) => !each.startsWith('Notepad ')),
      [],
    );
  });

  test('the tray icon shows, and is another one while it records', async () => {
    const all = await desk.ask<Window[]>('windows');
    const tray = all.find(({ name, isVisible }) => isVisible && /tray/i.test(name))?.corners;
    assert(tray, JSON.stringify(all.filter(({ isVisible }) => isVisible)));
    const idle = await redIn(tray);
    await xdotool('key', TOGGLE);
    await recording();
    await until('a red icon', async () => (await redIn(tray)) > idle + ICON_PIXELS);
    await screenshot('tray');
    await xdotool('key', 'Escape');
    await until('the icon of before', async () => (await redIn(tray)) < idle + ICON_PIXELS);
    assert((await desk.ask<string>('front')).startsWith('Notepad '));
  });

  test('held keys record for as long as they are held', async () => {
    await desk.ask('setText', '');
    const known = (await dictation()).processing.map(({ id }) => id);
    await xdotool('keydown', 'ctrl', 'keydown', 'alt', 'keydown', 'shift', 'keydown', 'space');
    await recording();
    await speak(put('speech', SENTENCE).here);
    assert.equal((await dictation()).processing.filter(({ phase }) => !finals.includes(phase)).length, 0);
    await xdotool('keyup', 'space', 'keyup', 'shift', 'keyup', 'alt', 'keyup', 'ctrl');
    const done = await ended(known);
    assert.equal(done.phase, 'delivered', JSON.stringify(done.error));
    await until('the text', async () => isHeard(await text()));
  });

  test('Escape discards a recording, and nothing is written', async () => {
    await desk.ask('setText', 'as it was');
    const { phase } = await dictate({ end: () => xdotool('key', 'Escape') });
    assert.equal(phase, 'cancelled');
    assert.equal((await dictation()).recording, null);
    assert.equal(await text(), 'as it was');
  });

  test('in another window than the one in which it began, the text is copied and not written', async () => {
    await desk.ask('setText', '');
    startWindows('winemine.exe');
    await until('another program', async () => (await xdotool('search', '--name', 'WineMine')) !== '');
    await focusNotepad();
    const toTheOther = async () => {
      await focus('WineMine');
      // The X server knows of it before Windows does.
      await until('WineMine in front', async () => !(await desk.ask<string>('front')).startsWith('Notepad '));
    };
    const { phase, text: said } = await dictate({ meanwhile: toTheOther });
    assert.equal(phase, 'copied');
    assert.equal((await desk.ask<{ text: string }>('clipboard')).text, said);
    assert.equal(await text(), '');
    await windows('taskkill.exe', '/f', '/im', 'winemine.exe');
    await focusNotepad();
  });

  test('when the program has been closed, the text is copied', async () => {
    const { phase, text: said } = await dictate({
      meanwhile: () => desk.ask('killNotepad'),
    });
    assert.equal(phase, 'copied');
    assert.equal((await desk.ask<{ text: string }>('clipboard')).text, said);
  });

  test('edit by voice replaces what is selected in Notepad', async () => {
    await set({ shortcutEditSelection: 'Ctrl+Alt+E' });
    await control('PUT', '/providers/openai/key', { key: simulator.key('openai') });
    await until('a language model', async () => {
      const { providers } = await control<{ providers: { id: string; status: string }[] }>(
        'GET',
        '/providers',
      );
      return providers.find(({ id }) => id === 'openai')?.status === 'healthy';
    });
    await desk.ask('setText', 'abc def');
    await xdotool('key', 'ctrl+a');
    const { phase, text: changed, error } = await dictate({ keys: 'ctrl+alt+e' });
    assert.equal(phase, 'delivered', JSON.stringify(error));
    assert(JSON.stringify(simulator.language.reported.at(-1)).includes('abc def'));
    assert.notEqual(changed, 'abc def');
    await until('the changed text', async () => (await text()) === changed?.replaceAll('\n', '\r\n'));
    await control('DELETE', '/providers/openai/key');
  });

  test('a private dictation is written, and leaves nothing', async () => {
    await desk.ask('setText', '');
    const list = async () =>
      (await control<{ recordings: Recording[] }>('GET', '/recordings?limit=100')).recordings;
    const before = (await list()).length;
    const files = () => globSync('audio/**/*.*', { cwd: dataFolder }).length;
    const kept = files();
    await control('POST', '/dictation/start', { private: true });
    const { phase, private: isPrivate } = await (async () => {
      await recording();
      await speak(put('speech', sentences.at(4) ?? '').here);
      const known = (await dictation()).processing.map(({ id }) => id);
      await control('POST', '/dictation/stop');
      return await ended(known);
    })();
    assert.deepEqual([phase, isPrivate], ['delivered', true]);
    const said = (await text()).trim();
    assert.notEqual(said, '');
    assert.equal((await list()).length, before);
    assert.equal(files(), kept);
    const [word = ''] = said.split(' ').sort((one, other) => other.length - one.length);
    for (const file of globSync('**/*', { cwd: dataFolder, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )) {
      const path = join(file.parentPath, file.name);
      assert(!readFileSync(path).includes(said), `${path} has the text`);
    }
    assert.notEqual(word, '');
  });

  test('a microphone that is unplugged ends the recording, which is kept', async () => {
    await xdotool('key', TOGGLE);
    await recording();
    await speak(put('speech', SENTENCE).here);
    const known = (await dictation()).processing.map(({ id }) => id);
    await unplug();
    const done = await ended(known).finally(plugIn);
    assert.match(done.ended_by, /microphone/);
    assert(isHeard(done.text), done.text ?? '');
  });
});

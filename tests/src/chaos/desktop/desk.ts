import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import type { Client } from '@quoth/client';
import type { Dictation } from '@quoth/contract';
import { type PasteTargetProgram, startTarget } from '@quoth/desktop/fixtures/paste-targets.ts';
import { TestClipboard } from '@quoth/desktop/fixtures/test-clipboard.ts';
import { TestDisplay } from '@quoth/desktop/fixtures/test-display.ts';
import { TestKeyboard } from '@quoth/desktop/fixtures/test-keyboard.ts';
import { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { RunningApplication, temporaryHome, testModels } from '../../support/running-application.ts';

const MODEL = 'quoth-test-en-streaming';

/** keysymdef.h */
const signs = { control: 0xffe3, controlRight: 0xffe4, alt: 0xffe9, space: 0x20 };
/** What a person at this desk presses: the key to begin and end, and the one that is held to talk. */
export const deskKeys = {
  toggle: [signs.control, signs.alt, signs.space],
  talk: [signs.controlRight],
} as const;

/** The processes of the application that may be killed, by what their command line says. */
export const children = {
  'engine-host': '/host-main',
  observer: 'observer-main',
  indicator: 'indicator-main',
  'clipboard-owner': 'delivery-main',
} as const;

/** What is said at this desk. */
export const sentence = testSentences()[11]?.samples ?? new Int16Array();

/**
 * A whole desk: screen, sound server, keyboard, a terminal with the cursor in it, something on the clipboard, and the
 * application with everything switched on.
 */
export class Desk {
  readonly display: TestDisplay;
  readonly microphone: VirtualMicrophone;
  readonly keyboard: TestKeyboard;
  readonly clipboard: TestClipboard;
  readonly target: PasteTargetProgram;
  readonly home: string;
  #app: RunningApplication | undefined;
  #client: Client | undefined;

  private constructor(parts: Pick<Desk, 'display' | 'microphone' | 'keyboard' | 'clipboard' | 'target'>) {
    this.display = parts.display;
    this.microphone = parts.microphone;
    this.keyboard = parts.keyboard;
    this.clipboard = parts.clipboard;
    this.target = parts.target;
    this.home = temporaryHome();
  }

  static async setUp(): Promise<Desk> {
    const [display, microphone] = await Promise.all([TestDisplay.start(), VirtualMicrophone.start()]);
    const [keyboard, clipboard] = await Promise.all([
      TestKeyboard.at(display.name),
      TestClipboard.at(display.name),
    ]);
    const target = await startTarget(display, 'xterm');
    const desk = new Desk({ display, microphone, keyboard, clipboard, target });
    await desk.startApplication();
    const { client } = desk;
    await client.updateSettings({ body: { soundCues: false, shortcutPushToTalk: 'ControlRight' } });
    await client.importModel({ body: { path: join(testModels, `${MODEL}.gguf`) } });
    const { mode } = await client.createMode({ body: { name: 'Test', model: MODEL } });
    await client.updateMode({ params: { id: mode.id }, body: { isDefault: true } });
    await desk.keysAreReady();
    return desk;
  }

  get client(): Client {
    if (!this.#client) throw new Error('The application does not run.');
    return this.#client;
  }

  get pid(): number {
    return this.#app?.child.pid ?? 0;
  }

  async startApplication(): Promise<void> {
    this.#app = await RunningApplication.start(this.home, [], {
      ...this.microphone.env,
      ...this.display.env,
      DBUS_SESSION_BUS_ADDRESS: '',
    });
    this.#client = await this.#app.controlSocket();
  }

  async keysAreReady(): Promise<void> {
    await until(async () => {
      const { shortcuts } = await this.client.getShortcuts({});
      return ['toggle', 'pushToTalk'].every((action) =>
        shortcuts.keys.some((key) => key.action === action && key.state === 'active'),
      );
    });
  }

  async dictation(): Promise<Dictation> {
    return (await this.client.getDictation({})).dictation;
  }

  async killApplication(): Promise<void> {
    await this.#app?.end('SIGKILL');
  }

  /** Process id of one of the application's children; 0 where it does not run. */
  childOf(name: keyof typeof children): number {
    const listed = execFileSync('ps', ['-ww', '-o', 'pid=,args=', '--ppid', String(this.pid)], {
      encoding: 'utf8',
    });
    const line = listed.split('\n').find((one) => one.includes(children[name]));
    return Number(line?.trim().split(/\s+/)[0] ?? 0);
  }

  async killChild(name: keyof typeof children): Promise<void> {
    await until(() => this.childOf(name) > 1);
    process.kill(this.childOf(name), 'SIGKILL');
  }

  /** Whether anything that plays is muted. */
  isMuted(): boolean {
    const env = { ...this.microphone.env, LC_ALL: 'C' };
    const printed = execFileSync('pactl', ['--format=json', 'list', 'sinks'], { encoding: 'utf8', env });
    return (JSON.parse(printed) as { mute: boolean }[]).some(({ mute }) => mute);
  }

  async clear(): Promise<void> {
    await this.#app?.end('SIGKILL');
    this.target.close();
    this.keyboard.close();
    this.clipboard.close();
    await Promise.all([this.microphone.stop(), this.display.stop()]);
    rmSync(this.home, { recursive: true, force: true });
  }
}

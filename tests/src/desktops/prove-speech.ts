import { join } from 'node:path';
import { testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import type { Client } from '@quoth/client';
import type { DesktopParts } from '@quoth/desktop/desktop-parts.ts';
import { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import { comparableWords } from '@quoth/text';
import { RunningApplication } from '../support/running-application.ts';
import { report } from './matrix.ts';
import type { OpenTarget, TargetDesktop, WritingTarget } from './targets.ts';
import { until } from './tree-session.ts';

const models = join(import.meta.dirname, '..', '..', '..', 'packages', 'core', 'src', 'models', 'fixtures');
/** Recognition of a short sentence takes a second or two. */
const TEXT_MS = 30_000;

const spoken = testSentences()[11];
if (!spoken) throw new Error('There is no speech.');
const words = comparableWords(spoken.expected);

/** Whether at least half of what is spoken here was heard. */
export function spokenWords(text: string): boolean {
  const heard = comparableWords(text);
  return words.filter((word) => heard.includes(word)).length * 2 >= words.length;
}

const keys = {
  shortcutToggle: 'Ctrl+Alt+D',
  shortcutPushToTalk: 'Ctrl+Alt+J',
  shortcutCancel: 'Ctrl+Alt+X',
};

/** The application on a desktop, with a model and a microphone to speak into. */
export class SpokenTo {
  readonly client: Client;
  readonly #microphone: VirtualMicrophone;

  private constructor(client: Client, microphone: VirtualMicrophone) {
    this.client = client;
    this.#microphone = microphone;
  }

  static async start(dataFolder: string, env: NodeJS.ProcessEnv): Promise<SpokenTo> {
    const microphone = await VirtualMicrophone.start();
    // Set before the desktop hears of it: GNOME keeps the keys that it was asked for first.
    const first = await RunningApplication.start(dataFolder, []);
    const settings = await first.controlSocket();
    await settings.importModel({ body: { path: join(models, 'quoth-test-en-streaming.gguf') } });
    const { mode } = await settings.createMode({ body: { name: 'Test', model: 'quoth-test-en-streaming' } });
    await settings.updateMode({ params: { id: mode.id }, body: { isDefault: true } });
    await settings.updateSettings({ body: { soundCues: false, ...keys } });
    await first.end('SIGTERM');
    const app = await RunningApplication.start(dataFolder, [], { ...microphone.env, ...env });
    const client = await app.controlSocket();
    return new SpokenTo(client, microphone);
  }

  async stop(): Promise<void> {
    await RunningApplication.endAll();
    await this.#microphone.stop();
  }

  async speak(): Promise<void> {
    await this.#microphone.play(spoken?.samples ?? new Int16Array());
  }

  async dictation() {
    return (await this.client.getDictation({})).dictation;
  }

  /** What is known of it when something did not happen. */
  async state(): Promise<string> {
    const { recording, processing } = await this.dictation();
    const { keys } = (await this.client.getShortcuts({})).shortcuts;
    const bound = keys.map(({ action, state, trigger }) => `${action} ${state} ${trigger}`);
    return JSON.stringify({ recording, last: processing.at(-1), bound });
  }

  async isRecording(): Promise<boolean> {
    return (await this.dictation()).recording?.phase === 'recording';
  }

  async shortcut(action: 'toggle' | 'pushToTalk') {
    return (await this.client.getShortcuts({})).shortcuts.keys.find((key) => key.action === action);
  }
}

/** Starts and stops a recording by keys that are pressed on this desktop, and reads what stands in a program then. */
export async function proveSpeech(
  desktop: string,
  on: TargetDesktop,
  parts: DesktopParts,
  open: OpenTarget,
  app: SpokenTo,
  hasKeys: boolean,
): Promise<void> {
  const target = await open(on, parts);
  const said = (what: string, times: number, act: () => Promise<number>) =>
    report(desktop, 'speech', what, async () => {
      const took: number[] = [];
      while (took.length < times) {
        const before = (await app.dictation()).processing.length;
        const content = await target.content();
        const endedAt = await act();
        took.push(Math.round((await writtenAt(app, target, before, content)) - endedAt));
      }
      return `text ${took.join(', ')} ms after the key`;
    });
  const recording = () =>
    until('the recording', () => app.isRecording(), 10_000).catch(async (error: Error) => {
      throw new Error(`${error.message} ${await app.state()}`);
    });
  if (hasKeys) {
    await said('start and stop by key', 1, async () => {
      await on.press('Ctrl+Alt+d');
      await recording();
      await app.speak();
      const endedAt = performance.now();
      await on.press('Ctrl+Alt+d');
      return endedAt;
    });
    await said('hold to talk', 3, async () => {
      let endedAt = 0;
      await on.press('Ctrl+Alt+j', async () => {
        await recording();
        await app.speak();
        endedAt = performance.now();
      });
      return endedAt;
    });
    await report(desktop, 'speech', 'canceled by key', async () => {
      const before = (await app.dictation()).processing.length;
      const content = await target.content();
      await on.press('Ctrl+Alt+d');
      await recording();
      await on.press('Ctrl+Alt+x');
      await until('its end', async () => (await app.dictation()).recording === null, 10_000);
      const last = (await app.dictation()).processing.slice(before).at(-1);
      if (last && last.phase !== 'cancelled') throw new Error(`it is ${last.phase}`);
      if ((await target.content()) !== content) throw new Error('it was written');
      return 'nothing written';
    });
  } else
    await said('start and stop by command', 3, async () => {
      await app.client.startDictation({ body: { delivery: 'paste' } });
      await recording();
      await app.speak();
      const endedAt = performance.now();
      await app.client.stopDictation();
      return endedAt;
    });
  await target.close();
}

/** When the text stood in the target. Throws if it does not come there, or is not what was said. */
async function writtenAt(
  app: SpokenTo,
  target: WritingTarget,
  processedBefore: number,
  contentBefore: string,
): Promise<number> {
  const content = await until(
    'the text in the program',
    async () => {
      const now = await target.content();
      return now.length > contentBefore.length ? now : undefined;
    },
    TEXT_MS,
  ).catch(async (error: Error) => {
    const last = (await app.dictation()).processing.at(-1);
    throw new Error(`${error.message} It is ${last?.phase}: ${last?.error?.message}`);
  });
  const at = performance.now();
  const last = async () => (await app.dictation()).processing.at(-1);
  await until('its outcome', async () => (await last())?.phase === 'delivered', TEXT_MS);
  if ((await app.dictation()).processing.length <= processedBefore) throw new Error('There is no new text.');
  const text = (await last())?.text ?? '';
  if (!content.includes(text.trim()))
    throw new Error(`${JSON.stringify(content)} is not ${JSON.stringify(text)}`);
  if (!spokenWords(text)) throw new Error(`heard: ${text}`);
  return at;
}

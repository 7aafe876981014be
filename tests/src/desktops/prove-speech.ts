import { join } from 'node:path';
import { WavFile } from '@quoth/audio';
import { testSamples, testSentences } from '@quoth/audio/fixtures/test-speech.ts';
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
      while (took.length < times) took.push(await msToText(app, target, act));
      return `text ${took.join(', ')} ms after the key`;
    });
  if (hasKeys) {
    await said('start and stop by key', 1, async () => {
      await on.press('Ctrl+Alt+d');
      await begun(app);
      await app.speak();
      const endedAt = performance.now();
      await on.press('Ctrl+Alt+d');
      return endedAt;
    });
    await said('hold to talk', 3, async () => {
      let endedAt = 0;
      await on.press('Ctrl+Alt+j', async () => {
        await begun(app);
        await app.speak();
        endedAt = performance.now();
      });
      return endedAt;
    });
    await report(desktop, 'speech', 'canceled by key', async () => {
      const before = (await app.dictation()).processing.length;
      const content = await target.content();
      await on.press('Ctrl+Alt+d');
      await begun(app);
      await on.press('Ctrl+Alt+x');
      await until('its end', async () => (await app.dictation()).recording === null, 10_000);
      const last = (await app.dictation()).processing.slice(before).at(-1);
      if (last && last.phase !== 'cancelled') throw new Error(`it is ${last.phase}`);
      if ((await target.content()) !== content) throw new Error('it was written');
      return 'nothing written';
    });
  } else await said('start and stop by command', 3, () => byCommand(app));
  await target.close();
}

/** Milliseconds from when somebody has stopped speaking, as `act` tells, until that stands in the target. */
async function msToText(app: SpokenTo, target: WritingTarget, act: () => Promise<number>): Promise<number> {
  const before = (await app.dictation()).processing.at(-1)?.id;
  const content = await target.content();
  const endedAt = await act();
  return Math.round((await writtenAt(app, target, before, content)) - endedAt);
}

/** When the text stood in the target. Throws if it does not come there, or is not what was said. */
async function writtenAt(
  app: SpokenTo,
  target: WritingTarget,
  before: string | undefined,
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
  const isDelivered = async () => {
    const ended = await last();
    return ended?.id !== before && ended?.phase === 'delivered' ? ended : undefined;
  };
  const { text } = await until('its outcome', isDelivered, TEXT_MS);
  if (!content.includes((text ?? '').trim()))
    throw new Error(`${JSON.stringify(content)} is not ${JSON.stringify(text)}`);
  if (!spokenWords(text ?? '')) throw new Error(`heard: ${text}`);
  return at;
}

/** Speech of the file that is transcribed meanwhile; it is canceled before its end. */
const LONG_MINUTES = 60;
const IN_A_ROW = 10;

/** Many dictations in a row, while the same application transcribes a long file. */
export async function proveBeside(
  desktop: string,
  on: TargetDesktop,
  parts: DesktopParts,
  open: OpenTarget,
  app: SpokenTo,
): Promise<void> {
  const file = '/tmp/long.wav';
  const minute = testSamples('60s-many-sentences.wav');
  const wav = await WavFile.create(file);
  for (let count = 0; count < LONG_MINUTES; count++) await wav.append(minute);
  await wav.finish();
  const target = await open(on, parts);
  await report(desktop, 'speech', `${IN_A_ROW} in a row beside a long file`, async () => {
    const stop = new AbortController();
    const running = async () => (await app.client.getApplication()).queue.running;
    const long = app.client
      .transcribe({ json: { file, model: 'moonshine-tiny-included', save: false }, signal: stop.signal })
      .catch((error: unknown) => error);
    const took: number[] = [];
    try {
      await until('the long file', async () => (await running()) > 0);
      while (took.length < IN_A_ROW) took.push(await msToText(app, target, () => byCommand(app)));
      if ((await running()) === 0) throw new Error('The long file was over too soon.');
    } finally {
      stop.abort();
      await long;
    }
    const sorted = took.toSorted((a, b) => a - b);
    return `text ${sorted[IN_A_ROW / 2]} ms after the command (median), ${sorted.at(-1)} ms at most`;
  });
  await target.close();
}

/** Speaks between two commands; when the second one was given. */
async function byCommand(app: SpokenTo): Promise<number> {
  await app.client.startDictation({ body: { delivery: 'paste' } });
  await begun(app);
  await app.speak();
  const endedAt = performance.now();
  await app.client.stopDictation();
  return endedAt;
}

async function begun(app: SpokenTo): Promise<void> {
  await until('the recording', () => app.isRecording(), 10_000).catch(async (error: Error) => {
    throw new Error(`${error.message} ${await app.state()}`);
  });
}

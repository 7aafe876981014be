import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@quoth/client';
import { ShownIndicator } from '@quoth/desktop/fixtures/shown-indicator.ts';
import type { TestKeyboard } from '@quoth/desktop/fixtures/test-keyboard.ts';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { besideLong, withApplication } from '../application.ts';
import { aim, atMost, figure, inTurns, median, ms, p50p95, quantile, type Result } from '../result.ts';
import { longSpeech, root, testModel } from '../speech-files.ts';
import { useModel, withDesk } from './desk.ts';
import { DictationFeed } from './dictation-feed.ts';

const ROUNDS = 20;
/** keysymdef.h */
const toggle = [0xffe3, 0xffe9, 0x20];

interface Watched {
  readonly client: Client;
  readonly feed: DictationFeed;
  readonly keyboard: TestKeyboard;
  readonly card: ShownIndicator;
  readonly openings: Openings;
}

/**
 * From the key to the card on the screen, and to a microphone that the sound server has opened: first alone, then
 * beside a transcription; and to a recording, by our own key and by the script that a desktop's shortcut runs.
 */
export function benchCard(): Promise<Result[]> {
  return withDesk(({ display, keyboard, microphone, env }) =>
    withApplication(
      async (application) => {
        const { client, home, folder } = application;
        const card = await ShownIndicator.at(display);
        const openings = new Openings(microphone.env);
        const feed = await DictationFeed.of(client);
        await client.updateSettings({ body: { soundCues: false } });
        await client.importModel({ body: { path: testModel.path } });
        await useModel(client, testModel.id);
        const watched: Watched = { client, feed, keyboard, card, openings };
        // It needs longer for it than all rounds take, on a quick machine too.
        const long = { model: 'whisper-base-included', file: longSpeech(3_600, join(folder, 'long.wav')) };
        try {
          return [
            ...(await fromKeyTo(watched, 'alone')),
            ...(await besideLong(application, long, () => fromKeyTo(watched, 'beside a transcription'))),
            await launched(watched, home),
          ];
        } finally {
          feed.close();
          openings.close();
          card.close();
        }
      },
      { env },
    ),
  );
}

async function fromKeyTo(watched: Watched, where: string): Promise<Result[]> {
  const times = { card: [] as number[], microphone: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    // What the last one started has ended.
    await sleep(1_500);
    const one = await oneDictation(watched);
    times.card.push(one.card);
    times.microphone.push(one.microphone);
  }
  const line = (what: string, values: readonly number[], most: number) =>
    figure(
      `dictation: from the key to ${what}, ${where}, ${ROUNDS} times`,
      `${p50p95(values)} (the first ${ms(values[0] ?? Number.NaN)})`,
      aim(`p95 at most ${most} ms`, quantile(values, 0.95) <= most),
    );
  return [line('the card on the screen', times.card, 150), line('an open microphone', times.microphone, 100)];
}

/** Milliseconds from the key's way down. */
async function oneDictation({ client, feed, keyboard, card, openings }: Watched) {
  const known = feed.known();
  const opened = openings.next();
  const pressedAt = performance.now();
  const shown = (async () => {
    while ((await card.place()) === undefined) await sleep(2);
    return performance.now();
  })();
  await keyboard.down(...toggle);
  const [cardAt, microphoneAt] = await Promise.all([shown, opened, feed.isRecording()]);
  await client.cancelDictation();
  await keyboard.up(...toggle);
  await feed.ended(known);
  await until(async () => (await card.place()) === undefined);
  return { card: cardAt - pressedAt, microphone: microphoneAt - pressedAt };
}

/** Until the first sample is there. */
async function launched({ client, feed, keyboard }: Watched, home: string): Promise<Result> {
  const script = boundLauncher(home);
  const recorded = async (press: () => Promise<unknown>) => {
    const known = feed.known();
    const startedAt = performance.now();
    const pressed = press();
    await feed.isRecording();
    const milliseconds = performance.now() - startedAt;
    await pressed;
    await client.cancelDictation();
    await feed.ended(known);
    return milliseconds;
  };
  const [own, bound] = await inTurns(ROUNDS, [
    () => recorded(() => keyboard.press(...toggle)),
    () => recorded(() => once(spawn('/bin/sh', [script], { stdio: 'ignore' }), 'close')),
  ]);
  const more = median(bound) - median(own);
  return figure(
    `dictate bind: from the launcher’s start to a recording, against the built-in hotkey, ${ROUNDS} times`,
    `${ms(more)} more (p50 ${ms(median(bound))}, ${ms(median(own))})`,
    atMost(more, 60, 'ms more'),
  );
}

/** Written as a user has it written. */
function boundLauncher(home: string): string {
  const config = join(home, 'config');
  mkdirSync(join(config, 'sway'), { recursive: true });
  writeFileSync(join(config, 'sway', 'config'), '');
  execFileSync(join(root, 'quoth'), ['dictate', 'bind', '--desktop', 'sway', '--yes'], {
    env: { ...process.env, QUOTH_HOME: home, XDG_CONFIG_HOME: config },
    stdio: 'ignore',
  });
  return join(home, 'dictate-toggle');
}

/** Recordings that begin at the sound server, as it reports them itself. */
class Openings {
  readonly #child: ChildProcess;
  #opened: ((at: number) => void) | undefined;

  constructor(env: NodeJS.ProcessEnv) {
    const child = spawn('pactl', ['subscribe'], {
      env: { ...env, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.#child = child;
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes("'new' on source-output")) this.#opened?.(performance.now());
    });
  }

  /** When the next one begins. */
  next(): Promise<number> {
    return new Promise((resolve) => {
      this.#opened = resolve;
    });
  }

  close(): void {
    this.#child.kill('SIGKILL');
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@quoth/client';
import { ShownIndicator } from '@quoth/desktop/fixtures/shown-indicator.ts';
import { TestDisplay } from '@quoth/desktop/fixtures/test-display.ts';
import { TestKeyboard } from '@quoth/desktop/fixtures/test-keyboard.ts';
import { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import { startApplication, until } from '../measured-process.ts';
import { median, quantile, type Result } from '../result.ts';
import { longSpeech, testModel } from '../speech-files.ts';
import { DictationFeed } from './dictation-feed.ts';

const MODEL = 'quoth-test-en';
const ROUNDS = 20;
const MAX_CARD_MS = 150;
const MAX_MICROPHONE_MS = 100;
/** It needs longer for it than all rounds take, on a quick machine too; it is stopped after them. */
const BESIDE = { model: 'whisper-base-included', seconds: 3_600 };
/** From here the long recording is decoded, and has chunks in progress. */
const IN_PROGRESS_MS = 12_000;
/** Between two dictations: what the last one started has ended. */
const REST_MS = 1_500;
/** keysymdef.h */
const toggle = [0xffe3, 0xffe9, 0x20];

interface Desk {
  readonly client: Client;
  readonly feed: DictationFeed;
  readonly keyboard: TestKeyboard;
  readonly card: ShownIndicator;
  readonly openings: Openings;
}

/**
 * From the key to the card on the screen, and to a microphone that the sound server has opened: first alone, then
 * beside a transcription.
 */
export async function benchCard(): Promise<Result[]> {
  const [display, microphone] = await Promise.all([TestDisplay.start(), VirtualMicrophone.start()]);
  const { PULSE_SERVER = '' } = microphone.env;
  const screen = { DISPLAY: display.name, XAUTHORITY: '/dev/null', WAYLAND_DISPLAY: '', SWAYSOCK: '' };
  const application = await startApplication(undefined, { PULSE_SERVER, ...screen });
  const folder = mkdtempSync(join(tmpdir(), 'quoth-bench-card-'));
  const [keyboard, card] = await Promise.all([TestKeyboard.at(display.name), ShownIndicator.at(display)]);
  const openings = new Openings(microphone.env);
  const client = await application.controlSocket();
  const feed = await DictationFeed.of(client);
  const stop = new AbortController();
  try {
    await client.updateSettings({ body: { soundCues: false } });
    await client.importModel({ body: { path: testModel } });
    await client.createMode({ body: { name: 'Card', model: MODEL, isDefault: true } });
    await until(async () => {
      const { keys } = (await client.getShortcuts({})).shortcuts;
      return keys.some(({ action, state }) => action === 'toggle' && state === 'active');
    });
    const desk: Desk = { client, feed, keyboard, card, openings };
    const alone = await measured(desk, 'alone');
    let isOver = false;
    const long = longSpeech(BESIDE.seconds, join(folder, 'long.wav'));
    const background = client
      .transcribe({
        bytes: createReadStream(long),
        contentType: 'audio/wav',
        query: { model: BESIDE.model, save: false },
        signal: stop.signal,
      })
      .catch((error: unknown) => {
        if (!stop.signal.aborted) throw error;
      })
      .finally(() => {
        isOver = true;
      });
    await Promise.race([sleep(IN_PROGRESS_MS), background]);
    const beside = await measured(desk, 'beside a transcription');
    if (isOver) throw new Error('The long recording was over too soon.');
    stop.abort();
    await background;
    return [...alone, ...beside];
  } finally {
    stop.abort();
    feed.close();
    openings.close();
    card.close();
    keyboard.close();
    await application.end();
    await Promise.all([microphone.stop(), display.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measured(desk: Desk, where: string): Promise<Result[]> {
  const times = { card: [] as number[], microphone: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    await sleep(REST_MS);
    const one = await fromKey(desk);
    times.card.push(one.card);
    times.microphone.push(one.microphone);
  }
  const line = (what: string, values: readonly number[], most: number): Result => {
    const [p50, p95] = [median(values), quantile(values, 0.95)];
    const first = values[0] ?? Number.NaN;
    return {
      what: `dictation: from the key to ${what}, ${where}, ${ROUNDS} times`,
      measured: `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms (the first ${first.toFixed(0)} ms)`,
      target: `p95 at most ${most} ms`,
      met: p95 <= most,
    };
  };
  return [
    line('the card on the screen', times.card, MAX_CARD_MS),
    line('an open microphone', times.microphone, MAX_MICROPHONE_MS),
  ];
}

/** Milliseconds from the key's way down. */
async function fromKey({ client, feed, keyboard, card, openings }: Desk) {
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

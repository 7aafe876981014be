import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@quoth/client';
import { wavSamples } from '@quoth/desktop/fixtures/best-match.ts';
import { type PasteTargetProgram, startTarget } from '@quoth/desktop/fixtures/paste-targets.ts';
import { TestDisplay } from '@quoth/desktop/fixtures/test-display.ts';
import { TestKeyboard } from '@quoth/desktop/fixtures/test-keyboard.ts';
import { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import { comparableWords, wordErrors } from '@quoth/text';
import { measuredModels } from '../accuracy.ts';
import { startApplication, until } from '../measured-process.ts';
import { jfk, joined, ownRecordings, type Spoken } from '../recordings.ts';
import { type BenchOptions, median, quantile, type Result } from '../result.ts';
import { DictationFeed } from './dictation-feed.ts';

// The open dictation benchmark: recordings of people go in by a virtual microphone, at the speed of speech, while a key
// is held; the text is read from a terminal's window. Then the application is killed while somebody speaks, and started
// again. Anyone can run it:
// npm run bench -- open-dictation [--audio FOLDER]
const F9 = 0xffc6;
const ROUNDS = 10;
/** What is asked of the quick model, in milliseconds. */
const QUICK = { model: /^moonshine/, p50: 500, p95: 900 };
/** How often the window is read for the text. */
const LOOK_MS = 5;

interface Desk {
  readonly client: Client;
  readonly feed: DictationFeed;
  readonly keyboard: TestKeyboard;
  readonly microphone: VirtualMicrophone;
  readonly target: PasteTargetProgram;
}

/**
 * Words wrong in the window, from letting go of the key to the text, and words lost under a kill; of each model that is
 * installed.
 */
export async function benchOpenDictation({ audio }: BenchOptions): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'quoth-bench-open-dictation-'));
  const home = join(folder, 'home');
  const [display, microphone] = await Promise.all([TestDisplay.start(), VirtualMicrophone.start()]);
  const { PULSE_SERVER = '' } = microphone.env;
  const env = {
    PULSE_SERVER,
    DISPLAY: display.name,
    XAUTHORITY: '/dev/null',
    WAYLAND_DISPLAY: '',
    SWAYSOCK: '',
  };
  const keyboard = await TestKeyboard.at(display.name);
  const target = await startTarget(display, 'xterm');
  const spoken = [jfk, ...ownRecordings(audio ?? process.env.QUOTH_BENCH_AUDIO)].filter(
    ({ language }) => language === 'en',
  );
  const results: Result[] = [];
  let application = await startApplication(home, env);
  try {
    const client = await application.controlSocket();
    await client.updateSettings({ body: { soundCues: false, shortcutPushToTalk: 'F9' } });
    for (const model of await measuredModels(application)) {
      const own = await application.controlSocket();
      const { mode } = await own.createMode({ body: { name: model.id, model: model.id, language: 'en' } });
      await own.updateMode({ params: { id: mode.id }, body: { isDefault: true } });
      await until(async () =>
        (await own.getShortcuts({})).shortcuts.keys.some(
          ({ action, state }) => action === 'pushToTalk' && state === 'active',
        ),
      );
      const feed = await DictationFeed.of(own);
      const desk: Desk = { client: own, feed, keyboard, microphone, target };
      results.push(...(await windowTexts(desk, spoken, model.id, folder)));
      const { id } = await own.startDictation({ body: { delivery: 'none', mode_id: mode.id } });
      await feed.isRecording();
      await microphone.play(samplesOf(jfk, folder));
      feed.close();
      process.kill(application.pid, 'SIGKILL');
      // The killed one left it, and it would be read before the next one has written its own.
      rmSync(join(home, 'control-socket.json'), { force: true });
      application = await startApplication(home, env);
      results.push(await keptText(await application.controlSocket(), id, model.id));
    }
  } finally {
    target.close();
    keyboard.close();
    await application.end();
    await Promise.all([microphone.stop(), display.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
  return results;
}

async function windowTexts(
  desk: Desk,
  spoken: readonly Spoken[],
  model: string,
  folder: string,
): Promise<Result[]> {
  const count = { errors: 0, words: 0 };
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const one of spoken) {
      const { text, ms } = await held(desk, samplesOf(one, folder));
      // The first round loads the model.
      if (round === 0) continue;
      const { errors, words } = wordErrors(comparableWords(one.text), comparableWords(text));
      count.errors += errors;
      count.words += words;
      times.push(ms);
    }
  }
  const [p50, p95] = [median(times), quantile(times, 0.95)];
  const isQuick = QUICK.model.test(model);
  const share = ((100 * count.errors) / count.words).toFixed(1);
  return [
    {
      what: `open dictation: words wrong in the window, ${spoken.length} English recordings, ${ROUNDS} times: ${model}`,
      measured: `${share} % (${count.errors} of ${count.words})`,
      target: 'reported',
      met: true,
    },
    {
      what: `open dictation: from letting go of the key to the text in the window: ${model}`,
      measured: `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
      target: isQuick ? `p50 at most ${QUICK.p50} ms, p95 ${QUICK.p95} ms` : 'reported',
      met: !isQuick || (p50 <= QUICK.p50 && p95 <= QUICK.p95),
    },
  ];
}

/** Spoken while the key is held; the text that came into the window, and when, from letting go. */
async function held({ feed, keyboard, microphone, target }: Desk, samples: Int16Array) {
  const known = feed.known();
  const before = (await target.text()).length;
  await keyboard.down(F9);
  await feed.isRecording();
  await microphone.play(samples);
  const releasedAt = performance.now();
  await keyboard.up(F9);
  const isDelivered = feed.ended(known).then(({ phase, error }) => {
    if (phase !== 'delivered') throw new Error(`Not delivered: ${error?.message}`);
  });
  // Quoth says that it is delivered once the clipboard is given back, which is later than one reads it.
  const stands = async () => {
    while ((await target.text()).length === before) await sleep(LOOK_MS);
    return performance.now() - releasedAt;
  };
  const [ms] = await Promise.all([stands(), isDelivered]);
  return { text: (await target.text()).slice(before), ms };
}

/** What became of the speech before the kill, after the next start. */
async function keptText(client: Client, id: string, model: string): Promise<Result> {
  const recording = async () => (await client.getRecording({ params: { id } })).recording;
  await until(async () => ['completed', 'failed'].includes((await recording()).status));
  const said = comparableWords(jfk.text);
  const { steps } = wordErrors(said, comparableWords((await recording()).text));
  const lost = steps.filter(({ kind }) => kind === 'deleted').length;
  return {
    what: `open dictation: words lost when Quoth is killed while somebody speaks: ${model}`,
    measured: `${lost} of ${said.length}`,
    target: 'none',
    met: lost === 0,
  };
}

function samplesOf(spoken: Spoken, folder: string): Int16Array {
  return wavSamples(readFileSync(joined([spoken], 0, join(folder, 'spoken.wav'))));
}

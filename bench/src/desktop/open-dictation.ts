import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@quoth/client';
import { wavSamples } from '@quoth/desktop/fixtures/best-match.ts';
import { type PasteTargetProgram, startTarget } from '@quoth/desktop/fixtures/paste-targets.ts';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { comparableWords, wordErrors } from '@quoth/text';
import { startApplication } from '../application.ts';
import {
  type Count,
  compared,
  jfk,
  joined,
  measuredModels,
  recordingsOf,
  type Spoken,
  share,
  sum,
} from '../recordings.ts';
import { aim, type BenchOptions, figure, median, p50p95, quantile, type Result } from '../result.ts';
import { type Desk, useModel, withDesk } from './desk.ts';
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

interface Dictating extends Desk {
  readonly feed: DictationFeed;
  readonly target: PasteTargetProgram;
}

/**
 * Words wrong in the window, from letting go of the key to the text, and words lost under a kill; of each model that is
 * installed.
 */
export function benchOpenDictation({ audio }: BenchOptions): Promise<Result[]> {
  const home = temporaryFolder();
  const spoken = recordingsOf(audio).filter(({ language }) => language === 'en');
  return withDesk(async (desk) => {
    const target = await startTarget(desk.display, 'xterm');
    const results: Result[] = [];
    let application = await startApplication({ home, env: desk.env });
    try {
      await application.client.updateSettings({ body: { soundCues: false, shortcutPushToTalk: 'F9' } });
      for (const { id: model } of await measuredModels(application)) {
        const { client } = application;
        const mode = await useModel(client, model, 'pushToTalk');
        const feed = await DictationFeed.of(client);
        results.push(...(await windowTexts({ ...desk, feed, target }, spoken, model)));
        const { id } = await client.startDictation({ body: { delivery: 'none', mode_id: mode } });
        await feed.isRecording();
        await desk.microphone.play(samplesOf(jfk));
        feed.close();
        process.kill(application.pid, 'SIGKILL');
        // The killed one left it, and it would be read before the next one has written its own.
        rmSync(join(home, 'control-socket.json'), { force: true });
        application = await startApplication({ home, env: desk.env });
        results.push(await keptText(application.client, id, model));
      }
    } finally {
      target.close();
      await application.end();
    }
    return results;
  });
}

async function windowTexts(
  dictating: Dictating,
  spoken: readonly Spoken[],
  model: string,
): Promise<Result[]> {
  const counts: Count[] = [];
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const one of spoken) {
      const { text, milliseconds } = await held(dictating, samplesOf(one));
      // The first round loads the model.
      if (round === 0) continue;
      counts.push(compared(one.text, text, 'en'));
      times.push(milliseconds);
    }
  }
  const isMet = median(times) <= QUICK.p50 && quantile(times, 0.95) <= QUICK.p95;
  const wanted = aim(`p50 at most ${QUICK.p50} ms, p95 ${QUICK.p95} ms`, isMet);
  return [
    figure(
      `open dictation: words wrong in the window, ${spoken.length} English recordings, ${ROUNDS} times: ${model}`,
      share(sum(counts)),
    ),
    figure(
      `open dictation: from letting go of the key to the text in the window: ${model}`,
      p50p95(times),
      QUICK.model.test(model) ? wanted : undefined,
    ),
  ];
}

/** Spoken while the key is held; the text that came into the window, and when, from letting go. */
async function held({ feed, keyboard, microphone, target }: Dictating, samples: Int16Array) {
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
  const [milliseconds] = await Promise.all([stands(), isDelivered]);
  return { text: (await target.text()).slice(before), milliseconds };
}

/** What became of the speech before the kill, after the next start. */
async function keptText(client: Client, id: string, model: string): Promise<Result> {
  const recording = async () => (await client.getRecording({ params: { id } })).recording;
  await until(async () => ['completed', 'failed'].includes((await recording()).status));
  const said = comparableWords(jfk.text);
  const { steps } = wordErrors(said, comparableWords((await recording()).text));
  const lost = steps.filter(({ kind }) => kind === 'deleted').length;
  return figure(
    `open dictation: words lost when Quoth is killed while somebody speaks: ${model}`,
    `${lost} of ${said.length}`,
    aim('none', lost === 0),
  );
}

const scratch = temporaryFolder();

function samplesOf(spoken: Spoken): Int16Array {
  return wavSamples(readFileSync(joined([spoken], 0, join(scratch, 'spoken.wav'))));
}

import { createReadStream } from 'node:fs';
import { basename, join } from 'node:path';
import { QuothError } from '@quoth/client';
import type { FoundServer } from '@quoth/client/node';
import { type Model, plainText, printedJson } from '@quoth/contract';
import { comparableWords, type WordErrors, wordErrors } from '@quoth/text';
import type { CliEnvironment, Register } from '../environment.ts';
import { isTerminal } from '../terminal/ask.ts';
import {
  aborted,
  type DemoRecording,
  demoFolder,
  findSamples,
  startDemoApplication,
} from './demo-application.ts';
import { runCloudDemo } from './demo-cloud.ts';

interface DemoOptions {
  readonly once?: boolean;
  readonly json?: boolean;
  readonly simulatedCloud?: boolean;
}

/** `quoth demo`: the main job on real speech, in a data folder of its own. */
export const demo: Register = (command, environment) => {
  command
    .option('--once', 'exit after the transcriptions, as it does without a terminal, instead of staying up')
    .option(
      '--simulated-cloud',
      'show cloud providers, with a simulated cloud on this machine that needs no real key',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  quoth demo\n  quoth demo --once\n  quoth demo --simulated-cloud --once',
    )
    .action(async ({ once = false, json = false, simulatedCloud }: DemoOptions) => {
      // The application beside it is ended first.
      environment.endsByItself = true;
      const run = simulatedCloud ? runCloudDemo : runDemo;
      // Without a terminal no one can press Ctrl-C: a script would wait forever.
      await run(environment, { once: once || !isTerminal(environment.pipes?.stdin), json });
    });
};

/** One recording, transcribed. */
interface RecognizedAudio {
  readonly name: string;
  readonly said: string;
  readonly text: string;
  readonly errors: WordErrors;
  /** Seconds of audio. */
  readonly duration: number;
  /** Milliseconds from request to answer. */
  readonly latency: number;
  /** The name of the model that answered. */
  readonly model: string;
}

/**
 * Transcribes recordings of people over HTTP and shows what was said next to what was transcribed. Stays up until
 * Ctrl-C unless `once`.
 */
async function runDemo(
  environment: CliEnvironment,
  options: { once: boolean; json: boolean },
): Promise<void> {
  const { config, stdout, stderr, signal } = environment;
  const say = (text: string) => (options.json ? stderr : stdout).write(`${plainText(text)}\n`);
  const dataFolder = demoFolder(config.dataFolder, config.env.QUOTH_HOME);
  const recordings = findSamples();

  say('Quoth: starting without a window, the local API on for this run only …');
  const application = await startDemoApplication(config, dataFolder, signal);
  try {
    const { server } = application;
    const { models } = await server.client.listModels({ query: { installed_only: true } });
    if (models.length === 0) throw await noEngine(server);
    say(`The local API is up at ${server.baseUrl}.`);
    say(
      `Sending ${recordings.length} recordings over HTTP: a speech of 1961, and sentences of a speech synthesizer.\n`,
    );
    const results: RecognizedAudio[] = [];
    for (const [index, recording] of recordings.entries()) {
      if (stderr.isTTY) stderr.write(`  ${index + 1} of ${recordings.length} …`);
      const result = await transcribed(server, recording, models, signal);
      if (stderr.isTTY) stderr.write('\r\u001b[K');
      results.push(result);
      say(report(result, index, config.color && stdout.isTTY === true));
    }
    say(summary(results));
    if (options.json) stdout.write(`${printedJson(asJson(server, results), 2)}\n`);
    say(nextSteps(server, dataFolder, config.program, options.once));
    if (options.once) return;
    say('\nThe API stays up. To end the demo, press Ctrl-C.');
    await Promise.race([application.ended, aborted(signal)]);
  } finally {
    await application.end();
    say('The demo has ended; the API is off again.');
  }
}

async function transcribed(
  server: FoundServer,
  { path, said }: DemoRecording,
  models: readonly Model[],
  signal: AbortSignal,
): Promise<RecognizedAudio> {
  const startedAt = performance.now();
  const answer = await server.client.transcribe({
    bytes: createReadStream(path),
    contentType: 'audio/wav',
    // As they are all in English, no language has to be detected, whatever this system's is.
    query: { language: 'en' },
    signal,
  });
  const latency = performance.now() - startedAt;
  if (!('text' in answer)) throw new Error('The transcription was only accepted, not done.');
  const errors = wordErrors(comparableWords(said), comparableWords(answer.text));
  const model = models.find(({ id }) => id === answer.model)?.displayName ?? answer.engine;
  return {
    name: basename(path),
    said,
    text: answer.text,
    errors,
    duration: answer.duration_s,
    latency,
    model,
  };
}

function report(result: RecognizedAudio, index: number, color: boolean): string {
  const { name, errors, duration, latency, model } = result;
  const mark = (text: string) => (color ? `\u001b[33m${text}\u001b[0m` : `[${text}]`);
  const line = (side: 'reference' | 'hypothesis') =>
    errors.steps
      .flatMap((step) => {
        const word = step[side];
        return word === undefined ? [] : [step.kind === 'same' ? word : mark(word)];
      })
      .join(' ');
  const rate = percent(errors.errors, errors.words);
  return [
    `${index + 1}. ${name}, ${duration.toFixed(1)} s of speech, answered by ${model} in ${(latency / 1000).toFixed(2)} s, word error rate ${rate}`,
    `   said   ${line('reference')}`,
    `   heard  ${line('hypothesis')}\n`,
  ].join('\n');
}

function summary(results: readonly RecognizedAudio[]): string {
  const sum = (value: (one: RecognizedAudio) => number) =>
    results.reduce((total, one) => total + value(one), 0);
  const [errors, words] = [sum((one) => one.errors.errors), sum((one) => one.errors.words)];
  const [audio, time] = [sum((one) => one.duration), sum((one) => one.latency) / 1000];
  return [
    `Word error rate ${percent(errors, words)}: ${errors} of ${words} words differ (marked above).`,
    `${audio.toFixed(1)} s of speech in ${time.toFixed(1)} s: ${(audio / time).toFixed(1)} times as fast as it was spoken.`,
  ].join('\n');
}

/** What works while the demo is up, unless it ends at once, and what works after it. */
function nextSteps(
  { baseUrl, discovery }: FoundServer,
  dataFolder: string,
  program: string,
  once: boolean,
): string {
  const file = join(dataFolder, 'local-api.json');
  // The token goes to curl through a pipe: arguments can be read in the process list.
  const header = `sed -n 's/.*"token": "\\(.*\\)".*/Authorization: Bearer \\1/p' '${file}'`;
  const meanwhile = [
    `API              ${baseUrl}   (process ${discovery.pid})`,
    `Discovery file   ${file}`,
    '',
    'While the demo is up, in another terminal:',
    `  ${header} | curl --noproxy '*' -H @- '${baseUrl}/recordings/search?q=country'`,
    '',
  ];
  return [
    '',
    ...(once ? [] : meanwhile),
    'To try next, also after the demo has ended:',
    `  ${program} transcribe '${findSamples()[0]?.path ?? 'memo.wav'}'`,
    `  ${program} recordings list`,
    `  ${program} api on`,
    `  ${program} demo --simulated-cloud --once`,
  ].join('\n');
}

function asJson({ baseUrl }: FoundServer, results: readonly RecognizedAudio[]) {
  return {
    ok: true,
    base_url: baseUrl,
    results: results.map(({ name, said, text, errors, duration, latency, model }) => ({
      name,
      model,
      said,
      heard: text,
      word_errors: errors.errors,
      words: errors.words,
      duration_s: duration,
      latency_ms: Math.round(latency),
    })),
  };
}

async function noEngine(server: FoundServer): Promise<QuothError> {
  const { models } = await server.client.listModels({});
  const hint = models.find((model) => model.install_hint !== undefined)?.install_hint;
  return new QuothError('MODEL_NOT_INSTALLED', {
    message: 'No speech engine is installed yet.',
    hint: `${hint ?? 'Run "quoth doctor".'} Then start the demo again.`,
  });
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}

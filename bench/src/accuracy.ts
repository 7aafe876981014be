import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Model } from '@quoth/contract';
import { comparableWords, wordErrors } from '@quoth/text';
import { DirectNeural } from './direct-neural.ts';
import { type MeasuredProcess, startApplication } from './measured-process.ts';
import type { BenchOptions, Result } from './result.ts';
import { type SpokenFile, spokenSets, testModel } from './speech-files.ts';

interface Count {
  errors: number;
  words: number;
  engineSeconds: number;
  audioSeconds: number;
}

const nothing: Count = { errors: 0, words: 0, engineSeconds: 0, audioSeconds: 0 };

/** What recognises a file: the product, or an engine by itself. Nothing where it is not on this machine. */
type Recognize = (
  file: SpokenFile,
) => Promise<{ readonly text: string; readonly ms: number; readonly seconds: number }>;

const POCKETSPHINX = '/usr/bin/pocketsphinx_continuous';

/**
 * Word error rate and real-time factor of every installed model over every set of recordings with texts, beside the engine called by
 * itself on the same files. `--audio` names a folder of one's own (`x.wav` beside `x.txt`), `--home` a data folder whose models are measured.
 */
export async function benchAccuracy({ audio, home }: BenchOptions): Promise<Result[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'quoth-bench-accuracy-'));
  const application = await startApplication(home);
  const results: Result[] = [];
  try {
    const controlSocket = await application.controlSocket();
    if (home === undefined) await controlSocket.importModel({ body: { path: testModel } });
    const { models } = await controlSocket.listModels({ query: { installed_only: true } });
    const { models: files } = await controlSocket.getModelCatalog();
    for (const model of models) {
      const path = files.find(({ id }) => id === model.id)?.path ?? undefined;
      const direct = path === undefined ? undefined : await DirectNeural.start(path);
      const alone = direct ? neuralAlone(direct) : sphinxAlone(model);
      const counts: { ours: Count; theirs: Count | undefined }[] = [];
      for (const { name, files } of spokenSets(audio, scratch)) {
        const ours = await counted(files, product(application, model));
        const theirs = alone && (await counted(files, alone));
        counts.push({ ours, theirs });
        results.push({ ...line(model, name, ours, theirs), target: 'reported', met: true });
      }
      const whole = sum(counts.map(({ ours }) => ours));
      const wholeAlone = alone && sum(counts.flatMap(({ theirs }) => theirs ?? []));
      results.push(line(model, 'all of these', whole, wholeAlone));
      await direct?.end();
    }
  } finally {
    await application.end();
    rmSync(scratch, { recursive: true, force: true });
  }
  return results;
}

function line(model: Model, set: string, ours: Count, theirs: Count | undefined): Result {
  const rate = ({ errors, words }: Count) => errors / words;
  const alone = theirs ? `${percent(rate(theirs))} by itself` : 'not measured by itself';
  return {
    what: `word error rate of ${model.id}: ${set}`,
    measured: `${percent(rate(ours))} (${alone}), real-time factor ${(ours.engineSeconds / ours.audioSeconds).toFixed(3)}`,
    target: 'no worse than the engine by itself',
    met: theirs === undefined || rate(ours) <= rate(theirs),
  };
}

function sum(counts: readonly Count[]): Count {
  const whole = { ...nothing };
  for (const count of counts) {
    whole.errors += count.errors;
    whole.words += count.words;
    whole.engineSeconds += count.engineSeconds;
    whole.audioSeconds += count.audioSeconds;
  }
  return whole;
}

async function counted(files: readonly SpokenFile[], recognize: Recognize): Promise<Count> {
  const count: Count = { ...nothing };
  for (const file of files) {
    const { text, ms, seconds } = await recognize(file);
    const { errors, words } = wordErrors(comparableWords(file.text), comparableWords(text));
    count.errors += errors;
    count.words += words;
    count.engineSeconds += ms / 1000;
    count.audioSeconds += seconds;
  }
  return count;
}

function product({ baseUrl, headers }: MeasuredProcess, model: Model): Recognize {
  return async ({ path }) => {
    const response = await fetch(`${baseUrl}/transcribe`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ audio_base64: readBase64(path), model: model.id, language: 'en', save: false }),
    });
    const answer = (await response.json()) as Answer;
    if (!answer.ok && answer.error?.code !== 'NO_SPEECH') throw new Error(JSON.stringify(answer));
    return { text: answer.text ?? '', ms: answer.timings?.decode_ms ?? 0, seconds: answer.duration_s ?? 0 };
  };
}

interface Answer {
  readonly ok: boolean;
  readonly text?: string;
  readonly duration_s?: number;
  readonly timings?: { readonly decode_ms: number };
  readonly error?: { readonly code: string };
}

function readBase64(path: string): string {
  return readFileSync(path).toString('base64');
}

function neuralAlone(direct: DirectNeural): Recognize {
  return async ({ path }) => {
    const { text, runMs } = await direct.run(path, 1);
    return { text, ms: runMs, seconds: 0 };
  };
}

/** PocketSphinx's own program, where it is installed (Debian: pocketsphinx). */
function sphinxAlone({ engine }: Model): Recognize | undefined {
  if (engine !== 'pocketsphinx' || !existsSync(POCKETSPHINX)) return undefined;
  return async ({ path }) => {
    const text = execFileSync(POCKETSPHINX, ['-infile', path, '-logfn', '/dev/null'], { encoding: 'utf8' });
    return { text, ms: 0, seconds: 0 };
  };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

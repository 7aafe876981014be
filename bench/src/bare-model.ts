import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Model } from '@quoth/contract';
import {
  type Bench,
  type Count,
  compared,
  included,
  measuredModels,
  share,
  speaks,
  sum,
  transcribed,
} from './accuracy.ts';
import { DirectNeural } from './direct-neural.ts';
import { startApplication } from './measured-process.ts';
import { jfk, ownRecordings, type Spoken } from './recordings.ts';
import type { BenchOptions, Result } from './result.ts';

/** What happens to a recording, as filters of FFmpeg. */
const filters: Readonly<Record<string, string>> = {
  'as it is': 'anull',
  'tempo 0.85': 'atempo=0.85',
  'tempo 1.2': 'atempo=1.2',
  '30 dB quieter': 'volume=-30dB',
  '6 dB louder': 'volume=6dB',
  'telephone band': 'highpass=f=300,lowpass=f=3400,aresample=8000',
  'echo of a room': 'aecho=0.8:0.7:40|90|160|250:0.5|0.4|0.3|0.2',
  '2 s of silence before, 3 s after': 'adelay=2000,apad=pad_dur=3',
};

/** Noise of a color, and by how much it is quieter than the recording, in dB. */
const noises = [
  ['pink', 20],
  ['pink', 10],
  ['white', 10],
  ['brown', 5],
] as const;

/**
 * The words of Quoth beside those of the same model without any step of ours: wherever more of Quoth's are wrong, that
 * is our fault. Those recordings are named on the terminal.
 */
export async function benchBareModel({ audio }: BenchOptions): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'quoth-bench-bare-model-'));
  const application = await startApplication();
  try {
    const results: Result[] = [];
    for (const model of await measuredModels(application)) {
      const recordings = [jfk, ...ownRecordings(audio ?? process.env.QUOTH_BENCH_AUDIO)].filter(
        ({ language }) => speaks(model, language),
      );
      results.push(...(await besideItself({ application, model, folder, recordings })));
    }
    return results;
  } finally {
    await application.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function besideItself(bench: Bench): Promise<Result[]> {
  const { model, folder, recordings } = bench;
  const bare = await DirectNeural.start(fileOf(model));
  const counts = new Map<string, { readonly ours: Count; readonly bare: Count }[]>();
  try {
    for (const spoken of recordings) {
      for (const [condition, path] of changed(spoken, folder)) {
        const heard = {
          ours: (await transcribed(bench, path, spoken.language)).text,
          bare: (await bare.run(path, 2, spoken.language)).text,
        };
        const count = {
          ours: compared(spoken.text, heard.ours, spoken.language),
          bare: compared(spoken.text, heard.bare, spoken.language),
        };
        if (count.ours.errors > count.bare.errors)
          process.stderr.write(`  ${spoken.path}, ${condition}: ${heard.ours} | ${heard.bare}\n`);
        for (const key of [condition, spoken.language]) counts.set(key, [...(counts.get(key) ?? []), count]);
      }
    }
  } finally {
    await bare.end();
  }
  return [...counts].map(([key, all]): Result => {
    const [ours, itself] = [sum(all.map((one) => one.ours)), sum(all.map((one) => one.bare))];
    return {
      what: `words wrong, ${key}: ${model.id}, in Quoth and by itself`,
      measured: `${share(ours)}, ${share(itself)}`,
      target: 'no more in Quoth',
      met: ours.errors <= itself.errors,
    };
  });
}

function fileOf({ id }: Model): string {
  return join(included, `${id.replace(/-included$/, '')}-q8_0.gguf`);
}

/** The recording under each condition, as wav files of 16 kHz. */
function* changed(spoken: Spoken, folder: string): Generator<readonly [condition: string, path: string]> {
  const path = join(folder, 'changed.wav');
  for (const [condition, filter] of Object.entries(filters)) {
    ffmpeg('-i', spoken.path, '-af', filter, ...wav, path);
    yield [condition, path];
  }
  const noise = join(folder, 'noise.wav');
  for (const [color, below] of noises) {
    ffmpeg('-f', 'lavfi', '-i', `anoisesrc=color=${color}:seed=7:r=16000:a=0.3:d=60`, ...wav, noise);
    const gain = meanVolume(spoken.path) - below - meanVolume(noise);
    const mixed = `[1]volume=${gain}dB[noise];[0]aresample=16000[voice];[voice][noise]amix=duration=first:normalize=0`;
    ffmpeg('-i', spoken.path, '-i', noise, '-filter_complex', mixed, ...wav, path);
    yield [`${color} noise, ${below} dB below`, path];
  }
}

/** With the shortest header, of 44 bytes. */
const wav = ['-fflags', '+bitexact', '-flags', '+bitexact', '-ar', '16000', '-ac', '1', '-y'];

/** In dB, pauses included. */
function meanVolume(path: string): number {
  const said = ffmpeg('-i', path, '-af', 'volumedetect', '-f', 'null', '-');
  return Number(/mean_volume: (\S+) dB/.exec(said)?.[1]);
}

function ffmpeg(...args: readonly string[]): string {
  const { status, stderr } = spawnSync('ffmpeg', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stderr;
}

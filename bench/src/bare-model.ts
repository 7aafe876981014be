import { withApplication } from './application.ts';
import { EngineAlone } from './engine-alone.ts';
import {
  type Bench,
  type Condition,
  type Count,
  changed,
  compared,
  heard,
  includedFile,
  measuredModels,
  type Noise,
  recordingsOf,
  room,
  share,
  sum,
  telephone,
} from './recordings.ts';
import { aim, type BenchOptions, figure, type Result } from './result.ts';

const conditions: readonly Condition[] = [
  ['as it is'],
  ['tempo 0.85', '-af', 'atempo=0.85'],
  ['tempo 1.2', '-af', 'atempo=1.2'],
  ['30 dB quieter', '-af', 'volume=-30dB'],
  ['6 dB louder', '-af', 'volume=6dB'],
  telephone,
  room,
  ['2 s of silence before, 3 s after', '-af', 'adelay=2000,apad=pad_dur=3'],
];

const noises: readonly Noise[] = [
  ['pink', 20],
  ['pink', 10],
  ['white', 10],
  ['brown', 5],
];

/**
 * The words of Quoth beside those of the same model without any step of ours: wherever more of Quoth's are wrong, that
 * is our fault. Those recordings are named on the terminal.
 */
export function benchBareModel({ audio }: BenchOptions): Promise<Result[]> {
  return withApplication(async (application) => {
    const results: Result[] = [];
    for (const model of await measuredModels(application)) {
      const recordings = recordingsOf(audio).filter(({ language }) => model.languages.includes(language));
      results.push(...(await besideItself({ application, model, recordings })));
    }
    return results;
  });
}

async function besideItself(bench: Bench): Promise<Result[]> {
  const { application, model, recordings } = bench;
  const bare = await EngineAlone.load(includedFile(model.id));
  const counts = new Map<string, { readonly ours: Count; readonly bare: Count }[]>();
  for (const { path: from, language, text } of recordings)
    for (const [condition, path] of changed(from, conditions, noises, application.folder)) {
      const words = (await heard(bench, path, language)).text;
      const bareWords = (await bare.run(path, 2, language)).text;
      const count = {
        ours: compared(text, words, language),
        bare: compared(text, bareWords, language),
      };
      if (count.ours.errors > count.bare.errors)
        process.stderr.write(`  ${from}, ${condition}: ${words} | ${bareWords}\n`);
      for (const key of [condition, language]) counts.set(key, [...(counts.get(key) ?? []), count]);
    }
  bare.dispose();
  return [...counts].map(([key, all]) => {
    const [ours, itself] = [sum(all.map((one) => one.ours)), sum(all.map((one) => one.bare))];
    return figure(
      `words wrong, ${key}: ${model.id}, in Quoth and by itself`,
      `${share(ours)}, ${share(itself)}`,
      aim('no more in Quoth', ours.errors <= itself.errors),
    );
  });
}

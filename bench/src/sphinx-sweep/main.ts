import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { differenceInterval, errorRate } from './bootstrap.ts';
import { sweepCorpus } from './corpus.ts';
import { type Measured, measureSettings } from './measure-settings.ts';

// npm run sweep-pocketsphinx -- --folder DIR [--recordings DIR] [--half "held out"] "-ds 2" "-topn 2 -pl_window 10" ...
// Measures settings of PocketSphinx beside those of the library itself: error rate, its difference with the 95 % interval, and the
// processor's seconds a second of speech. Results are kept in the folder. Chosen on the half "tuning", judged on "held out".
// `--every 3` looks at a third, to leave out early what makes things worse. Needs flite, pico2wave and ffmpeg; recordings of people come from Debian's pocketsphinx-testdata and `--recordings` (x.wav, x.txt).
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folder: {
      type: 'string',
      default: join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'sphinx-sweep'),
    },
    recordings: { type: 'string' },
    half: { type: 'string', default: 'tuning' },
    results: { type: 'string', default: 'measured.jsonl' },
    every: { type: 'string', default: '1' },
  },
});

const corpus = sweepCorpus(values.folder, values.recordings);
const utterances = corpus
  .filter(({ half }) => values.half === 'both' || half === values.half)
  .filter((_, index) => index % Number(values.every) === 0);
const settings = ['', ...positionals];
const measured = await measureSettings(settings, utterances, join(values.folder, values.results));
for (const setting of settings) print(setting || 'the library itself', measured.get(setting) ?? []);

function print(name: string, list: readonly Measured[]): void {
  const { low, high } = differenceInterval(measured.get('') ?? [], list);
  const sum = (of: (one: Measured) => number) => list.reduce((total, one) => total + of(one), 0);
  const percent = (share: number) => (share * 100).toFixed(1);
  const people = list.filter(({ voice }) => !voice.startsWith('flite') && !voice.startsWith('pico'));
  const speed = sum(({ cpuSeconds }) => cpuSeconds) / sum(({ seconds }) => seconds);
  console.log(
    `| ${name} | ${percent(errorRate(list))} | ${percent(low)} to ${percent(high)} | ${percent(errorRate(people))} | ${speed.toFixed(3)} | ${sum(({ words }) => words)} |`,
  );
}

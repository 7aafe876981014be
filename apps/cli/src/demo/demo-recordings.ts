import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A recording and the words that are known to be said in it. */
export interface DemoRecording {
  readonly path: string;
  readonly said: string;
}

/** A set of recordings and who speaks in them. */
export interface DemoSet {
  readonly description: string;
  readonly recordings: readonly DemoRecording[];
}

/** Where Debian's package pocketsphinx-testdata puts five sentences of Austen, read by a LibriVox volunteer. */
const LIBRIVOX = '/usr/share/pocketsphinx/test/data/librivox';
const SAMPLES = join(import.meta.dirname, '..', '..', 'samples');

/** Recordings of people where the machine has them, else the synthetic samples that come with Quoth. */
export function findDemoRecordings(librivox = LIBRIVOX, samples = SAMPLES): DemoSet {
  const people = readSet(librivox);
  if (people.length > 0) {
    return { description: 'five sentences of Jane Austen, read by a LibriVox volunteer', recordings: people };
  }
  return { description: 'samples spoken by a speech synthesizer', recordings: readSet(samples) };
}

/** The synthetic samples that come with Quoth. */
export function findSamples(): DemoRecording[] {
  return readSet(SAMPLES);
}

/** A folder with a `transcription` file in the form that speech recognizers use: `<s> words </s> (name)`. */
function readSet(folder: string): DemoRecording[] {
  const list = join(folder, 'transcription');
  if (!existsSync(list)) return [];
  return readFileSync(list, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const match = /^(?:<s>)?\s*(.*?)\s*(?:<\/s>)?\s*\(([^)]+)\)\s*$/.exec(line);
      if (!match) return [];
      const [, said = '', name = ''] = match;
      const path = join(folder, `${basename(name)}.wav`);
      return existsSync(path) ? [{ path, said }] : [];
    });
}

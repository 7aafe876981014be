import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { spokenSets } from '../speech-files.ts';
import { texts } from './texts.ts';

/** A recording as raw samples (16 bits, 16 kHz, mono), and what is said in it. */
export interface Utterance {
  readonly id: string;
  /** Who speaks: a synthetic voice, or the set of recordings of people. */
  readonly voice: string;
  readonly text: string;
  readonly spool: string;
  readonly seconds: number;
  /** Settings are chosen on one half and judged on the other; a text is in one of them only. */
  readonly half: 'tuning' | 'held out';
}

/** Three synthetic voices. Debian: `apt-get install flite`, and libttspico-utils of the section non-free. */
const voices: Readonly<Record<string, (text: string, wav: string) => readonly [string, readonly string[]]>> =
  {
    'flite slt': (text, wav) => ['flite', ['-voice', 'slt', '-t', text, '-o', wav]],
    'flite rms': (text, wav) => ['flite', ['-voice', 'rms', '-t', text, '-o', wav]],
    'pico en-US': (text, wav) => ['pico2wave', ['-l', 'en-US', '-w', wav, text]],
  };

const SAMPLES_A_SECOND = 16_000;

/** Every text in one voice, every fourth in a second one, and every recording of people on this machine. Kept in the folder. */
export function sweepCorpus(folder: string, ownRecordings: string | undefined): Utterance[] {
  mkdirSync(folder, { recursive: true });
  const names = Object.keys(voices);
  const synthetic = texts.flatMap((text, index) => {
    const readers = [
      names[index % names.length],
      ...(index % 4 === 0 ? [names[(index + 1) % names.length]] : []),
    ];
    return readers.flatMap((voice) => (voice === undefined ? [] : [spoken(folder, text, voice, index)]));
  });
  const people = spokenSets(ownRecordings, folder).flatMap(({ name, files }) =>
    files.map(({ path, text }, index) => {
      const id = `${name} ${index}`;
      return utterance(folder, { id, voice: name, text, half: halfOf(index) }, () => path);
    }),
  );
  return [...synthetic, ...people];
}

function spoken(folder: string, text: string, voice: string, index: number): Utterance {
  return utterance(folder, { id: `${voice} ${index}`, voice, text, half: halfOf(index) }, () => {
    const wav = join(folder, 'spoken.wav');
    const [program, parameters] = voices[voice]?.(text, wav) ?? ['', []];
    execFileSync(program, [...parameters], { stdio: 'ignore' });
    return wav;
  });
}

function utterance(
  folder: string,
  facts: Omit<Utterance, 'spool' | 'seconds'>,
  recording: () => string,
): Utterance {
  const spool = join(
    folder,
    `${createHash('sha256')
      .update(facts.id + facts.text)
      .digest('hex')
      .slice(0, 16)}.pcm`,
  );
  if (!existsSync(spool)) {
    const part = `${spool}.part`;
    const samples = ['-ac', '1', '-ar', String(SAMPLES_A_SECOND), '-f', 's16le', part];
    execFileSync('ffmpeg', ['-loglevel', 'error', '-y', '-i', recording(), ...samples]);
    renameSync(part, spool);
  }
  return { ...facts, spool, seconds: readFileSync(spool).length / 2 / SAMPLES_A_SECOND };
}

function halfOf(index: number): Utterance['half'] {
  return index % 2 === 0 ? 'tuning' : 'held out';
}

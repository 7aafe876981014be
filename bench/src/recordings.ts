import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';

/** A recording and what is said in it. */
export interface Spoken {
  readonly path: string;
  /** As the API takes it. */
  readonly language: string;
  readonly text: string;
}

/** Public domain: a speech of 1961 by the government of the United States. */
export const jfk: Spoken = {
  path: join(import.meta.dirname, '..', '..', 'apps', 'cli', 'samples', 'jfk.wav'),
  language: 'en',
  text: 'And so my fellow Americans, ask not what your country can do for you, ask what you can do for your country.',
};

/**
 * Recordings of one's own: a folder with `manifest.json` (`recordings` with `file`, `language`, `text`), or `x.wav`
 * beside `x.txt` in English.
 */
export function ownRecordings(folder: string | undefined): Spoken[] {
  if (folder === undefined) return [];
  const manifest = join(folder, 'manifest.json');
  if (existsSync(manifest)) {
    const { recordings } = JSON.parse(readFileSync(manifest, 'utf8')) as {
      recordings: { file: string; language: string; text: string }[];
    };
    return recordings.map(({ file, language, text }) => ({ path: join(folder, file), language, text }));
  }
  return globSync('*.{wav,mp3,flac,ogg,opus,m4a,webm}', { cwd: folder }).flatMap((file) => {
    const text = join(folder, `${basename(file, extname(file))}.txt`);
    return existsSync(text)
      ? [{ path: join(folder, file), language: 'en', text: readFileSync(text, 'utf8') }]
      : [];
  });
}

/** What happens to a recording on its way, as arguments of sox or, for codecs, of FFmpeg. */
const ways: readonly (readonly [name: string, program: 'sox' | 'ffmpeg', args: readonly string[]])[] = [
  ['volume 0.01', 'sox', ['vol', '0.01']],
  ['clipped (gain 25 dB)', 'sox', ['gain', '25']],
  ['telephone band', 'sox', ['sinc', '300-3400', 'rate', '8000']],
  ['tempo 0.7', 'sox', ['tempo', '-s', '0.7']],
  ['tempo 1.5', 'sox', ['tempo', '-s', '1.5']],
  ['tempo 2', 'sox', ['tempo', '-s', '2']],
  ['reverb 80', 'sox', ['reverb', '80']],
  ['DC offset 0.3', 'sox', ['vol', '0.6', 'dcshift', '0.3']],
  ['Opus 16 kbit/s', 'ffmpeg', ['-c:a', 'libopus', '-b:a', '16k', '-f', 'ogg']],
  ['MP3 24 kbit/s', 'ffmpeg', ['-c:a', 'libmp3lame', '-b:a', '24k', '-f', 'mp3']],
  ['AAC 24 kbit/s', 'ffmpeg', ['-c:a', 'aac', '-b:a', '24k', '-f', 'adts']],
];

/** The recording under each condition, the first as it is. Files are written into the folder. */
export function conditionsOf(spoken: Spoken, folder: string): (Spoken & { readonly condition: string })[] {
  const plain = join(folder, 'plain.wav');
  sox([spoken.path, '-r', '16000', '-c', '1', '-b', '16', plain]);
  const seconds = Number(execFileSync('sox', ['--i', '-D', plain], { encoding: 'utf8' }));
  const made = ways.map(([condition, program, args], index) => {
    const path = join(folder, `condition-${index}.${program === 'sox' ? 'wav' : 'bin'}`);
    if (program === 'sox') sox([plain, '-b', '16', path, ...args]);
    else execFileSync('ffmpeg', ['-loglevel', 'error', '-y', '-i', plain, ...args, path]);
    return { ...spoken, path, condition };
  });
  const noisy = [
    ['pink noise, 20 dB below', '0.02'],
    ['pink noise, 10 dB below', '0.065'],
  ].map(([condition = '', volume = ''], index) => {
    const noise = join(folder, `noise-${index}.wav`);
    // Without a seed of its own, sox makes the same noise each time.
    sox([
      '-R',
      '-n',
      '-r',
      '16000',
      '-c',
      '1',
      '-b',
      '16',
      noise,
      'synth',
      String(seconds),
      'pinknoise',
      'vol',
      volume,
    ]);
    const path = join(folder, `noisy-${index}.wav`);
    sox(['-m', '-v', '1', plain, '-v', '1', noise, path]);
    return { ...spoken, path, condition };
  });
  return [{ ...spoken, path: plain, condition: 'clean' }, ...made, ...noisy];
}

/** Recordings one after the other in one file, with so many seconds of silence after each. */
export function joined(recordings: readonly Spoken[], silence: number, path: string): string {
  const inputs = recordings.flatMap(({ path: from }) => ['-i', from]);
  const parts = recordings.map(
    (_, at) => `[${at}]aresample=16000,aformat=channel_layouts=mono,apad=pad_dur=${silence}[${at}p]`,
  );
  const all = `${recordings.map((_, at) => `[${at}p]`).join('')}concat=n=${recordings.length}:v=0:a=1`;
  const filter = [...parts, all].join(';');
  run('ffmpeg', ['-loglevel', 'error', '-y', ...inputs, '-filter_complex', filter, '-bitexact', path]);
  return path;
}

/** A voice of this machine, and how it says a text into a file. */
interface Voice {
  readonly name: string;
  readonly program: string;
  readonly args: (text: string, path: string) => readonly string[];
}

const known: readonly Voice[] = [
  { name: 'flite slt', program: 'flite', args: (text, path) => ['-voice', 'slt', '-t', text, '-o', path] },
  { name: 'pico en-US', program: 'pico2wave', args: (text, path) => ['-l', 'en-US', '-w', path, text] },
];

/** Those whose programs are installed. */
export const voices = known.filter(({ program }) => has(program));

export function say({ program, args }: Voice, text: string, path: string): void {
  run(program, args(text, path));
}

function has(program: string): boolean {
  return (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, program)));
}

function sox(args: readonly string[]): void {
  run('sox', ['-V1', ...args]);
}

function run(program: string, args: readonly string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

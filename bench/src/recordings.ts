import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { Model } from '@quoth/contract';
import { comparableWords, wordErrors } from '@quoth/text';
import { type Application, transcribe } from './application.ts';
import { included, samples } from './speech-files.ts';

/** A recording and what is said in it. */
export interface Spoken {
  readonly path: string;
  /** As the API takes it. */
  readonly language: string;
  readonly text: string;
}

/** Public domain: a speech of 1961 by the government of the United States. */
export const jfk: Spoken = {
  path: join(samples, 'jfk.wav'),
  language: 'en',
  text: 'And so my fellow Americans, ask not what your country can do for you, ask what you can do for your country.',
};

/**
 * jfk.wav and recordings of one's own: a folder (QUOTH_BENCH_AUDIO where none is named) with `manifest.json`
 * (`recordings` with `file`, `language`, `text`), or `x.wav` beside `x.txt` in English.
 */
export function recordingsOf(folder = process.env.QUOTH_BENCH_AUDIO): Spoken[] {
  if (folder === undefined) return [jfk];
  const manifest = join(folder, 'manifest.json');
  if (existsSync(manifest)) {
    const { recordings } = JSON.parse(readFileSync(manifest, 'utf8')) as {
      recordings: { file: string; language: string; text: string }[];
    };
    return [jfk, ...recordings.map(({ file, ...one }) => ({ path: join(folder, file), ...one }))];
  }
  const own = globSync('*.{wav,mp3,flac,ogg,opus,m4a,webm}', { cwd: folder }).flatMap((file) => {
    const text = join(folder, `${basename(file, extname(file))}.txt`);
    const path = join(folder, file);
    return existsSync(text) ? [{ path, language: 'en', text: readFileSync(text, 'utf8') }] : [];
  });
  return [jfk, ...own];
}

/** The installed speech models; the tests' tiny ones, which know their own sentences alone, are none of them. */
export async function measuredModels({ client }: Application): Promise<Model[]> {
  const { models } = await client.listModels({ query: { kind: 'voice', installed_only: true } });
  return models.filter(({ id, languages }) => languages.length > 0 && !id.startsWith('quoth-test'));
}

/** The file of a model that comes with Quoth. */
export function includedFile(id: string): string {
  return join(included, `${id.replace(/-included$/, '')}-q8_0.gguf`);
}

/** What is measured: recordings in languages that a model knows. */
export interface Bench {
  readonly application: Application;
  readonly model: Model;
  readonly recordings: readonly Spoken[];
}

/** The text that Quoth makes of a file, and how long the whole request took. */
export function heard(
  { application, model }: Bench,
  path: string,
  language: string,
  vocabulary: readonly string[] = [],
): Promise<{ readonly text: string; readonly ms: number }> {
  return transcribe(application, {
    audio_base64: readFileSync(path).toString('base64'),
    model: model.id,
    language,
    save: false,
    ...(vocabulary.length > 0 && { vocabulary }),
  });
}

export interface Count {
  readonly errors: number;
  readonly words: number;
}

/** Japanese has no spaces, so its characters count as words. */
export function wordsOf(text: string, language: string): string[] {
  return language === 'ja' ? [...text.replace(/[^\p{L}\p{N}]/gu, '')] : comparableWords(text);
}

export function compared(said: string, heard: string, language: string): Count {
  return wordErrors(wordsOf(said, language), wordsOf(heard, language));
}

export function sum(counts: readonly Count[]): Count {
  return {
    errors: counts.reduce((all, { errors }) => all + errors, 0),
    words: counts.reduce((all, { words }) => all + words, 0),
  };
}

export function share({ errors, words }: Count): string {
  return `${((100 * errors) / words).toFixed(1)} % (${errors} of ${words})`;
}

/** What happens to a recording on its way, in words of FFmpeg. */
export type Condition = readonly [name: string, ...words: string[]];
/** Noise of a color, and by how many dB it is quieter than the recording, pauses included. */
export type Noise = readonly [color: 'pink' | 'white' | 'brown', below: number];

export const telephone: Condition = ['telephone band', '-af', 'highpass=f=300,lowpass=f=3400,aresample=8000'];
export const room: Condition = ['echo of a room', '-af', 'aecho=0.8:0.7:40|90|160|250:0.5|0.4|0.3|0.2'];

/** Wav with the shortest header. */
const wav = ['-fflags', '+bitexact', '-flags', '+bitexact', '-ar', '16000', '-ac', '1', '-f', 'wav'];

/** The recording under each condition, one after the other in the same file. */
export function* changed(
  from: string,
  conditions: readonly Condition[],
  noises: readonly Noise[],
  folder: string,
): Generator<readonly [condition: string, path: string]> {
  const [path, noise] = [join(folder, 'changed.wav'), join(folder, 'noise.wav')];
  for (const [name, ...words] of conditions) {
    ffmpeg('-i', from, ...wav, ...words, path);
    yield [name, path];
  }
  for (const [color, below] of noises) {
    ffmpeg('-f', 'lavfi', '-i', `anoisesrc=color=${color}:seed=7:r=16000:a=0.3:d=60`, ...wav, noise);
    const gain = meanVolume(from) - below - meanVolume(noise);
    const mixed = `[1]volume=${gain}dB[noise];[0]aresample=16000[voice];[voice][noise]amix=duration=first:normalize=0`;
    ffmpeg('-i', from, '-i', noise, '-filter_complex', mixed, ...wav, path);
    yield [`${color} noise, ${below} dB below`, path];
  }
}

/** Recordings one after the other in one file, with so many seconds of silence after each. */
export function joined(recordings: readonly Pick<Spoken, 'path'>[], silence: number, path: string): string {
  const parts = recordings.map(
    (_, at) => `[${at}]aresample=16000,aformat=channel_layouts=mono,apad=pad_dur=${silence}[${at}p]`,
  );
  const all = `${recordings.map((_, at) => `[${at}p]`).join('')}concat=n=${recordings.length}:v=0:a=1`;
  const inputs = recordings.flatMap(({ path: from }) => ['-i', from]);
  ffmpeg(...inputs, '-filter_complex', [...parts, all].join(';'), ...wav, path);
  return path;
}

/** In dB, pauses included. */
function meanVolume(path: string): number {
  const said = ffmpeg('-i', path, '-af', 'volumedetect', '-f', 'null', '-');
  return Number(/mean_volume: (\S+) dB/.exec(said)?.[1]);
}

function ffmpeg(...words: readonly string[]): string {
  return run('ffmpeg', '-y', ...words);
}

/** What it says on its standard error. */
export function run(program: string, ...words: readonly string[]): string {
  const { status, stderr, error } = spawnSync(program, words, { encoding: 'utf8' });
  if (status !== 0) throw error ?? new Error(stderr);
  return stderr;
}

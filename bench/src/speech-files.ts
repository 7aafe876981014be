import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';

const HEADER_BYTES = 44;
const RATE = 16_000;
const engineFixtures = join(import.meta.dirname, '../../packages/audio/src/fixtures/sentences');

/** The tiny model that comes with the project. */
export const testModel = join(
  import.meta.dirname,
  '../../packages/core/src/models/fixtures/quoth-test-en.gguf',
);

/** A recording and what is said in it. */
export interface SpokenFile {
  readonly path: string;
  readonly text: string;
}

/** Recordings with texts that belong together. */
export interface SpokenSet {
  readonly name: string;
  readonly files: readonly SpokenFile[];
}

/** The sets of this machine: ours, Debian's, and a folder of the caller's with `x.wav` (or another format) beside `x.txt`. */
export function spokenSets(folder: string | undefined, scratch: string): SpokenSet[] {
  const sets = [testSentences(), libriVox(), ...(folder === undefined ? [] : [ownFolder(folder, scratch)])];
  return sets.filter(({ files }) => files.length > 0);
}

/** Twelve synthetic sentences that the tiny model was made for. */
export function testSentences(): SpokenSet {
  const manifest = JSON.parse(readFileSync(join(engineFixtures, 'manifest.json'), 'utf8')) as {
    items: { file: string; text: string }[];
  };
  const files = manifest.items
    .filter(({ file }) => /^\d\d-/.test(file))
    .map(({ file, text }) => ({ path: join(engineFixtures, file), text }));
  return { name: '12 synthetic sentences', files };
}

/** Debian's pocketsphinx-testdata: five sentences of Jane Austen, read by a LibriVox volunteer. */
function libriVox(): SpokenSet {
  const place = '/usr/share/pocketsphinx/test/data/librivox';
  const name = '5 sentences of an audio book';
  if (!existsSync(place)) return { name, files: [] };
  const files = readFileSync(join(place, 'transcription'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, text, id] = /^<s> (.*) <\/s> \((.*)\)$/.exec(line.trim()) ?? [];
      return text !== undefined && id !== undefined ? [{ path: join(place, `${id}.wav`), text }] : [];
    });
  return { name, files };
}

function ownFolder(folder: string, scratch: string): SpokenSet {
  const audio = globSync('*.{wav,mp3,flac,ogg,opus,m4a,webm}', { cwd: folder });
  const files = audio.flatMap((file) => {
    const textFile = join(folder, `${basename(file, extname(file))}.txt`);
    if (!existsSync(textFile)) return [];
    const path = join(scratch, `${basename(file)}.wav`);
    execFileSync('ffmpeg', [
      '-loglevel',
      'error',
      '-y',
      '-i',
      join(folder, file),
      '-ac',
      '1',
      '-ar',
      '16000',
      path,
    ]);
    return [{ path, text: readFileSync(textFile, 'utf8') }];
  });
  return { name: folder, files };
}

/** So many seconds of speech as one wav file: the same minute again and again. */
export function longSpeech(seconds: number, path: string): string {
  const minute = readFileSync(join(engineFixtures, '60s-many-sentences.wav')).subarray(HEADER_BYTES);
  const bytes = seconds * RATE * 2;
  const header = readFileSync(join(engineFixtures, '60s-many-sentences.wav')).subarray(0, HEADER_BYTES);
  header.writeUInt32LE(36 + bytes, 4);
  header.writeUInt32LE(bytes, 40);
  writeFileSync(path, header);
  for (let written = 0; written < bytes; written += minute.length) {
    writeFileSync(path, minute.subarray(0, Math.min(minute.length, bytes - written)), { flag: 'a' });
  }
  return path;
}

import { lstat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { TranscriptFormat } from '@quoth/contract';
import type { JournalEntry } from './watch-journal.ts';
import type { SeenFile } from './watched-files.ts';

/** A transcript to be written beside its file. */
export interface WantedOutput {
  readonly format: TranscriptFormat;
  readonly path: string;
  /** True for one of an earlier state of the file, which nobody has changed since it was written. */
  readonly replaces: boolean;
}

/** What is still to be written for a file. */
export interface OutputsOf {
  readonly wanted: readonly WantedOutput[];
  /** Transcripts of an earlier state of the file that somebody has changed since: they stay. */
  readonly edited: readonly string[];
  /** Files of that name that were never ours: they stay, too. */
  readonly foreign: readonly string[];
}

/**
 * The transcripts that a file has not got. `talk.mp3` becomes `talk.txt`; where `talk.wav` lies beside it, each keeps its whole name
 * (`talk.mp3.txt`). What exists already is somebody's work and is not overwritten, except a transcript of ours that is as we wrote it.
 */
export async function outputsOf(
  file: SeenFile,
  formats: readonly TranscriptFormat[],
  all: readonly SeenFile[],
  entry: JournalEntry | undefined,
): Promise<OutputsOf> {
  const isAlone = !all.some(({ path }) => path !== file.path && stemOf(path) === stemOf(file.path));
  const [wanted, edited, foreign]: [WantedOutput[], string[], string[]] = [[], [], []];
  for (const format of formats) {
    const names = [
      `${basename(file.path, extname(file.path))}.${format}`,
      `${basename(file.path)}.${format}`,
    ];
    const ours = entry?.outputs?.find(({ name }) => names.includes(name));
    const path = join(dirname(file.path), ours?.name ?? (isAlone ? names[0] : names[1]) ?? '');
    const there = await lstat(path).catch(() => undefined);
    if (!there) wanted.push({ format, path, replaces: false });
    else if (ours?.size === there.size && ours.mtimeMs === there.mtimeMs)
      wanted.push({ format, path, replaces: true });
    else (ours ? edited : foreign).push(path);
  }
  return { wanted, edited, foreign };
}

/** Without regard to case: some file systems have none. */
function stemOf(path: string): string {
  return path.slice(0, path.length - extname(path).length).toLowerCase();
}

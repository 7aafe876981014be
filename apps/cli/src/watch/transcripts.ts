import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { TranscriptFormat, Transcription } from '@quoth/contract';
import type { CliEnvironment } from '../environment.ts';
import { writeNewOutput, writeOutput } from '../terminal/output-files.ts';
import type { RewritingReport, WantedRewriting } from '../transcribing/rewriting.ts';
import {
  formatQuery,
  rendered,
  type SpeechFlags,
  speechQuery,
  transcribeOne,
} from '../transcribing/transcribe-files.ts';
import type { SeenFile } from './watched-files.ts';

/** A transcript to be written beside its file. */
export interface WantedOutput {
  readonly format: TranscriptFormat;
  readonly path: string;
  /** True for one of an earlier state of the file, which no one has changed since it was written. */
  readonly replaces: boolean;
}

/** What is still to be written for a file. */
interface OutputsOf {
  readonly wanted: readonly WantedOutput[];
  /** Transcripts of an earlier state of the file that somebody has changed since: they stay. */
  readonly edited: readonly string[];
  /** Files of that name that were never ours: they stay, too. */
  readonly foreign: readonly string[];
}

/**
 * The transcripts that a file has not got. `talk.mp3` becomes `talk.txt`; where `talk.wav` lies beside it, each keeps
 * its whole name (`talk.mp3.txt`). What exists already is somebody's work and is not overwritten, except a transcript
 * of ours that is as we wrote it.
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

/** What transcripts are made with. */
interface TranscriptOptions {
  readonly environment: CliEnvironment;
  readonly flags: SpeechFlags;
  readonly rewriting: WantedRewriting;
  readonly outcome: RewritingReport;
}

/**
 * Has a file transcribed, writes the transcripts, and gives those that were written here; another command on the same
 * folder may have been quicker.
 */
export async function writeTranscripts(
  file: SeenFile,
  wanted: readonly WantedOutput[],
  options: TranscriptOptions,
): Promise<WrittenOutput[]> {
  const contents = await transcribed(
    file,
    wanted.map(({ format }) => format),
    options,
  );
  const written: WrittenOutput[] = [];
  for (const { format, path, replaces } of wanted) {
    const content = contents.get(format) ?? '';
    if (replaces) await writeOutput(path, content);
    else if (!(await writeNewOutput(path, content))) continue;
    const { size, mtimeMs } = await lstat(path);
    written.push({ name: basename(path), size, mtimeMs });
  }
  return written;
}

/** Each kind of captions takes a request; the key has the work done once all the same. */
async function transcribed(
  file: SeenFile,
  formats: readonly TranscriptFormat[],
  { environment, flags, rewriting, outcome }: TranscriptOptions,
): Promise<ReadonlyMap<TranscriptFormat, string>> {
  const isCaptions = (format: TranscriptFormat) => format === 'srt' || format === 'vtt';
  const captions = formats.filter(isCaptions);
  const others = formats.filter((format) => !isCaptions(format));
  const query = speechQuery(flags, rewriting);
  const idempotencyKey = keyOf(file, { query, formats });
  const contents = new Map<TranscriptFormat, string>();
  let result: Transcription | undefined;
  const requests: readonly TranscriptFormat[] = captions.length > 0 ? captions : ['txt'];
  for (const format of requests) {
    const client = await environment.openOrStart();
    const isFirst = result === undefined;
    result = await transcribeOne(environment, client, file.path, {
      query: {
        ...query,
        ...formatQuery(format, flags),
        ...(formats.includes('json') ? formatQuery('json', flags) : {}),
      },
      idempotencyKey,
    });
    if (isFirst) outcome.tell(result);
    if (isCaptions(format)) contents.set(format, rendered(result, format));
  }
  if (result) for (const format of others) contents.set(format, rendered(result, format));
  return contents;
}

/** The same for everybody who wants the same of the same file as it is now. */
function keyOf({ path, size, mtimeMs }: SeenFile, wanted: unknown): string {
  const what = JSON.stringify([path, size, mtimeMs, wanted]);
  return `watch-${createHash('sha256').update(what).digest('hex')}`;
}

/** An output as it was when it was written, so that what somebody changed since is not overwritten. */
export interface WrittenOutput {
  readonly name: string;
  readonly size: number;
  readonly mtimeMs: number;
}

/** What became of a file: it was there before the watching began, it has its transcript, or it cannot have one. */
interface JournalEntry {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly state: 'before' | 'done' | 'failed';
  readonly formats?: readonly TranscriptFormat[];
  readonly outputs?: readonly WrittenOutput[];
}

/** How far the first look went whose files are passed over: into the folder alone, or into those inside it, too. */
type Baseline = 'folder' | 'all';

/**
 * What is done in a watched folder, so that it is never done twice, even where a transcript was deleted. A file of JSON
 * lines in the data folder, for this user alone; lines are only ever added, so that two commands on one folder lose
 * nothing of each other's.
 */
export class WatchJournal {
  readonly #path: string;
  readonly #folder: string;
  readonly #entries = new Map<string, JournalEntry>();
  readonly #baselines = new Set<Baseline>();

  /** Reads what is there. `folder` is absolute, without links. */
  constructor(dataFolder: string, folder: string) {
    this.#folder = folder;
    const kept = join(dataFolder, 'watch');
    mkdirSync(kept, { recursive: true, mode: 0o700 });
    this.#path = join(kept, `${createHash('sha256').update(folder).digest('hex').slice(0, 32)}.jsonl`);
    for (const line of linesOf(this.#path)) this.#take(line);
  }

  entryOf({ path }: SeenFile): JournalEntry | undefined {
    return this.#entries.get(path);
  }

  /** The entry of a file that has not changed since. */
  currentEntryOf(file: SeenFile): JournalEntry | undefined {
    const entry = this.#entries.get(file.path);
    return entry?.size === file.size && entry.mtimeMs === file.mtimeMs ? entry : undefined;
  }

  hasBaseline(recursive: boolean): boolean {
    return this.#baselines.has('all') || (!recursive && this.#baselines.has('folder'));
  }

  /**
   * The files that are there before the watching begins. Where the folder itself was watched before, its own files are
   * not among them: those that came since are still to be transcribed.
   */
  setBaseline(recursive: boolean, files: readonly SeenFile[]): void {
    const wasWatched = this.#baselines.has('folder');
    const fresh = files.filter(
      ({ path }) => !this.#entries.has(path) && !(wasWatched && dirname(path) === this.#folder),
    );
    this.#add([
      ...fresh.map(({ path, size, mtimeMs }) => ({ path, size, mtimeMs, state: 'before' as const })),
      { baseline: recursive ? ('all' as const) : ('folder' as const) },
    ]);
  }

  add(entry: JournalEntry): void {
    this.#add([entry]);
  }

  #add(lines: readonly (JournalEntry | { readonly baseline: Baseline })[]): void {
    for (const line of lines) this.#take(line);
    // A line that a full disk cut off must not take the next one with it.
    appendFileSync(this.#path, lines.map((line) => `\n${JSON.stringify(line)}\n`).join(''), { mode: 0o600 });
  }

  #take(line: unknown): void {
    if (typeof line !== 'object' || line === null) return;
    if ('baseline' in line && (line.baseline === 'folder' || line.baseline === 'all'))
      this.#baselines.add(line.baseline);
    if ('path' in line && typeof line.path === 'string' && 'state' in line)
      this.#entries.set(line.path, line as JournalEntry);
  }
}

function linesOf(path: string): unknown[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return [];
  }
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as unknown];
    } catch {
      return [];
    }
  });
}

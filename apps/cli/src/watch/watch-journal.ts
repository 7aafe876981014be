import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TranscriptFormat } from '@quoth/contract';
import type { SeenFile } from './watched-files.ts';

/** An output as it was when it was written, so that what somebody changed since is not overwritten. */
export interface WrittenOutput {
  readonly name: string;
  readonly size: number;
  readonly mtimeMs: number;
}

/** What became of a file: it was there before the watching began, it has its transcript, or it cannot have one. */
export interface JournalEntry {
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
 * What is done in a watched folder, so that it is never done twice, even where a transcript was deleted. A file of JSON lines in the data
 * folder, for this user alone; lines are only ever added, so that two commands on one folder lose nothing of each other's.
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
   * The files that are there before the watching begins. Where the folder itself was watched before, its own files are not among them: those
   * that came since are still to be transcribed.
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

/** A file as a scan of the folder finds it. */
export interface SeenFile {
  /** Absolute. */
  readonly path: string;
  readonly size: number;
  /** Milliseconds since 1970, as the file system says. */
  readonly mtimeMs: number;
}

/** What is known of a file that has no transcript yet. */
interface WatchedFile extends SeenFile {
  /** When it was first seen as it is now, by a clock that only goes forward; the file's own time may be anything. */
  readonly since: number;
  /** It was seen to change, so somebody is writing it, or was. */
  readonly hasChanged: boolean;
  /** Failures that may pass, since it was as it is now. */
  readonly tries: number;
  /** Not tried before then. */
  readonly notBefore: number;
}

export type WatchedFiles = ReadonlyMap<string, WatchedFile>;

/** What a scan tells. */
export interface ScanResult {
  readonly files: WatchedFiles;
  /** Files that have stopped changing, in the order of their paths. */
  readonly ready: readonly SeenFile[];
  /** How many will be ready if they change no more. */
  readonly settling: number;
  /** How many of these were never seen to change. */
  readonly fresh: number;
  /** Paths of files without a byte, and of those that were seen to change and may do so again. */
  readonly growing: readonly string[];
}

/** The first pause after a failure that may pass; each next one is twice as long. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 300_000;

/**
 * Takes in one scan of the files without a transcript. A file is ready when two scans at least `settleMs` apart found the same size and time;
 * an empty file never is. Files that are gone are forgotten. Pure: `now` is the caller's clock, in milliseconds.
 */
export function takeScan(
  files: WatchedFiles,
  seen: readonly SeenFile[],
  { now, settleMs }: { readonly now: number; readonly settleMs: number },
): ScanResult {
  const next = new Map<string, WatchedFile>();
  for (const { path, size, mtimeMs } of seen) {
    const before = files.get(path);
    const isSame = before?.size === size && before.mtimeMs === mtimeMs;
    next.set(
      path,
      isSame
        ? before
        : { path, size, mtimeMs, since: now, hasChanged: before !== undefined, tries: 0, notBefore: 0 },
    );
  }
  const all = [...next.values()].filter(({ size }) => size > 0);
  const isSettled = ({ since }: WatchedFile) => now - since >= settleMs;
  return {
    files: next,
    ready: all
      .filter((file) => isSettled(file) && now >= file.notBefore)
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
    settling: all.filter((file) => !isSettled(file)).length,
    fresh: all.filter((file) => !isSettled(file) && !file.hasChanged).length,
    growing: [...next.values()]
      .filter((file) => file.size === 0 || (file.hasChanged && !isSettled(file)))
      .map(({ path }) => path),
  };
}

/** A file after a failure that may pass: it is tried again, after a pause that grows. */
export function putOff(files: WatchedFiles, path: string, now: number): WatchedFiles {
  const file = files.get(path);
  if (!file) return files;
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** file.tries, LONGEST_PAUSE_MS);
  return new Map(files).set(path, { ...file, tries: file.tries + 1, notBefore: now + pause });
}

/** How often it failed since it was as it is now. */
export function triesOf(files: WatchedFiles, path: string): number {
  return files.get(path)?.tries ?? 0;
}

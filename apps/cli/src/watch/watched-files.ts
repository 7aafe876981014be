import { addAbortListener } from 'node:events';
import { type FSWatcher, watch } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { audioFormats, backoff, systemCode } from '@quoth/contract';
import { isMisnamed } from '../terminal/output-files.ts';

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
  readonly notBefore: number;
}

export type WatchedFiles = ReadonlyMap<string, WatchedFile>;

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
const MAX_PAUSE_MS = 300_000;

/**
 * Takes in one scan of the files without a transcript. A file is ready when two scans at least `settleMs` apart found
 * the same size and time; an empty file never is. Files that are gone are forgotten. Pure: `now` is the caller's clock,
 * in milliseconds.
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
export function retryLater(files: WatchedFiles, path: string, now: number): WatchedFiles {
  const file = files.get(path);
  if (!file) return files;
  const pause = backoff(file.tries, FIRST_PAUSE_MS, MAX_PAUSE_MS);
  return new Map(files).set(path, { ...file, tries: file.tries + 1, notBefore: now + pause });
}

/** How often it failed since it was as it is now. */
export function triesOf(files: WatchedFiles, path: string): number {
  return files.get(path)?.tries ?? 0;
}

/** Extensions of files with sound, without the dot: what is in a file shows in its first bytes, later. */
const extensions: ReadonlySet<string> = new Set([
  ...audioFormats,
  ...['mp4', 'mov', 'm4b', 'm4v', '3gp', 'mkv', 'mka', 'weba', 'oga', 'aif', 'aifc', 'wave', 'wmv', 'asf'],
  ...['mpg', 'mts', 'm2ts', 'awb', 'snd', 'gsm', 'dss', 'mxf', 'voc'],
]);

/** Why a file or folder is passed over: no path leads to a name that is not UTF-8. */
export type Unreadable = 'file-name' | 'folder-name' | 'folder';

/** Lists the audio files of a folder, and says when it is worth scanning again. */
export class FolderScanner {
  readonly #folder: string;
  readonly #isRecursive: boolean;
  readonly #platform: NodeJS.Platform;
  #watcher: FSWatcher | undefined;
  #wake: (() => void) | undefined;
  readonly #onUnreadable: (path: string, why: Unreadable) => void;
  /** What has been told, and is still so. */
  readonly #reported = new Set<string>();
  #hasChanged = false;

  constructor(
    folder: string,
    {
      recursive,
      platform,
      onUnreadable,
    }: {
      readonly recursive: boolean;
      readonly platform: NodeJS.Platform;
      /** Told of each file and folder that nothing comes of: once, and again if it could be read in between. */
      readonly onUnreadable: (path: string, why: Unreadable) => void;
    },
  ) {
    this.#onUnreadable = onUnreadable;
    this.#folder = folder;
    this.#isRecursive = recursive;
    this.#platform = platform;
  }

  /** The files with sound; undefined while the folder cannot be read, as when a network drive is away. */
  async scan(): Promise<SeenFile[] | undefined> {
    const found: SeenFile[] = [];
    try {
      await this.#scanFolder(this.#folder, found);
    } catch {
      this.close();
      return undefined;
    }
    this.#watchForChanges();
    return found;
  }

  /** Resolves after `milliseconds`, sooner if something changes in the folder or the signal is aborted. */
  async change(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (this.#hasChanged || signal.aborted) return this.#reset();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = setTimeout(resolve, milliseconds);
    using _abort = addAbortListener(signal, () => resolve());
    await promise;
    clearTimeout(timer);
    this.#reset();
  }

  close(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
  }

  #reset(): void {
    this.#hasChanged = false;
    this.#wake = undefined;
  }

  /** Throws the system's error where the folder cannot be listed. */
  async #scanFolder(folder: string, found: SeenFile[]): Promise<void> {
    const entries = await readdir(folder, { withFileTypes: true });
    let isForbidden = false;
    for (const entry of entries) {
      // Links are not followed: they may lead round in a circle, or out of the folder.
      if (isTemporary(entry.name)) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory() && this.#isRecursive) {
        await this.#scanFolder(path, found).catch((error: unknown) => this.#subfolderFailed(path, error));
      } else if (entry.isFile() && hasSound(entry.name)) {
        const facts = await lstat(path).catch((error: unknown) => systemCode(error));
        if (facts === 'EACCES') isForbidden = true;
        else if (facts === 'ENOENT' && isMisnamed(path)) this.#tell(path, 'file-name');
        else if (typeof facts === 'object' && facts.isFile())
          found.push({ path, size: facts.size, mtimeMs: facts.mtimeMs });
      }
    }
    // Its names may be read, and nothing else of it.
    if (isForbidden) this.#tell(folder, 'folder');
    else this.#reported.delete(folder);
  }

  /** It is not worth the others. */
  #subfolderFailed(path: string, error: unknown): void {
    const code = systemCode(error);
    if (code === 'ENOENT' && isMisnamed(path)) this.#tell(path, 'folder-name');
    // Not one that is gone by now, or has become a file.
    else if (code !== 'ENOENT' && code !== 'ENOTDIR') this.#tell(path, 'folder');
  }

  #tell(path: string, why: Unreadable): void {
    if (this.#reported.has(path)) return;
    this.#reported.add(path);
    this.#onUnreadable(path, why);
  }

  /**
   * Only a hint: on network drives, and in subfolders on Linux, the system reports nothing, and scanning now and then
   * finds what is new.
   */
  #watchForChanges(): void {
    if (this.#watcher) return;
    try {
      const recursive = this.#isRecursive && this.#platform !== 'linux';
      this.#watcher = watch(this.#folder, { recursive, persistent: false }, () => {
        this.#hasChanged = true;
        this.#wake?.();
      });
      this.#watcher.on('error', () => this.close());
    } catch {
      // The system has no watches left.
    }
  }
}

/**
 * The names that programs give what they have not finished; most end in `.part` or the like anyway, and not in what a
 * file with sound does.
 */
function isTemporary(name: string): boolean {
  return (
    name.startsWith('.') || name.startsWith('~') || /\.(part|partial|temp|tmp|download)\.\w+$/i.test(name)
  );
}

function hasSound(name: string): boolean {
  return extensions.has(extname(name).slice(1).toLowerCase());
}

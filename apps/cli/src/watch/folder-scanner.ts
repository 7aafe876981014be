import { addAbortListener } from 'node:events';
import { type FSWatcher, watch } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { audioFormats } from '@quoth/contract';
import type { SeenFile } from './watched-files.ts';

/** Extensions of files with sound, without the dot: what is in a file is told from its first bytes, later. */
const extensions: ReadonlySet<string> = new Set([
  ...audioFormats,
  ...['mp4', 'mov', 'm4b', 'm4v', '3gp', 'mkv', 'mka', 'weba', 'oga', 'aif', 'aifc', 'wave', 'wmv', 'asf'],
  ...['mpg', 'mts', 'm2ts', 'awb', 'snd', 'gsm', 'dss', 'mxf', 'voc'],
]);

/** What stands in a name for bytes that are not UTF-8. */
const REPLACEMENT = '\ufffd';

/** Lists the audio files of a folder, and says when it is worth scanning again. */
export class FolderScanner {
  readonly #folder: string;
  readonly #isRecursive: boolean;
  readonly #platform: NodeJS.Platform;
  #watcher: FSWatcher | undefined;
  #wake: (() => void) | undefined;
  readonly #onUnreadableName: (path: string) => void;
  readonly #unreadableNames = new Set<string>();
  #hasChanged = false;

  constructor(
    folder: string,
    {
      recursive,
      platform,
      onUnreadableName,
    }: {
      readonly recursive: boolean;
      readonly platform: NodeJS.Platform;
      /** Told once of each file whose name is not UTF-8: no path leads to it. */
      readonly onUnreadableName: (path: string) => void;
    },
  ) {
    this.#onUnreadableName = onUnreadableName;
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

  async #scanFolder(folder: string, found: SeenFile[]): Promise<void> {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      // Links are not followed: they may lead round in a circle, or out of the folder.
      if (isTemporary(entry.name)) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory() && this.#isRecursive) {
        // A folder that is gone by now, or that is somebody else's, is not worth the others.
        await this.#scanFolder(path, found).catch(() => undefined);
      } else if (entry.isFile() && hasSound(entry.name)) {
        const facts = await lstat(path).catch(() => undefined);
        if (!facts && path.includes(REPLACEMENT)) this.#tellUnreadableName(path);
        if (facts?.isFile()) found.push({ path, size: facts.size, mtimeMs: facts.mtimeMs });
      }
    }
  }

  #tellUnreadableName(path: string): void {
    if (this.#unreadableNames.has(path)) return;
    this.#unreadableNames.add(path);
    this.#onUnreadableName(path);
  }

  /** Only a hint: on network drives, and in subfolders on Linux, the system reports nothing, and scanning now and then finds what is new. */
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

/** The names that programs give what they have not finished; most end in `.part` or the like anyway, and not in what a file with sound does. */
function isTemporary(name: string): boolean {
  return (
    name.startsWith('.') || name.startsWith('~') || /\.(part|partial|temp|tmp|download)\.\w+$/i.test(name)
  );
}

function hasSound(name: string): boolean {
  return extensions.has(extname(name).slice(1).toLowerCase());
}

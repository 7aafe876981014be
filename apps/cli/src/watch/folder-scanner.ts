import { addAbortListener } from 'node:events';
import { type FSWatcher, watch } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { audioFormats, systemCode } from '@quoth/contract';
import type { SeenFile } from './watched-files.ts';

/** Extensions of files with sound, without the dot: what is in a file is told from its first bytes, later. */
const extensions: ReadonlySet<string> = new Set([
  ...audioFormats,
  ...['mp4', 'mov', 'm4b', 'm4v', '3gp', 'mkv', 'mka', 'weba', 'oga', 'aif', 'aifc', 'wave', 'wmv', 'asf'],
  ...['mpg', 'mts', 'm2ts', 'awb', 'snd', 'gsm', 'dss', 'mxf', 'voc'],
]);

/** What stands in a name for bytes that are not UTF-8. */
const REPLACEMENT = '\ufffd';

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
  readonly #told = new Set<string>();
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
    let isShut = false;
    for (const entry of entries) {
      // Links are not followed: they may lead round in a circle, or out of the folder.
      if (isTemporary(entry.name)) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory() && this.#isRecursive) {
        await this.#scanFolder(path, found).catch((error: unknown) => this.#subfolderFailed(path, error));
      } else if (entry.isFile() && hasSound(entry.name)) {
        const facts = await lstat(path).catch((error: unknown) => systemCode(error));
        if (facts === 'EACCES') isShut = true;
        else if (facts === 'ENOENT' && path.includes(REPLACEMENT)) this.#tell(path, 'file-name');
        else if (typeof facts === 'object' && facts.isFile())
          found.push({ path, size: facts.size, mtimeMs: facts.mtimeMs });
      }
    }
    // Its names may be read, and nothing else of it.
    if (isShut) this.#tell(folder, 'folder');
    else this.#told.delete(folder);
  }

  /** It is not worth the others. */
  #subfolderFailed(path: string, error: unknown): void {
    const code = systemCode(error);
    if (code === 'ENOENT' && path.includes(REPLACEMENT)) this.#tell(path, 'folder-name');
    // Not one that is gone by now, or has become a file.
    else if (code !== 'ENOENT' && code !== 'ENOTDIR') this.#tell(path, 'folder');
  }

  #tell(path: string, why: Unreadable): void {
    if (this.#told.has(path)) return;
    this.#told.add(path);
    this.#onUnreadable(path, why);
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

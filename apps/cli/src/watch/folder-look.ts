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

/** Looks into a folder, and says when another look is worth while. */
export class FolderLook {
  readonly #folder: string;
  readonly #isRecursive: boolean;
  readonly #platform: NodeJS.Platform;
  #watcher: FSWatcher | undefined;
  #wake: (() => void) | undefined;
  #hasNews = false;

  constructor(
    folder: string,
    { recursive, platform }: { readonly recursive: boolean; readonly platform: NodeJS.Platform },
  ) {
    this.#folder = folder;
    this.#isRecursive = recursive;
    this.#platform = platform;
  }

  /** The files with sound; undefined while the folder cannot be read, as when a network drive is away. */
  async files(): Promise<SeenFile[] | undefined> {
    const found: SeenFile[] = [];
    try {
      await this.#lookInto(this.#folder, found);
    } catch {
      this.close();
      return undefined;
    }
    this.#watchForNews();
    return found;
  }

  /** Resolves after `milliseconds`, sooner if something happens in the folder or the signal is aborted. */
  async news(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (this.#hasNews || signal.aborted) return this.#told();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = setTimeout(resolve, milliseconds);
    using _abort = addAbortListener(signal, () => resolve());
    await promise;
    clearTimeout(timer);
    this.#told();
  }

  close(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
  }

  #told(): void {
    this.#hasNews = false;
    this.#wake = undefined;
  }

  async #lookInto(folder: string, found: SeenFile[]): Promise<void> {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      // Links are not followed: they may lead round in a circle, or out of the folder.
      if (isTemporary(entry.name)) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory() && this.#isRecursive) {
        // A folder that is gone by now, or that is somebody else's, is not worth the others.
        await this.#lookInto(path, found).catch(() => undefined);
      } else if (entry.isFile() && hasSound(entry.name)) {
        const facts = await lstat(path).catch(() => undefined);
        if (facts?.isFile()) found.push({ path, size: facts.size, mtimeMs: facts.mtimeMs });
      }
    }
  }

  /** Only a hint: on network drives, and in folders inside on Linux, nothing is told, and a look now and then finds what is new. */
  #watchForNews(): void {
    if (this.#watcher) return;
    try {
      const recursive = this.#isRecursive && this.#platform !== 'linux';
      this.#watcher = watch(this.#folder, { recursive, persistent: false }, () => {
        this.#hasNews = true;
        this.#wake?.();
      });
      this.#watcher.on('error', () => this.close());
    } catch {
      // No watches left on this machine.
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

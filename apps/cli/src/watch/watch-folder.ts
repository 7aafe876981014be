import { realpath, stat } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { QuothError } from '@quoth/client';
import { plainText, type TranscriptFormat } from '@quoth/contract';
import { checkEngine } from '../check-choice.ts';
import { checkLanguage } from '../check-language.ts';
import type { CliEnvironment } from '../environment.ts';
import { Ended, exitCodes, UsageError } from '../exit-codes.ts';
import { inQuotes } from '../in-quotes.ts';
import { OutcomeTold } from '../outcome-told.ts';
import { errorBodyOf, printError } from '../print.ts';
import type { SpeechFlags } from '../transcribe-one.ts';
import { wantedRewriting } from '../wanted-rewriting.ts';
import { kindOf } from '../write-output.ts';
import { FolderLook } from './folder-look.ts';
import { outputsOf } from './outputs-of.ts';
import { TranscriptWriter } from './transcript-writer.ts';
import { WatchJournal } from './watch-journal.ts';
import { type Look, look, putOff, type SeenFile, triesOf, type WatchedFiles } from './watched-files.ts';
import { whatFailed } from './what-failed.ts';

/** The options of `quoth watch`. */
export interface WatchFlags extends SpeechFlags {
  readonly to: readonly TranscriptFormat[];
  readonly recursive?: boolean;
  /** Also what was there before. */
  readonly existing?: boolean;
  /** Ends when nothing is left to do. */
  readonly once?: boolean;
  /** Seconds without a change after which a file is complete. */
  readonly settle: number;
  readonly json?: boolean;
}

/** Between two looks: while a file settles, and otherwise, where nothing was told of the folder. */
const LOOK_MS = 500;
const IDLE_LOOK_MS = 5_000;

/** Transcribes new files of a folder, one after the other, until Ctrl-C or, with `once`, until nothing is left. */
export async function watchFolder(
  environment: CliEnvironment,
  given: string,
  flags: WatchFlags,
): Promise<void> {
  checkLanguage(flags.language);
  if ((await kindOf(given)) === 'none')
    throw new QuothError('FILE_NOT_FOUND', {
      message: `There is no folder ${inQuotes(given)}.`,
      hint: 'Check the path.',
    });
  if (!(await stat(given)).isDirectory())
    throw new UsageError(`${inQuotes(given)} is not a folder. For files: quoth transcribe FILE...`);
  const watcher = await FolderWatcher.begin(environment, await realpath(given), flags);
  await watcher.run();
}

/** One `quoth watch` at work. */
class FolderWatcher {
  readonly #environment: CliEnvironment;
  readonly #folder: string;
  readonly #flags: WatchFlags;
  readonly #looking: FolderLook;
  readonly #journal: WatchJournal;
  readonly #writer: TranscriptWriter;
  /** Failures that neither pass by themselves nor are the file's own: tried again when the file changes, or at the next start. */
  readonly #givenUp = new Map<string, SeenFile>();
  #files: WatchedFiles = new Map();
  #isAway = false;
  #failures = 0;

  private constructor(
    environment: CliEnvironment,
    folder: string,
    flags: WatchFlags,
    parts: { readonly journal: WatchJournal; readonly writer: TranscriptWriter },
  ) {
    this.#environment = environment;
    this.#folder = folder;
    this.#flags = flags;
    this.#looking = new FolderLook(folder, {
      recursive: flags.recursive ?? false,
      platform: environment.config.platform,
    });
    this.#journal = parts.journal;
    this.#writer = parts.writer;
  }

  /** Settles everything that can be wrong with the options before the first file comes. */
  static async begin(environment: CliEnvironment, folder: string, flags: WatchFlags): Promise<FolderWatcher> {
    const client = await environment.openOrStart();
    await checkEngine(client, flags.engine);
    const rewriting = await wantedRewriting(client, flags);
    const outcome = new OutcomeTold(environment, rewriting);
    const journal = new WatchJournal(environment.config.dataFolder, folder);
    const writer = new TranscriptWriter({ environment, flags, rewriting, outcome });
    return new FolderWatcher(environment, folder, flags, { journal, writer });
  }

  async run(): Promise<void> {
    const { signal } = this.#environment;
    const { once = false, existing = false, recursive = false } = this.#flags;
    const before = await this.#looking.files();
    if (!before)
      throw new QuothError('FILE_ACCESS_DENIED', {
        message: `${inQuotes(this.#folder)} cannot be read.`,
        hint: 'Check that you may read it.',
      });
    if (!once && !existing && !this.#journal.hasBaseline(recursive))
      this.#journal.setBaseline(recursive, before);
    if (!once) this.#sayBegun();
    try {
      while (!signal.aborted) {
        const begun = performance.now();
        const seen = await this.#looking.files();
        // A large folder is not looked through all the time.
        const restMs = 10 * (performance.now() - begun);
        const found = await this.#lookAndWork(seen);
        if (once && found.fresh === 0) return this.#endOnce(found.growing);
        if (found.settling > 0) await pause(Math.max(LOOK_MS, restMs), signal);
        else await this.#looking.news(Math.max(IDLE_LOOK_MS, restMs), signal);
        await pause(Math.min(restMs, LOOK_MS), signal);
      }
    } finally {
      this.#looking.close();
    }
    this.#say('Ended. What is new by then is transcribed at the next start.');
    // Ctrl-C is how this command ends.
    throw new Ended(exitCodes.ok);
  }

  /** One look, and the work on what is ready. */
  async #lookAndWork(seen: readonly SeenFile[] | undefined): Promise<Look> {
    this.#sayIfAway(seen === undefined);
    // Files of a network drive that is away are as they were when it is back.
    if (!seen) return { files: this.#files, ready: [], settling: 0, fresh: 0, growing: [] };
    const open = seen.filter((file) => !this.#isFinished(file));
    const { signal } = this.#environment;
    const found = look(this.#files, open, { now: performance.now(), settleMs: this.#flags.settle * 1_000 });
    this.#files = found.files;
    for (const file of found.ready) {
      if (signal.aborted) break;
      await this.#work(file, seen);
    }
    return found;
  }

  #isFinished(file: SeenFile): boolean {
    const givenUp = this.#givenUp.get(file.path);
    if (givenUp?.size === file.size && givenUp.mtimeMs === file.mtimeMs) return true;
    const entry = this.#journal.currentEntryOf(file);
    if (!entry) return false;
    const { existing = false, once = false, to } = this.#flags;
    if (!existing && !once) return true;
    if (entry.state === 'before') return false;
    return entry.state === 'failed' || to.every((format) => entry.formats?.includes(format));
  }

  async #work(file: SeenFile, seen: readonly SeenFile[]): Promise<void> {
    const { signal } = this.#environment;
    const entry = this.#journal.entryOf(file);
    try {
      const missing = this.#flags.to.filter(
        (format) => this.#journal.currentEntryOf(file)?.formats?.includes(format) !== true,
      );
      const { wanted, edited, foreign } = await outputsOf(file, missing, seen, entry);
      for (const path of edited) this.#sayEdited(file, path);
      // Among files of before, that many have one is no news.
      if (this.#flags.once !== true && this.#flags.existing !== true)
        for (const path of foreign) this.#sayForeign(file, path);
      const outputs = wanted.length === 0 ? [] : await this.#writer.write(file, wanted);
      const formats = [
        ...new Set([...(this.#journal.currentEntryOf(file)?.formats ?? []), ...this.#flags.to]),
      ];
      const kept = (entry?.outputs ?? []).filter(({ name }) =>
        outputs.every((output) => output.name !== name),
      );
      this.#journal.add({ ...idOf(file), state: 'done', formats, outputs: [...kept, ...outputs] });
      if (outputs.length > 0)
        this.#sayDone(
          file,
          outputs.map(({ name }) => name),
        );
    } catch (error) {
      if (signal.aborted) return;
      this.#failed(file, error);
    }
    this.#files = withoutFinished(this.#files, file, this.#isFinished(file));
  }

  #failed(file: SeenFile, error: unknown): void {
    const tries = triesOf(this.#files, file.path);
    const kind = whatFailed(error, tries);
    if (kind === 'gone') return;
    if (kind === 'for now' && this.#flags.once !== true) {
      this.#files = putOff(this.#files, file.path, performance.now());
      // Each further try would say the same.
      if (tries === 0) this.#sayFailed(file, error, 'It is tried again by itself.');
      return;
    }
    this.#failures++;
    if (kind === 'for good') this.#journal.add({ ...idOf(file), state: 'failed' });
    else this.#givenUp.set(file.path, file);
    const next = kind === 'for good' ? 'when it changes' : 'when it changes, or at the next start';
    this.#sayFailed(file, error, `It is tried again ${next}.`);
  }

  #endOnce(growing: readonly string[]): void {
    for (const path of growing)
      this.#say(`${this.#nameOf(path)} is empty or still being written; it is left for the next time.`);
    if (this.#failures > 0) throw new Ended(exitCodes.failed);
  }

  #sayBegun(): void {
    const formats = this.#flags.to.join(', ');
    this.#say(
      `Watching ${this.#folder}: new audio gets its transcript (${formats}) beside it. Ctrl-C ends it.`,
    );
  }

  #sayIfAway(isAway: boolean): void {
    if (isAway === this.#isAway) return;
    this.#isAway = isAway;
    this.#say(isAway ? `${this.#folder} cannot be read; waiting until it can.` : `${this.#folder} is back.`);
  }

  #sayEdited(file: SeenFile, path: string): void {
    this.#say(
      `${this.#nameOf(file.path)} has changed, but so has ${basename(path)}, which stays as it is. To replace it: quoth transcribe ${inQuotes(file.path)} --output ${inQuotes(path)} --force`,
    );
  }

  #sayForeign(file: SeenFile, path: string): void {
    this.#say(`${this.#nameOf(file.path)}: ${basename(path)} exists already and stays as it is.`);
  }

  #sayDone(file: SeenFile, outputs: readonly string[]): void {
    const { stdout } = this.#environment;
    const name = this.#nameOf(file.path);
    stdout.write(
      this.#flags.json
        ? `${JSON.stringify({ ok: true, file: file.path, outputs })}\n`
        : `${printable(name)} -> ${printable(outputs.join(', '))}\n`,
    );
  }

  #sayFailed(file: SeenFile, error: unknown, next: string): void {
    if (this.#flags.json)
      this.#environment.stdout.write(
        `${JSON.stringify({ ok: false, file: file.path, error: errorBodyOf(error) })}\n`,
      );
    this.#say(`${this.#nameOf(file.path)} was not transcribed. ${next}`);
    printError(this.#environment, false, error);
  }

  #nameOf(path: string): string {
    return relative(this.#folder, path);
  }

  #say(words: string): void {
    this.#environment.stderr.write(`${printable(words)}\n`);
  }
}

function idOf({ path, size, mtimeMs }: SeenFile): SeenFile {
  return { path, size, mtimeMs };
}

function withoutFinished(files: WatchedFiles, { path }: SeenFile, isFinished: boolean): WatchedFiles {
  if (!isFinished) return files;
  const left = new Map(files);
  left.delete(path);
  return left;
}

/** A file's name may hold whatever a terminal obeys. */
function printable(text: string): string {
  return plainText(text.replace(/\p{Cc}+/gu, ' '));
}

/** Resolves after so long, or when the signal is aborted. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal }).catch(() => undefined);
}

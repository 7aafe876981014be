import { dirname, isAbsolute, join } from 'node:path';
import {
  AppError,
  asAppError,
  type BackupAnswer,
  type BackupChannel,
  type BackupState,
  type RestoreResult,
  say,
} from '@quoth/contract';
import { discardUnfinished, type Logger } from '@quoth/core';
import { Child } from '@quoth/processes';
import { programOf } from '@quoth/processes/places';

/** A backup of many gigabytes onto a slow disk takes hours. */
const MAX_MS = 24 * 60 * 60_000;

export interface BackupsOptions {
  readonly dataFolder: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True while something is recorded, transcribed or downloaded. */
  readonly isBusy: () => boolean;
  /** The application has to start again now: its data was replaced. */
  readonly onRestored: () => void;
  readonly logger: Logger;
}

type Change = Partial<Omit<BackupState, 'state'>> & Pick<BackupState, 'state'>;

/** The window's backups: one at a time, made and checked by a process of its own (core/src/backup/backup-main.ts). */
export class Backups {
  readonly #options: BackupsOptions;
  #child: Child<BackupChannel> | undefined;
  #state: BackupState | undefined;
  /** Resolves when it has ended, however it did. */
  #work: Promise<void> = Promise.resolve();

  constructor(options: BackupsOptions) {
    this.#options = options;
  }

  /** In progress, or as the last one ended. */
  state(): BackupState {
    const day = new Date().toISOString().slice(0, 10);
    const file = join(this.#options.home, `quoth-backup-${day}.tar`);
    return this.#state ?? { ...nothing, state: 'none', file };
  }

  /**
   * Begins to write a backup. Throws BUSY while another one is in progress, INVALID_REQUEST for a path that is not
   * absolute.
   */
  save(file: string, passphrase: string | undefined): BackupState {
    const { dataFolder } = this.#options;
    const request = { dataFolder, file: this.#pathOf(file), overwrite: false, passphrase };
    return this.#begin('saving', request.file, async (child) => {
      const result = answerOf(await child.request('backup', MAX_MS, request));
      this.#end({ state: 'saved', result });
    });
  }

  /**
   * Begins to unpack a backup beside the data, and to check it; the process keeps it until it is restored or dismissed.
   * Throws as `save` does.
   */
  check(file: string): BackupState {
    const request = { dataFolder: this.#options.dataFolder, file: this.#pathOf(file), isNewFolder: false };
    return this.#begin('checking', request.file, async (child) => {
      const summary = answerOf(await child.request('check', MAX_MS, request));
      this.#change({ state: 'ready', progress: null, summary });
    });
  }

  /**
   * Puts the checked backup in place of all data, and has the application start again. Throws CONFLICT if none was
   * checked, BUSY while there is work.
   */
  async restore(passphrase: string | undefined): Promise<RestoreResult> {
    const child = this.#child;
    const { summary } = this.state();
    if (!child || !summary)
      throw new AppError('CONFLICT', { message: say('noBackupChecked'), hint: say('chooseOneFirst') });
    if (this.#options.isBusy())
      throw new AppError('BUSY', {
        message: say('workInProgress'),
        hint: say('waitUntilDone'),
      });
    if (summary.has_keys && passphrase !== undefined)
      answerOf(await child.request('unlock', MAX_MS, passphrase));
    const restored = answerOf(await child.request('restoreAtStart', MAX_MS));
    this.#end({ state: 'none' });
    this.#options.onRestored();
    return restored;
  }

  /** Ends what is in progress, without harm at any moment, and forgets how the last one ended. */
  async dismiss(): Promise<BackupState> {
    const child = this.#child;
    this.#child = undefined;
    this.#state = undefined;
    // It deletes what is unfinished; if it cannot, or the command line was killed with its own, that is done here.
    await child?.end();
    await discardUnfinished(this.#options.dataFolder);
    return this.state();
  }

  /** True while a backup is being written, which a window that is closed leaves behind. */
  get isSaving(): boolean {
    return this.#state?.state === 'saving';
  }

  /**
   * No one sees the question any more whether to restore: what was unpacked for it is deleted. Resolves once a backup
   * that is being written has ended.
   */
  async windowsClosed(): Promise<void> {
    if (['checking', 'ready'].includes(this.state().state)) await this.dismiss().catch(this.#noteLeft);
    await this.#work;
  }

  readonly #noteLeft = (error: unknown) => {
    this.#options.logger.warn({ error }, 'What a backup left unfinished stays until the next start.');
  };

  #begin(
    state: 'saving' | 'checking',
    file: string,
    work: (child: Child<BackupChannel>) => Promise<void>,
  ): BackupState {
    if (this.#child)
      throw new AppError('BUSY', {
        message: say('backupRunning'),
        hint: say('waitOrCancel'),
      });
    const child: Child<BackupChannel> = new Child<BackupChannel>({
      main: programOf('backup-main'),
      env: this.#options.env,
      on: {
        progressed: (step, done, total) => {
          const progress = step === 'audio' && total > 0 ? Math.min(1, done / total) : null;
          if (this.#child === child) this.#change({ state, progress });
        },
      },
    });
    this.#child = child;
    this.#state = { ...nothing, state, file };
    this.#work = work(child).catch(async (error: unknown) => {
      await child.end();
      // One that was killed deletes nothing itself.
      await discardUnfinished(this.#options.dataFolder).catch(this.#noteLeft);
      if (this.#child !== child) return;
      this.#end({ state: 'failed', error: asAppError(error).toWords() });
    });
    return this.#state;
  }

  #change(change: Change): void {
    this.#state = { ...this.state(), ...change };
  }

  #end(change: Change): void {
    void this.#child?.end();
    this.#child = undefined;
    this.#change({ progress: null, ...change });
  }

  #pathOf(written: string): string {
    const path = /^~[/\\]/.test(written) ? join(this.#options.home, written.slice(2)) : written;
    if (isAbsolute(path)) return path;
    throw new AppError('INVALID_REQUEST', {
      message: say('pathWithoutFolder', { path: written }),
      hint: say('enterWholePath', { path: join(dirname(this.state().file), 'quoth-backup.tar') }),
    });
  }
}

const nothing = { progress: null, result: null, summary: null, error: null };

/** Throws the error that the process answers with. */
function answerOf<Value>(answer: BackupAnswer<Value> | undefined): Value {
  if (!answer)
    throw new AppError('INTERNAL_ERROR', {
      message: say('backupProcessEnded'),
      hint: say('tryAgain'),
    });
  if (!answer.ok) throw new AppError(answer.error.code, answer.error);
  return answer.value;
}

import { addAbortListener } from 'node:events';
import { resolve } from 'node:path';
import { QuothError } from '@quoth/client';
import { makeDataFolder } from '@quoth/client/node';
import {
  type BackupAnswer,
  type BackupChannel,
  type BackupStep,
  type BackupSummary,
  type DatabaseCopy,
  englishText,
  formatSize,
} from '@quoth/contract';
import { Child } from '@quoth/processes';
import { programOf } from '@quoth/processes/places';
import { stopIfRunning } from '../application/stop.ts';
import type { CliEnvironment, Register } from '../environment.ts';
import { UsageError } from '../exit-codes.ts';
import { ask, canAsk, readSecret } from '../terminal/ask.ts';
import { kindOf, mayWrite } from '../terminal/output-files.ts';
import { declined, printNote, printNotice } from '../terminal/print.ts';
import { ProgressBar } from '../terminal/progress.ts';
import { counted, inQuotes, localTime } from '../terminal/wording.ts';

/** A backup of many gigabytes onto a slow disk takes hours. */
const MAX_MS = 24 * 60 * 60_000;

interface BackupFlags {
  readonly withKeys?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** `quoth backup FILE`: everything but models, also while the application runs. */
export const backup: Register = (command, environment) => {
  command
    .argument('<file>', 'the file to write, such as quoth-backup.tar')
    .option('--with-keys', 'also API keys and the token, encrypted with a passphrase that is asked for')
    .option('--force', 'replace an existing file')
    .addHelpText(
      'after',
      '\nIt holds recordings, audio, modes, vocabulary, settings and actions; models are downloaded again. The passphrase is read from the terminal, or from the first line of standard input.\n\nExamples:\n  quoth backup /media/disk/quoth-backup.tar\n  quoth backup ~/quoth-backup.tar --with-keys\n  quoth restore ~/quoth-backup.tar',
    )
    .action(async (file: string, { withKeys, force = false, json }: BackupFlags) => {
      await mayWrite(environment, file, force);
      if ((await kindOf(file)) === 'special')
        throw new UsageError(`${inQuotes(file)} is a pipe or a device. A backup is a file.`);
      const passphrase = withKeys ? await newPassphrase(environment) : undefined;
      await using process = new BackupProcess(environment, 'Backup');
      const result = await process.ask('backup', {
        dataFolder: environment.config.dataFolder,
        file: resolve(environment.config.cwd, file),
        overwrite: (await kindOf(file)) === 'file',
        passphrase,
      });
      printNotice(environment, json, { ok: true, ...result }, () =>
        [
          `Backed up ${counted(result.recordings, 'recording')} to ${result.file} (${formatSize(result.bytes)}).`,
          ...(withKeys ? [`${counted(result.keys, 'key')}, encrypted with your passphrase.`] : []),
          ...(result.missing_audio > 0
            ? [`The audio of ${counted(result.missing_audio, 'recording')} was deleted meanwhile.`]
            : []),
        ].join('\n'),
      );
    });
};

interface RestoreFlags {
  readonly into?: string;
  readonly withoutKeys?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/**
 * `quoth restore [FILE]`: a backup, or a copy of the database from before an upgrade; without a file, lists those
 * copies.
 */
export const restore: Register = (command, environment) => {
  command
    .argument('[file]', 'a backup, or a copy of the database; without it, the copies are listed')
    .option('--into <folder>', 'restore into a new or empty folder, and leave what is there')
    .option('--without-keys', 'leave out the keys of the backup')
    .option('-y, --yes', 'do not ask')
    .addHelpText(
      'after',
      '\nEverything is checked before anything is changed. Quoth is stopped for a moment if it runs. Restore only backups that you made: their actions can run programs.\n\nExamples:\n  quoth restore\n  quoth restore ~/quoth-backup.tar\n  quoth restore ~/quoth-backup.tar --into ~/old-quoth',
    )
    .action((file: string | undefined, flags: RestoreFlags) =>
      file === undefined ? listCopies(environment, flags) : restoreFile(environment, file, flags),
    );
};

async function listCopies(environment: CliEnvironment, { json }: RestoreFlags): Promise<void> {
  await using process = new BackupProcess(environment, 'Restore');
  const copies = await process.ask('copies', environment.config.dataFolder);
  printNotice(environment, json, { ok: true, copies }, () =>
    copies.length === 0
      ? 'There is no copy of the database: one is made before an upgrade changes it. To restore a backup: quoth restore FILE'
      : [
          'Copies of the database, made before it was changed. To go back to one: quoth restore FILE',
          ...copies.map(formatCopy),
        ].join('\n'),
  );
}

function formatCopy({ file, bytes, created_at, deleted_at }: DatabaseCopy): string {
  return `${file}\n  ${localTime(created_at)}, ${formatSize(bytes)}, kept until ${localTime(deleted_at)}`;
}

async function restoreFile(environment: CliEnvironment, file: string, flags: RestoreFlags): Promise<void> {
  const { config } = environment;
  const dataFolder = flags.into === undefined ? config.dataFolder : resolve(config.cwd, flags.into);
  if (flags.into === undefined) makeDataFolder(dataFolder);
  await using process = new BackupProcess(environment, 'Restore');
  const summary = await process.ask('check', {
    dataFolder,
    file: resolve(config.cwd, file),
    isNewFolder: flags.into !== undefined,
  });
  const wantsKeys = summary.has_keys && flags.withoutKeys !== true;
  if (wantsKeys) {
    const prompt = 'Passphrase of the keys in this backup (it is not shown): ';
    await process.ask('unlock', await readSecret(environment, prompt));
  }
  await agreed(environment, summary, flags);
  // Quoth runs again also after Ctrl-C.
  environment.endsByItself = true;
  const wasRunning = flags.into === undefined && (await stopIfRunning(environment));
  // Also where it failed: what was there is still there then.
  const result = await process.ask('restore').finally(async () => {
    if (wasRunning) await environment.start({ headless: true });
  });
  const problem = result.keys_problem && englishText(result.keys_problem, 'commandLine');
  printNotice(environment, flags.json, { ok: true, ...result, keys_problem: problem, summary }, () =>
    [
      `Restored ${contents(summary)} into ${result.data_folder}.`,
      ...(wantsKeys ? [`${counted(result.keys, 'key')} restored.`] : []),
      ...leftOut(summary),
      ...(problem === null
        ? []
        : [`${problem} The other keys were not restored: set them with "quoth providers set-key".`]),
      ...(flags.into === undefined ? [] : [`To use it: QUOTH_HOME=${result.data_folder} quoth start`]),
      ...(wasRunning ? ['Quoth is running again.'] : []),
    ].join('\n'),
  );
}

async function agreed(
  environment: CliEnvironment,
  summary: BackupSummary,
  flags: RestoreFlags,
): Promise<void> {
  if (flags.yes || flags.into !== undefined) return;
  const what =
    summary.kind === 'backup'
      ? `This replaces all recordings, modes and settings by those of ${localTime(summary.created_at)}: ${contents(summary)}.`
      : `This puts the database back as it was on ${localTime(summary.created_at)}: ${contents(summary)}. The present one is kept as a copy for 30 days.`;
  const programs =
    summary.program_actions > 0
      ? `\n${counted(summary.program_actions, 'action')} of it run programs on this machine.`
      : '';
  if (!canAsk(environment)) throw new UsageError(`${what} Add --yes to do it.`);
  printNote(environment, [`${what}${programs}`, ...leftOut(summary)].join('\n'));
  if (!/^y/i.test(await ask(environment, 'Go on? [y/N] '))) throw declined(environment);
}

/** A line where servers are not restored. */
function leftOut({ servers_left_out: names }: BackupSummary): string[] {
  if (names.length === 0) return [];
  return [`Not restored, because this version cannot use their addresses: ${names.join(', ')}.`];
}

function contents({ recordings, audio_files, actions, bytes }: BackupSummary): string {
  return `${counted(recordings, 'recording')}, ${counted(audio_files, 'audio file')}, ${counted(actions, 'action')} (${formatSize(bytes)})`;
}

const steps: Readonly<Record<BackupStep, string>> = {
  database: 'database',
  audio: 'audio',
  checking: 'checking',
};

type Requests = BackupChannel['requests'];
type ValueOf<Name extends keyof Requests> =
  ReturnType<Requests[Name]> extends BackupAnswer<infer Value> ? Value : never;

/** The process that does the work; it ends with this one, at any moment without harm. */
class BackupProcess implements AsyncDisposable {
  readonly #environment: CliEnvironment;
  readonly #bar: ProgressBar;
  readonly #child: Child<BackupChannel>;
  readonly #abort: Disposable;

  constructor(environment: CliEnvironment, label: string) {
    this.#environment = environment;
    this.#bar = new ProgressBar(environment, label);
    this.#child = new Child<BackupChannel>({
      main: programOf('backup-main'),
      env: environment.config.env,
      on: {
        progressed: (step, done, total) => this.#bar.show(steps[step], total === 0 ? 1 : done / total),
      },
    });
    this.#abort = addAbortListener(environment.signal, () => void this.#child.end());
  }

  /** Throws the error that it answers with, CANCELLED at Ctrl-C. */
  async ask<Name extends keyof Requests & string>(
    name: Name,
    ...args: Parameters<Requests[Name]>
  ): Promise<ValueOf<Name>> {
    // What is being put into place is put there whole.
    if (name === 'restore') this.#abort[Symbol.dispose]();
    const answer = (await this.#child.request(name, MAX_MS, ...(args as never))) as
      | BackupAnswer<ValueOf<Name>>
      | undefined;
    this.#bar.clear();
    if (this.#environment.signal.aborted && name !== 'restore')
      throw new QuothError('CANCELLED', { message: 'Cancelled. Nothing was changed.' });
    if (!answer)
      throw new QuothError('INTERNAL_ERROR', {
        message: 'The process for backups has ended before it was done.',
        hint: 'Try again. "quoth doctor" shows what is missing.',
      });
    if (!answer.ok) {
      const { code, message, remedy } = answer.error;
      throw new QuothError(code, { message, hint: remedy });
    }
    return answer.value;
  }

  /** Resolves when it has ended: it deletes what is unfinished before. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#abort[Symbol.dispose]();
    this.#bar.clear();
    // The child alone does not keep this process running.
    const alive = setInterval(() => undefined, 1_000);
    await this.#child.end();
    clearInterval(alive);
  }
}

/** Typed twice at a terminal, where a slip would lock the keys up permanently. */
async function newPassphrase(environment: CliEnvironment): Promise<string> {
  const passphrase = await readSecret(environment, 'Passphrase for the keys (it is not shown): ');
  if (passphrase.length < 8) throw new UsageError('A passphrase has at least 8 characters.');
  if (!canAsk(environment)) return passphrase;
  if (passphrase !== (await readSecret(environment, 'Once more: ')))
    throw new UsageError('The two passphrases differ.');
  return passphrase;
}

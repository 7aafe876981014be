import {
  AppError,
  asAppError,
  type BackupAnswer,
  type BackupChannel,
  type RestoreResult,
} from '@quoth/contract';
import { serveParent } from '@quoth/processes/parent';
import { AlreadyRunning, listDatabaseCopies } from '../database/index.ts';
import { decryptKeys, type Keys, storeKeys } from './backup-keys.ts';
import { makeBackup, type OnProgress } from './make-backup.ts';
import { commitRestore, decideRestore, type StagedRestore, stageRestore } from './restore-backup.ts';

// A process that makes a backup or restores one, beside the application or without it: it works also where the
// application cannot start. The program that started it may end at any moment, and it ends with it.

// Files that are written are readable by this user only.
process.umask(0o077);

const ending = new AbortController();
let inProgress: Promise<unknown> = Promise.resolve();
let staged: StagedRestore | undefined;
let keys: Keys = {};

async function answered<Value>(work: () => Promise<Value>): Promise<BackupAnswer<Value>> {
  const working = work();
  inProgress = working.catch(() => undefined);
  try {
    return { ok: true, value: await working };
  } catch (error) {
    const { code, said, advice } = error instanceof AlreadyRunning ? error : asAppError(error);
    return { ok: false, error: { code, message: said, remedy: advice } };
  }
}

async function restored(put: (what: StagedRestore) => Promise<void>): Promise<RestoreResult> {
  if (!staged) throw new Error('Nothing was checked.');
  const { root } = staged;
  await put(staged);
  const { stored, problem } = await storeKeys(keys, root);
  await staged.release();
  return { data_folder: root, keys: stored, keys_problem: problem };
}

const onProgress: OnProgress = (...progress) => parent.send('progressed', ...progress);

/**
 * No one waits for it any more: what is unfinished is deleted, then the process ends. A restore that was decided is
 * left as it is.
 */
async function end(): Promise<void> {
  ending.abort(new AppError('CANCELLED'));
  await inProgress;
  await staged?.release();
  process.exit(0);
}

process.on('SIGTERM', () => void end());
const parent = serveParent<BackupChannel>({
  on: {},
  onGone: () => void end(),
  answer: {
    backup: (request) => answered(() => makeBackup(request, onProgress, ending.signal)),
    check: (request) =>
      answered(async () => {
        staged = await stageRestore(request, onProgress, ending.signal);
        return staged.summary;
      }),
    unlock: (passphrase) =>
      answered(async () => {
        keys = staged?.keys ? await decryptKeys(staged.keys, passphrase) : {};
        return Object.keys(keys).length;
      }),
    restore: () => answered(() => restored(commitRestore)),
    restoreAtStart: () => answered(() => restored(decideRestore)),
    copies: (dataFolder) => answered(() => listDatabaseCopies(dataFolder)),
  },
});

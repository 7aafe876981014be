import {
  asAppError,
  type BackupAnswer,
  type BackupChannel,
  type Reader,
  type RestoreResult,
  wordsFor,
} from '@quoth/contract';
import { serveParent } from '@quoth/processes/parent';
import { AlreadyRunning, listDatabaseCopies } from '../database/index.ts';
import { decryptKeys, type Keys, storeKeys } from './backup-keys.ts';
import { makeBackup } from './make-backup.ts';
import { commitRestore, decideRestore, type StagedRestore, stageRestore } from './restore-backup.ts';

// A process that makes a backup or restores one, beside the application or without it: it works also where the application cannot start. The program that started it may end
// at any moment, and it ends with it.

// Files that are written are readable by this user only.
process.umask(0o077);

/** Who reads what went wrong: the first argument, a person at the command line without it. */
const reader = (process.argv[2] ?? 'commandLine') as Reader;
let staged: StagedRestore | undefined;
let keys: Keys = {};

async function answered<Value>(work: () => Promise<Value>): Promise<BackupAnswer<Value>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    const { code, message, advice } = error instanceof AlreadyRunning ? error : asAppError(error);
    return { ok: false, error: { code, message, hint: wordsFor(reader, advice) } };
  }
}

async function restored(put: (what: StagedRestore) => Promise<void>): Promise<RestoreResult> {
  if (!staged) throw new Error('Nothing was checked.');
  const { root } = staged;
  await put(staged);
  const { stored, problem } = await storeKeys(keys, root);
  staged.release();
  return { data_folder: root, keys: stored, keys_problem: problem };
}

const parent = serveParent<BackupChannel>({
  on: {},
  answer: {
    backup: (request) =>
      answered(() => makeBackup(request, (...progress) => parent.send('progressed', ...progress))),
    check: (request) =>
      answered(async () => {
        staged = await stageRestore(request, (...progress) => parent.send('progressed', ...progress));
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

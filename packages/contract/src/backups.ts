import * as z from 'zod';
import type { Advice } from './advice.ts';
import { reasonFields } from './error-envelope.ts';
import type { ErrorCode } from './errors.ts';
import { given } from './fields.ts';
import type { Message } from './messages.ts';
import { jsonBody, returnsOk, type WrittenRoute } from './route.ts';

// What a program says to the process that makes and restores backups (core/src/backup/backup-main.ts). It is started by
// the command line, also where the application cannot start, and by the application for its window.

/** What is done, and how far: bytes of the total. */
export type BackupStep = 'database' | 'audio' | 'checking';

export interface BackupRequest {
  readonly dataFolder: string;
  /** Absolute path of the file to write. */
  readonly file: string;
  readonly overwrite: boolean;
  /** Also keys and the shared token, encrypted with this passphrase; without it none. */
  readonly passphrase: string | undefined;
}

const backupResult = z.object({
  file: z.string(),
  bytes: z.int(),
  recordings: z.int(),
  audio_files: z.int(),
  /** Listed in the history, but no longer on the disk when they were to be read. */
  missing_audio: z.int(),
  keys: z.int(),
});
export type BackupResult = z.output<typeof backupResult>;

export interface RestoreRequest {
  /** Where the data is to be. */
  readonly dataFolder: string;
  /** Absolute path of a backup, or of a copy of the database from before an upgrade. */
  readonly file: string;
  /** The folder has to be new or empty. */
  readonly isNewFolder: boolean;
}

const backupSummary = z.object({
  /** `database`: a copy from before an upgrade, without audio. */
  kind: z.enum(['backup', 'database']),
  app_version: z.string().nullable(),
  /** ISO 8601. */
  created_at: z.string(),
  recordings: z.int(),
  audio_files: z.int(),
  bytes: z.int(),
  actions: z.int(),
  /** Of those, how many run a program. */
  program_actions: z.int(),
  /** Names of servers that this version cannot use: they are not restored. */
  servers_left_out: z.array(z.string()),
  has_keys: z.boolean(),
});
export type BackupSummary = z.output<typeof backupSummary>;

export interface RestoreResult {
  readonly data_folder: string;
  readonly keys: number;
  /** Why keys of the backup were not restored. */
  readonly keys_problem: Message | null;
}

/** A copy of the database that is kept for 30 days. */
export interface DatabaseCopy {
  readonly file: string;
  readonly bytes: number;
  /** ISO 8601. */
  readonly created_at: string;
  readonly deleted_at: string;
}

export type BackupAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false;
      readonly error: {
        readonly code: ErrorCode;
        readonly message: Message;
        readonly remedy: Advice;
      };
    };

export interface BackupChannel {
  readonly toChild: object;
  readonly toParent: {
    progressed(step: BackupStep, done: number, total: number): void;
  };
  readonly requests: {
    backup(order: BackupRequest): BackupAnswer<BackupResult>;
    /** Unpacks and checks a backup beside the data, which stays as it is. */
    check(order: RestoreRequest): BackupAnswer<BackupSummary>;
    /** Opens the keys of what was checked, which are left out otherwise. Answers how many there are. */
    unlock(passphrase: string): BackupAnswer<number>;
    /** Puts what was checked into place. The application must not run with this data folder. */
    restore(): BackupAnswer<RestoreResult>;
    /** Has the next start of the application put it into place; the running one must end now. */
    restoreAtStart(): BackupAnswer<RestoreResult>;
    copies(dataFolder: string): BackupAnswer<readonly DatabaseCopy[]>;
  };
}

/** The backup or restore of the running application: the one in progress, or the last one until it is dismissed. */
const backupState = z
  .object({
    /** `ready`: a backup was unpacked and checked, and waits for the user's word. */
    state: z.enum(['none', 'saving', 'saved', 'checking', 'ready', 'failed']),
    /** The file that is written or read; for `none`, where a new one would go. */
    file: z.string(),
    /** From 0 to 1; null while it is not known. */
    progress: z.number().min(0).max(1).nullable(),
    /** For `saved`. */
    result: backupResult.nullable(),
    /** For `ready`. */
    summary: backupSummary.nullable(),
    /** For `failed`. */
    error: z.object({ message: z.string(), hint: z.string().optional(), ...reasonFields }).nullable(),
  })
  .meta({ id: 'BackupState' });
export type BackupState = z.output<typeof backupState>;

const backupFile = z.string().trim().min(1).max(4_096);
const passphrase = z.string().max(1_000);
/** A slip would lock the keys up permanently, and a short one locks nothing. */
export const shortestPassphrase = 8;

/** Body of POST /application/backup. Without a passphrase, keys and tokens are left out. */
export const saveBackupBody = z.object({
  file: backupFile,
  passphrase: given(passphrase.min(shortestPassphrase)),
});
/** Body of POST /application/backup/check. */
export const checkBackupBody = z.object({ file: backupFile });
/** Body of POST /application/backup/restore. Without a passphrase, the keys of the backup are left out. */
export const restoreBackupBody = z.object({ passphrase: given(passphrase) });

const app = { audience: 'app', needsToken: true, tag: 'Application' } as const;

/** The routes of backups. They answer at once; GET says how far it is. */
export const backupRoutes = {
  getBackup: {
    method: 'GET',
    path: '/application/backup',
    ...app,
    summary: 'How far a backup or restore is, and how the last one ended',
    returns: returnsOk({ backup: backupState }),
  },
  saveBackup: {
    method: 'POST',
    path: '/application/backup',
    ...app,
    summary: 'Begin to write a backup of everything but models',
    description: '`file` is an absolute path, or begins with `~/`. An existing file is not replaced.',
    body: jsonBody(saveBackupBody),
    returns: returnsOk({ backup: backupState }),
    errors: ['BUSY'],
  },
  checkBackup: {
    method: 'POST',
    path: '/application/backup/check',
    ...app,
    summary: 'Begin to unpack and check a backup; nothing is changed yet',
    body: jsonBody(checkBackupBody),
    returns: returnsOk({ backup: backupState }),
    errors: ['BUSY'],
  },
  restoreBackup: {
    method: 'POST',
    path: '/application/backup/restore',
    ...app,
    summary: 'Replace all data by the backup that was checked, and start again',
    description: 'Refused while something is recorded, transcribed or downloaded.',
    body: jsonBody(restoreBackupBody, { optional: true }),
    returns: returnsOk({
      keys: z.int(),
      /** Why keys of the backup were not restored. */
      keys_problem: z.string().nullable(),
    }),
    errors: ['CONFLICT', 'BUSY', 'DISK_FULL'],
  },
  dismissBackup: {
    method: 'DELETE',
    path: '/application/backup',
    ...app,
    summary: 'Cancel a backup or check in progress, or forget the last one',
    returns: returnsOk({ backup: backupState }),
  },
} as const satisfies Record<string, WrittenRoute>;

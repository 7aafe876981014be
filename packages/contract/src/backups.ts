import type { ErrorCode } from './errors.ts';

// What a program says to the process that makes and restores backups (core/src/backup/backup-main.ts). It is started by the command line, also where the
// application cannot start.

/** What is done, and how far: bytes of the total. */
export type BackupStep = 'database' | 'audio' | 'checking';

export interface BackupOrder {
  readonly dataFolder: string;
  /** Absolute path of the file to write. */
  readonly file: string;
  readonly overwrite: boolean;
  /** Also keys and the shared token, encrypted with this passphrase; without it none. */
  readonly passphrase: string | undefined;
}

export interface BackupResult {
  readonly file: string;
  readonly bytes: number;
  readonly recordings: number;
  readonly audio_files: number;
  /** Listed in the history, but no longer on the disk when they were to be read. */
  readonly missing_audio: number;
  readonly keys: number;
}

export interface RestoreOrder {
  /** Where the data is to be. */
  readonly dataFolder: string;
  /** Absolute path of a backup, or of a copy of the database from before an upgrade. */
  readonly file: string;
  /** The folder has to be new or empty. */
  readonly isNewFolder: boolean;
}

/** What a backup holds. */
export interface BackupSummary {
  /** `database`: a copy from before an upgrade, without audio. */
  readonly kind: 'backup' | 'database';
  readonly app_version: string | null;
  /** ISO 8601. */
  readonly created_at: string;
  readonly recordings: number;
  readonly audio_files: number;
  readonly bytes: number;
  readonly actions: number;
  /** Of those, how many run a program. */
  readonly program_actions: number;
  readonly has_keys: boolean;
}

export interface RestoreResult {
  readonly data_folder: string;
  readonly keys: number;
  /** Why keys of the backup were not restored. */
  readonly keys_problem: string | null;
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
        readonly message: string;
        readonly hint?: string | undefined;
      };
    };

export interface BackupChannel {
  readonly toChild: object;
  readonly toParent: {
    progressed(step: BackupStep, done: number, total: number): void;
  };
  readonly requests: {
    backup(order: BackupOrder): BackupAnswer<BackupResult>;
    /** Unpacks and checks a backup beside the data, which stays as it is. */
    check(order: RestoreOrder): BackupAnswer<BackupSummary>;
    /** Opens the keys of what was checked, which are left out otherwise. Answers how many there are. */
    unlock(passphrase: string): BackupAnswer<number>;
    /** Puts what was checked into place. The application must not run with this data folder. */
    restore(): BackupAnswer<RestoreResult>;
    copies(dataFolder: string): BackupAnswer<readonly DatabaseCopy[]>;
  };
}

/** Stores one secret. A store never invents a secret, and never overwrites one that it could not read. */
export interface SecretStore {
  /** The secret, or undefined when none has been kept yet. Throws SecretStoreError. */
  read(): Promise<string | undefined>;
  write(secret: string): Promise<void>;
  /** Forgets the secret; one that is not there is no error. */
  remove(): Promise<void>;
}

/** Why a store could not be used: there is none on this machine, or it is there and does not open. */
export class SecretStoreError extends Error {
  readonly reason: 'absent' | 'locked';

  constructor(reason: 'absent' | 'locked', cause: unknown) {
    super(`The secret store is ${reason}.`, { cause });
    this.name = 'SecretStoreError';
    this.reason = reason;
  }
}

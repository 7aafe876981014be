import type { PortalFailure } from './portal-machine.ts';

/** Names of D-Bus errors which say that something does not exist. */
const absent = new Set(
  [
    'ServiceUnknown',
    'NameHasNoOwner',
    'UnknownMethod',
    'UnknownObject',
    'UnknownInterface',
    'UnknownProperty',
    'Spawn.ServiceNotFound',
    'Spawn.ChildExited',
  ].map((name) => `org.freedesktop.DBus.Error.${name}`),
);
const MOST_CHARACTERS = 200;

/** Why the portal did not do what it was asked; the message is a clause for the user. */
export class PortalError extends Error {
  readonly why: PortalFailure;

  constructor(why: PortalFailure, message: string) {
    super(message);
    this.name = 'PortalError';
    this.why = why;
  }

  /** The error of a D-Bus call. */
  static of(error: unknown): PortalError {
    if (error instanceof PortalError) return error;
    if (isAbsent(error)) return new PortalError('absent', 'there is none');
    const said = error instanceof Error ? error.message.slice(0, MOST_CHARACTERS) : 'unknown error';
    return new PortalError('trouble', said);
  }
}

export function isAbsent(error: unknown): boolean {
  const name = error instanceof Error && 'dbusName' in error ? error.dbusName : undefined;
  return typeof name === 'string' && absent.has(name);
}

/** Whether there was no answer at all: the connection ended, or it took too long. */
export function isSilent(error: unknown): boolean {
  return error instanceof Error && 'code' in error;
}

import {
  AppError,
  audioProvider,
  type CreateModeBody,
  forbiddenScope,
  type Mode,
  type RetranscribeBody,
  type Scope,
  type TranscribeOptions,
} from '@quoth/contract';
import type { Caller, ChangeAuthor, ProgramIdentity } from './declarations/index.ts';

/** The user, by the application's own window, command line and keys. */
export const theUser: Caller = { kind: 'user', byAction: false };
const usersAction: Caller = { kind: 'user', byAction: true };
/** Anyone who has the token of the discovery file, or needs none because they come by Wyoming. */
export const sharedToken: Caller = { kind: 'shared-token', byAction: false };
const sharedTokensAction: Caller = { kind: 'shared-token', byAction: true };

/** Who calls; without a named token it is whom this listener lets in. */
export function callerOf(
  program: ProgramIdentity | undefined,
  otherwise: 'user' | 'shared-token',
  byAction: boolean,
): Caller {
  if (program) return { kind: 'program', program, byAction };
  if (otherwise === 'user') return byAction ? usersAction : theUser;
  return byAction ? sharedTokensAction : sharedToken;
}

/** Whose change it is: the user's own are not written down. */
export function authorOf({ kind }: Caller): ChangeAuthor {
  return kind === 'user' ? 'user' : 'program';
}

/** Whether the caller may do what this scope allows; only programs with named tokens have scopes. */
export function may({ program }: Caller, scope: Scope): boolean {
  return program?.scopes.has(scope) ?? true;
}

/** Throws FORBIDDEN_SCOPE. */
function need(caller: Caller, scope: Scope): void {
  if (!may(caller, scope)) throw forbiddenScope(scope);
}

/** The token whose recordings alone the caller sees; undefined where it sees everybody's. */
export function seesOnly(caller: Caller): string | undefined {
  return may(caller, 'history.read') ? undefined : caller.program?.tokenId;
}

/** Which token made a recording. Throws RECORDING_NOT_FOUND. */
type MakerLookup = () => Promise<string | null>;

/** Throws RECORDING_NOT_FOUND for a recording that the caller does not see, just as for one that does not exist. */
export async function checkSees(caller: Caller, maker: MakerLookup): Promise<void> {
  const only = seesOnly(caller);
  if (only !== undefined && (await maker()) !== only) throw new AppError('RECORDING_NOT_FOUND');
}

/**
 * Replacing the text of a recording, or stopping the work on it, takes more where somebody else made it. Throws as
 * `checkSees` does, and FORBIDDEN_SCOPE.
 */
export async function checkChanges(caller: Caller, maker: MakerLookup): Promise<void> {
  await checkSees(caller, maker);
  if (caller.program && (await maker()) !== caller.program.tokenId) need(caller, 'history.write');
}

/** Rewriting costs money and shows the text to a language model. Throws FORBIDDEN_SCOPE. */
export function checkRewriting(caller: Caller, { post_process }: Pick<TranscribeOptions, 'post_process'>) {
  if (post_process === true) need(caller, 'rewrite');
}

/**
 * A recording's own options of before may have rewriting in them: without the scope it does not happen again. Throws
 * FORBIDDEN_SCOPE.
 */
export function withoutRewriting(caller: Caller, options: RetranscribeBody): RetranscribeBody {
  checkRewriting(caller, options);
  return may(caller, 'rewrite') ? options : { ...options, post_process: false };
}

/**
 * A program that cannot read the modes takes over no dictation and sends nothing anywhere by a new one. Throws
 * FORBIDDEN_SCOPE.
 */
export function checkNewMode(caller: Caller, body: CreateModeBody): void {
  if (getsDictations(body) || usesCloud(body)) need(caller, 'modes.read');
}

/** Another mode becomes the default when that one is deleted. Throws FORBIDDEN_SCOPE. */
export function checkDeletedMode(caller: Caller, { isDefault }: Pick<Mode, 'isDefault'>): void {
  if (isDefault) need(caller, 'modes.read');
}

/** Whether a new mode would be used for the user's own dictations without being chosen. */
function getsDictations({ isDefault, applications }: CreateModeBody): boolean {
  return isDefault === true || (applications ?? []).length > 0;
}

/** Whether a new mode names where audio or text would be sent. */
function usesCloud(mode: CreateModeBody): boolean {
  const named = [
    mode.cloudProvider,
    mode.cloudTranscriptionModel,
    mode.cloudTranscriptionDomain,
    mode.cloudAccuracyTier,
    mode.postProcessingProvider,
    mode.cloudPostProcessingModel,
    // It names a provider as well, unless the text stays here.
    mode.postProcessingMode === 2 ? null : mode.languageModel,
  ];
  return (
    audioProvider({ model: mode.model ?? 'auto', cloudProvider: mode.cloudProvider ?? null }) !== undefined ||
    mode.postProcessingMode === 1 ||
    named.some((one) => (one ?? '') !== '')
  );
}

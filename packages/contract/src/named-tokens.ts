import * as z from 'zod';
import { failing } from './checks.ts';
import { AppError } from './errors.ts';
import { given, instant, timestamp } from './fields.ts';
import { limits } from './limits.ts';
import { say } from './messages.ts';
import { byId, jsonBody, returnsOk, type WrittenRoute } from './route.ts';
import { recordPermission, type Scope, scope } from './scopes.ts';

/**
 * The form of a named token: 32 random bytes as base64url behind a prefix, by which scanners for secrets can know it.
 * The token of the discovery file has no prefix, so that neither is ever taken for the other.
 */
export const namedTokenPattern = /^quoth_[A-Za-z0-9_-]{43}$/;

/** Folder in the data folder with the tokens that the MCP bridge reads by name, one file each. */
export const namedTokenFolder = 'program-tokens';

/**
 * What stands in a data folder (docs/architecture.md): other files may lie there too, where QUOTH_HOME names a folder
 * that is used for more.
 */
export const dataFolderNames: ReadonlySet<string> = new Set([
  ...['quoth.db', 'quoth.db-wal', 'quoth.db-shm', 'database-copies', 'restoring', 'backing-up'],
  ...['instance.lock', 'instance.lock-journal', 'backup.lock', 'backup.lock-journal'],
  ...['audio', 'incoming', 'spool', 'models', 'logs', 'watch', 'demo', 'provider-keys', namedTokenFolder],
  ...['control-socket.json', 'control.sock', 'container', 'local-api.json', 'api-server.json', 'api-token'],
  ...['window-sessions.json', 'window-profile', 'indicator.json', 'muted-outputs.json'],
  ...[
    'accessibility-switched-on',
    'clock.json',
    'desktop-shortcut.json',
    'headset-switched.json',
    'dictate-toggle',
    'rewriting-note-given',
  ],
]);

/** The name of a token's file: no more than a name of its own in that folder. */
const fileName = /^[a-z0-9][a-z0-9._-]{0,39}$/;

/**
 * The file of the token with this name, below the data folder's `namedTokenFolder`. Throws INVALID_REQUEST for a name
 * that is no file's.
 */
export function namedTokenFileName(name: string): string {
  const key = namedTokenKey(name);
  if (fileName.test(key)) return key;
  throw new AppError('INVALID_REQUEST', {
    message: say('tokenNameNoFile'),
    hint: say('tokenNameLetters'),
  });
}

/**
 * A name as it is compared, and as its file is called: two tokens never have names that differ only in case, or in
 * spaces and hyphens.
 */
export function namedTokenKey(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase().replaceAll(' ', '-');
}

/**
 * Letters and digits of any script: what is shown over a question on the screen holds no controls and nothing
 * invisible.
 */
const name = z
  .string()
  .trim()
  .min(1)
  .max(limits.namedTokenCharacters)
  .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]*$/u, failing('tokenNameForm'))
  .overwrite((written) => written.normalize('NFC').replace(/ +/g, ' '));

/** Calls of one day, by how they ended. */
const namedTokenCalls = z.object({
  /** The day on this machine, such as `2026-11-22`. */
  day: z.iso.date(),
  done: z.int(),
  /** Understood, but not possible, or failed. */
  failed: z.int(),
  /** Outside its scopes, or too many. */
  refused: z.int(),
});
export type NamedTokenCalls = z.output<typeof namedTokenCalls>;

/** A token that the user made for one program. The token itself is never shown again. */
export const namedToken = z
  .object({
    id: z.uuid(),
    name: z.string(),
    scopes: z.array(scope),
    /** How far the scope `record` goes. */
    record: recordPermission,
    created_at: timestamp,
    /** From then on it is refused; null: never. */
    expires_at: timestamp.nullable(),
    last_used_at: timestamp.nullable(),
    /** The file that it was written to, for the MCP bridge; null where it was shown to the user instead. */
    file: z.string().nullable(),
    /** Of the last 30 days, latest first; days without calls are left out. Never what was sent or answered. */
    calls: z.array(namedTokenCalls),
  })
  .meta({ id: 'NamedToken' });
export type NamedToken = z.output<typeof namedToken>;

/** Body of POST /tokens. */
export const createNamedTokenBody = z
  .object({
    name,
    scopes: z
      .array(scope)
      .min(1)
      .max(20)
      .overwrite((list) => [...new Set(list)]),
    record: given(recordPermission)
      .describe('Whether the program may record, with the scope `record`; by default, it may not even ask.')
      .meta({ default: 'never' }),
    expires_at: given(instant).describe('From then on it is refused; default: never.'),
    to_file: given(z.boolean()).describe(
      'Write the token to a file in the data folder that only the user can read, and do not return it.',
    ),
    replace: given(z.boolean())
      .describe('Revoke the token of this name first, if it is one in a file: no one has seen it.')
      .meta({ default: false }),
  })
  .meta({ id: 'CreateNamedToken' });
export type CreateNamedTokenBody = z.output<typeof createNamedTokenBody>;

/** Body of PATCH /tokens/{id}. */
export const allowNamedTokenBody = z.object({ record: recordPermission }).meta({ id: 'AllowNamedToken' });

/** Answer of POST /tokens: the only time that the token is shown. */
const createdNamedToken = z.object({
  named_token: namedToken,
  /** Null where it was written to a file. */
  token: z.string().nullable(),
});
export type CreatedNamedToken = z.output<typeof createdNamedToken>;

/** The refusal of a call outside a token's scopes. */
export function forbiddenScope(missing: Scope): AppError {
  return new AppError('FORBIDDEN_SCOPE', {
    message: say('scopeMissing', { scope: missing }),
  });
}

const app = { audience: 'app', needsToken: true, tag: 'Programs' } as const;

/** The routes under "Programs": only the user makes tokens, by the window or the command line. */
export const namedTokensRoutes = {
  listNamedTokens: {
    method: 'GET',
    path: '/tokens',
    ...app,
    summary: 'List the tokens of programs in alphabetical order, without the secret tokens themselves',
    returns: returnsOk({ named_tokens: z.array(namedToken) }),
  },
  createNamedToken: {
    method: 'POST',
    path: '/tokens',
    ...app,
    summary: 'Create a token for a program; only this answer shows it',
    body: jsonBody(createNamedTokenBody),
    returns: returnsOk(createdNamedToken.shape),
    errors: ['ALREADY_EXISTS', 'LIMIT_REACHED'],
  },
  allowNamedToken: {
    method: 'PATCH',
    path: '/tokens/{id}',
    ...app,
    summary: 'Set whether a program with the scope `record` may record; takes effect at once',
    params: byId,
    body: jsonBody(allowNamedTokenBody),
    returns: returnsOk({ named_token: namedToken }),
    errors: ['CONFLICT'],
  },
  revokeNamedToken: {
    method: 'DELETE',
    path: '/tokens/{id}',
    ...app,
    summary: 'Revoke a token: it is refused at once, and its open connections are closed',
    params: byId,
    returns: returnsOk({}),
    errors: ['INVALID_REQUEST'],
  },
} as const satisfies Record<string, WrittenRoute>;

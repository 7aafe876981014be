import * as z from 'zod';

/** What a named token can be allowed to do, in the order in which people are shown it. */
export const scopes = [
  'transcribe',
  'rewrite',
  'history.read',
  'history.write',
  'modes.read',
  'modes.write',
  'vocabulary.read',
  'vocabulary.write',
  'record',
  'events',
] as const;

export const scope = z.enum(scopes).meta({ id: 'Scope' });
export type Scope = (typeof scopes)[number];

/** What each scope allows, as one line for people. */
export const scopeMeanings: Readonly<Record<Scope, string>> = {
  transcribe: 'Transcribe audio, and see the recordings this creates.',
  rewrite: 'Rewrite text with a language model.',
  'history.read': 'See, search and export all recordings, with their audio.',
  'history.write': 'Delete and restore recordings; with history.read, replace the text of any.',
  'modes.read': 'See modes with their instructions and vocabulary.',
  'modes.write':
    'Create and delete modes; with modes.read, change them, and choose when they are used and where they send.',
  'vocabulary.read': 'See words, replacements and snippets for all modes.',
  'vocabulary.write': 'Add and delete them; with vocabulary.read, change them. You can undo it.',
  record: 'Ask to record from the microphone, as far as you permit.',
  events: 'Receive live events about whatever the other scopes let it see.',
};

/** What a named token needs: every entry; of an entry that is a list, one scope. Empty: any token will do. */
export type NeededScopes = readonly (Scope | readonly [Scope, ...Scope[]])[];

/** The first missing scope; if one of several would do, the first of those. Undefined if none is missing. */
export function missingScope(needed: NeededScopes, held: ReadonlySet<Scope>): Scope | undefined {
  for (const entry of needed) {
    const choices = typeof entry === 'string' ? ([entry] as const) : entry;
    if (!choices.some((choice) => held.has(choice))) return choices[0];
  }
  return undefined;
}

/**
 * How far a program may record: not at all, each time after the user has pressed a button, or whenever it wants to,
 * with a sign on the screen.
 */
export const recordPermissions = ['never', 'ask', 'always'] as const;
export const recordPermission = z.enum(recordPermissions).meta({ id: 'RecordPermission' });
export type RecordPermission = (typeof recordPermissions)[number];

/** The same for the token of the discovery file: anyone who holds it can only ask. */
export const sharedTokenPermissions = ['never', 'ask'] as const satisfies readonly RecordPermission[];

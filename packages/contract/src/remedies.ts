/*
 * What to do about an error, as data. Where an error is made, no one knows yet who will read it: a program that called the local API, a person in a
 * terminal or in the window, or an agent with our tools. So an error carries its remedy as data, and the listener that answers puts it into its reader's
 * words. To add one: a kind below, with its words for every reader; the compiler refuses a reader that is left out.
 */

import { englishText, isMessage, type Message, type Reader } from './messages.ts';
import { plainText } from './plain-text.ts';

/** One remedy in everyone's words. Empty for a reader who can do nothing. */
type Words = Readonly<Record<Reader, string>>;

/** A command that everyone but the user of the window types, or has typed. */
function command(typed: string, inWindow: string): Words {
  return { api: typed, commandLine: typed, agent: typed, window: inWindow };
}

/** Lists and checks that remedies point to, as each reader calls them. */
const places = {
  models: {
    api: 'GET /models',
    commandLine: '"quoth models list"',
    window: 'Models',
    agent: 'The tool list_models',
  },
  'installed models': command('"quoth models list"', 'Models'),
  'all models': command('"quoth models list --all"', 'Models'),
  languages: command('"quoth models languages"', 'Models'),
  modes: {
    api: 'GET /modes',
    commandLine: '"quoth modes list"',
    window: 'Modes',
    agent: 'The tool list_modes',
  },
  recording: {
    api: 'GET /recordings/{id}',
    commandLine: '"quoth recordings list"',
    window: 'History',
    agent: 'The tool search_recordings',
  },
  microphones: command('"quoth record --list-devices"', 'Settings, General'),
  doctor: command('"quoth doctor"', '“Check this machine” under Settings, About'),
} as const satisfies Record<string, Words>;

/** Every kind of remedy with its words. */
const kinds = {
  /** A list, and what it is good for: `lists them.`, `shows the sizes.` */
  see: ({ place, that }: { place: keyof typeof places; that: string }): Words => ({
    api: `${places[place].api} ${that}`,
    commandLine: `${places[place].commandLine} ${that}`,
    window: `See ${places[place].window}.`,
    agent: `${places[place].agent} ${that}`,
  }),
  'list-recordings': (): Words => ({
    api: 'GET /recordings lists recordings.',
    commandLine: '"quoth recordings list" lists them.',
    window: 'History lists them.',
    agent: 'The tool search_recordings lists them.',
  }),

  // Requests
  'wait-for-queue': (): Words => ({
    api: 'Wait as long as Retry-After says, then try again.',
    commandLine: 'Wait a moment, then try again; "quoth status" shows what is running.',
    window: 'Wait a moment, then try again.',
    agent: 'Wait some seconds, then try again.',
  }),
  'ask-for-it-later': (): Words => ({
    api: 'Try again; for long audio use "async": true and read the recording later.',
    commandLine: 'Try again; "quoth recordings list" shows its status.',
    window: 'Try again.',
    agent: 'Try again; search_recordings shows its status.',
  }),
  /** `first` has no full stop; `bytes` is what is uploaded. */
  'upload-instead': ({ first, bytes }: { first: string; bytes: string }): Words => ({
    api: `${first}, or upload ${bytes}.`,
    commandLine: `${first}.`,
    window: `${first}.`,
    agent: `${first}.`,
  }),
  'allow-folder': (): Words => ({
    api: 'Move the file into your home folder, allow its folder in the settings, or upload its bytes instead of its path.',
    commandLine:
      'Move the file into your home folder, or allow its folder: quoth settings set allowedFolders FOLDER.',
    window: 'Move the file into your home folder, or allow its folder under Settings, API Server.',
    agent: 'Move the file into your home folder, or ask the user to allow its folder in the settings.',
  }),

  // Programs and their tokens
  'create-token-with-scope': (): Words =>
    command(
      'The user can create a token with that scope in the window, under Programs, or with "quoth tokens create".',
      'Create a token with that scope under Programs.',
    ),
  'allow-purging': (): Words =>
    command(
      'The user can allow it in Settings, Advanced, or with: quoth settings set programsMayPurge true',
      'Allow it under Settings, Advanced.',
    ),

  // Dictation

  // Recordings and actions
  // Models and engines
  'install-model': (): Words =>
    command(
      'Run "quoth doctor": it prints the command that installs it.',
      'Use “Check this machine” under Settings, About: it says how to install it.',
    ),

  // Providers
  /** `what` is set: the key, one, a valid key. `provider` may be a choice: `<openai|deepgram>`. */
  'set-key': ({ what, provider }: { what: string; provider?: string }): Words => ({
    api: `Set ${what} under Settings, API keys${provider === undefined ? '' : `, or with: quoth providers set-key ${provider}`}.`,
    commandLine: `Set it with: quoth providers set-key ${provider === undefined ? 'PROVIDER' : `${provider}.`}`,
    window: `Set ${what} under Settings, API keys.`,
    agent: `The user sets it under Settings, API keys${provider === undefined ? '' : `, or with: quoth providers set-key ${provider}`}.`,
  }),

  // The application and its listeners
  /** A command, ours or the system's, that everyone types into a terminal. */
  run: ({ command: typed }: { command: string }): Words => command(typed, typed),
  /** The same where the window has the command in a field of its own. */
  'run-elsewhere': ({ command: typed }: { command: string }): Words => command(typed, ''),
  /** That field of the window. */
  copy: ({ command: typed }: { command: string }): Words => command('', typed),
  // An answer that never came, or is not Quoth's
  'check-versions': (): Words =>
    command(
      'Check with "quoth status" that Quoth is running there and that both sides have the same version.',
      'Reload the window.',
    ),
  'start-quoth': ({ thenDoctor = false }: { thenDoctor?: boolean }): Words =>
    command(
      `Start it with "quoth start --headless" and try again${thenDoctor ? '; "quoth doctor" says what is missing' : ''}.`,
      '',
    ),
  'run-doctor': (): Words => command('Run "quoth doctor" to see what is missing.', ''),
  'wait-or-stop': (): Words =>
    command(
      'It may be busy, or just starting or stopping: try again in a moment. If that does not help: quoth stop',
      '',
    ),
  'restart-quoth': (): Words => command('Restart Quoth with "quoth stop" and "quoth start".', ''),
  'find-creator': (): Words =>
    command(
      'Find out who created it. Then stop Quoth with "quoth stop" and start it again, or set QUOTH_HOME to a folder that only you can write to.',
      '',
    ),
  'turn-on-api': (): Words => command('Switch it on with "quoth api on".', ''),
  'restart-api': (): Words =>
    command('Restart the application with "quoth stop" and "quoth start", then "quoth api on".', ''),
  'create-token-file': ({ token }: { token: string }): Words =>
    command(
      `Ask the user to make one: quoth tokens create ${token} --to-file --scopes transcribe,rewrite`,
      '',
    ),
} as const satisfies Record<string, (remedy: never) => Words>;

type Kinds = typeof kinds;
type ArgumentsOf<Kind extends keyof Kinds> =
  Parameters<Kinds[Kind]> extends [infer Given] ? Readonly<Given> : unknown;

/** What to do about an error: its kind, and what its words need to know. */
export type Remedy = { [Kind in keyof Kinds]: { readonly kind: Kind } & ArgumentsOf<Kind> }[keyof Kinds];

/** What to do, part by part. A text is the same for every reader, so it names no command, route or page; a line break begins a new line. */
export type Advice = readonly (string | Message | Remedy)[];

/** An advice in the words of this reader; undefined if there is nothing that this reader can do. */
export function wordsFor(reader: Reader, advice: Advice): string | undefined {
  const parts = advice.map((part) => partText(reader, part));
  const said = parts.filter((part) => part !== '');
  return said.length === 0 ? undefined : plainText(said.join(' ').replaceAll(' \n ', '\n'));
}

function partText(reader: Reader, part: Advice[number]): string {
  if (typeof part === 'string') return part;
  return 'reason' in part ? englishText(part, reader) : wordsOf(part)[reader];
}

function wordsOf(remedy: Remedy): Words {
  return (kinds[remedy.kind] as (given: Remedy) => Words)(remedy);
}

/** The fields of an object that are told to each reader in other words. Never on the wire: JSON leaves symbols out. */
const advised = Symbol('advice');
type Advised = { readonly [advised]?: Readonly<Record<string, Advice>> };

/**
 * The object with fields that have an advice in them, in the words of the local API until `reworded` finds another reader. An error's `hint` is such a field,
 * and a notice's, and the `message` of a warning. A field that says nothing to a reader is left out.
 */
export function withAdvice<const Value extends object, Field extends string>(
  value: Value,
  fields: Readonly<Record<Field, Advice>>,
): Value & { readonly [Name in Field]: string } {
  const entries = Object.entries<Advice>(fields);
  const words = Object.fromEntries(
    entries.flatMap(([field, advice]) => {
      const said = wordsFor('api', advice);
      return said === undefined ? [] : [[field, said]];
    }),
  );
  const differs = entries.some(([, advice]) => advice.some((part) => typeof part !== 'string'));
  const known = (value as Advised)[advised];
  const all = (known !== undefined || differs) && { [advised]: { ...known, ...fields } };
  return { ...value, ...words, ...reasonIn(fields), ...all } as never;
}

/** For programs: why an object says what it says, or a finding what was found; and what is filled in. */
function reasonIn(fields: Readonly<Record<string, Advice>>): Partial<Message> {
  return (fields.message ?? fields.detail)?.find(isMessage) ?? {};
}

/**
 * The finding with what fixes it, for everyone in `fix`. In the window, a command to run stands in `command` instead, where it can be copied.
 */
export function withFix<const Value extends object>(
  finding: Value,
  fix: Advice,
): Value & { readonly fix?: string; readonly command?: string } {
  const run = fix.find(isRun);
  if (run === undefined) return withAdvice(finding, { fix });
  return withAdvice(finding, {
    fix: fix.map((part) => (part === run ? { ...run, kind: 'run-elsewhere' } : part)),
    command: [{ ...run, kind: 'copy' }],
  });
}

function isRun(part: Advice[number]): part is Extract<Remedy, { kind: 'run' }> {
  return typeof part === 'object' && 'kind' in part && part.kind === 'run';
}

/** What is advised in this field, no matter who reads it; its text where that is the same for everyone. */
export function adviceIn<Field extends string>(
  value: { readonly [Name in Field]?: string | undefined },
  field: Field,
): Advice {
  const text = value[field];
  return (value as Advised)[advised]?.[field] ?? (text === undefined ? [] : [text]);
}

/**
 * The same value with every advice in it in this reader's words; the same object where none exists, or nothing to change. The window gets the messages themselves
 * beside them, to show in its own language.
 */
export function reworded<Value>(reader: Reader, value: Value): Value {
  return reader === 'api' ? value : (rewordDeep(reader, value) as Value);
}

function rewordDeep(reader: Reader, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  let changed: Record<string, unknown> | undefined;
  const copy = () => {
    changed ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    return changed;
  };
  for (const [name, one] of Object.entries(value)) {
    const next = rewordDeep(reader, one);
    if (next !== one) copy()[name] = next;
  }
  // Only our own messages are shown in another language; a field that somebody else gave this name is left out.
  if (Object.hasOwn(value, messagesField)) delete copy()[messagesField];
  const fields = Object.entries((value as Advised)[advised] ?? {});
  for (const [field, advice] of fields) {
    const words = wordsFor(reader, advice);
    if (words === undefined) delete copy()[field];
    else copy()[field] = words;
  }
  const shown = reader === 'window' ? fields.flatMap(([field, advice]) => toShow(field, advice)) : [];
  if (shown.length > 0) copy()[messagesField] = Object.fromEntries(shown);
  return changed ?? value;
}

/** Where an object for the window has the messages of its fields. */
export const messagesField = '$messages';

/** The parts of a field as the window gets them; nothing where all of them are text already. */
function toShow(field: string, advice: Advice): [string, MessageParts][] {
  const parts = advice.map((part) => (isMessage(part) ? part : partText('window', part)));
  return parts.some(isMessage) ? [[field, parts.filter((part) => part !== '')]] : [];
}

/** A text part by part: messages, and text that stays as it is. */
export type MessageParts = readonly (string | Message)[];

/** An advice as text for a database: what is the same for everyone as it is, else JSON. */
export function storedAdvice(advice: Advice): string | null {
  if (advice.some((part) => typeof part !== 'string')) return JSON.stringify(advice);
  const text = wordsFor('api', advice) ?? null;
  return text?.startsWith('[') ? JSON.stringify([text]) : text;
}

/** The same the other way round; a text that is no such JSON, as older versions stored it, is the advice itself. Empty if this version has no words for it. */
export function readAdvice(stored: string): Advice {
  if (!stored.startsWith('[')) return [stored];
  let advice: Advice;
  try {
    advice = JSON.parse(stored) as Advice;
  } catch {
    return [stored];
  }
  try {
    wordsFor('api', advice);
    return advice;
  } catch {
    return [];
  }
}

/** A message that `storedAdvice` wrote, or the text of an older version; undefined if this version has no words for it. */
export function readMessage(stored: string): string | Message | undefined {
  return readAdvice(stored).find((part) => typeof part === 'string' || isMessage(part));
}

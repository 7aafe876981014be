import {
  type Action,
  type ActionKind,
  type ActionWork,
  type CreateActionBody,
  createActionBody,
  defaultEntry,
  errorWords,
  limits,
  type RecordingSource,
} from '@quoth/contract';

/** An action as its form has it: the fields of every kind, so that changing the kind loses nothing. */
export interface ActionDraft {
  readonly name: string;
  readonly kind: ActionKind;
  readonly path: string;
  readonly entry: string;
  readonly heading: string;
  readonly program: string;
  /** One on each line. */
  readonly arguments: string;
  readonly seconds: number;
  readonly url: string;
  readonly sources: readonly RecordingSource[];
  readonly modes: readonly string[] | null;
}

const emptyDraft: ActionDraft = {
  name: '',
  kind: 'file',
  path: '',
  entry: defaultEntry,
  heading: '',
  program: '',
  arguments: '',
  seconds: limits.actionProgramSeconds,
  url: '',
  sources: ['dictation'],
  modes: null,
};

/** The form of an action, or of a new one. */
export function draftOf(action: Action | undefined): ActionDraft {
  if (!action) return emptyDraft;
  const { name, does, sources, modes } = action;
  return { ...emptyDraft, name, sources, modes, kind: does.kind, ...fieldsOf(does) };
}

function fieldsOf(does: ActionWork): Partial<ActionDraft> {
  switch (does.kind) {
    case 'program': {
      const [program = '', ...rest] = does.command;
      return { program, arguments: rest.join('\n'), seconds: does.timeout_seconds };
    }
    case 'webhook':
      return { url: does.url };
    case 'file':
      return { path: does.path, entry: does.entry, heading: does.heading ?? '' };
  }
}

/** What is wrong with a draft, by the field that shows it. */
export type DraftProblems = Readonly<Partial<Record<keyof ActionDraft, string>>>;

/** The body that a draft stands for, or what is wrong with it. */
export function bodyOf(
  draft: ActionDraft,
): { readonly body: CreateActionBody } | { readonly problems: DraftProblems } {
  const { name, sources, modes } = draft;
  const parsed = createActionBody.safeParse(
    { name, sources, modes, does: workOf(draft) },
    { error: errorWords },
  );
  if (parsed.success) return { body: parsed.data };
  const problems: Partial<Record<keyof ActionDraft, string>> = {};
  for (const { path, message } of parsed.error.issues) problems[fieldOf(path)] ??= message;
  return { problems };
}

function workOf({
  kind,
  path,
  entry,
  heading,
  program,
  arguments: lines,
  seconds,
  url,
}: ActionDraft): object {
  switch (kind) {
    case 'program':
      return {
        kind,
        command: [program, ...(lines === '' ? [] : lines.split('\n'))],
        timeout_seconds: seconds,
      };
    case 'webhook':
      return { kind, url };
    case 'file':
      return { kind, path: path.trim(), entry, heading: heading === '' ? null : heading };
  }
}

function fieldOf([first, second, third]: readonly PropertyKey[]): keyof ActionDraft {
  if (first !== 'does') return first === 'sources' || first === 'modes' ? first : 'name';
  if (second === 'command') return typeof third === 'number' && third > 0 ? 'arguments' : 'program';
  if (second === 'entry' || second === 'heading' || second === 'url') return second;
  return second === 'timeout_seconds' ? 'seconds' : 'path';
}

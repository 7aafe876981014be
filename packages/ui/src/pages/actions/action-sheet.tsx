import {
  type Action,
  type ActionKind,
  type ActionWork,
  type actionKinds,
  type CreateActionBody,
  createActionBody,
  defaultEntry,
  entryPlaceholders,
  limits,
  pathPlaceholders,
  type RecordingSource,
  recordingSources,
} from '@quoth/contract';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { TextArea, TextField } from '../../design/field.tsx';
import { FormChoice } from '../../design/select.tsx';
import { SettingGroup, Switch, SwitchRow } from '../../design/settings.tsx';
import { useModeName } from '../../session/account.tsx';
import { useAction, useCheck, useErrorText, useRead } from '../../session/application.tsx';
import { FormSheet } from '../form-sheet.tsx';

/** The order in which people look for them. */
const kinds = ['file', 'program', 'webhook'] as const satisfies readonly (typeof actionKinds)[number][];

/** Adds an action, or changes one. */
export function ActionSheet({
  action,
  template,
  onClose,
  onSecret,
}: {
  /** That is changed; a new one without it. */
  readonly action?: Action;
  /** What a new one begins with. */
  readonly template?: ActionTemplate;
  readonly onClose: () => void;
  /** Called with the secret of a new action that posts. */
  readonly onSecret: (name: string, secret: string) => void;
}) {
  const t = useTranslations('actions');
  const app = useTranslations('app');
  const textOf = useErrorText();
  const check = useCheck();
  const field = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState<ActionDraft>(() =>
    template === undefined
      ? draftOf(action)
      : { ...emptyDraft, ...templateDrafts[template], name: t(`template_${template}`) },
  );
  const [wasSent, setSent] = useState(false);
  const read = bodyOf(draft, check);
  const save = useAction(
    async (client) => {
      if (!('body' in read)) return null;
      if (!action) return client.createAction({ body: read.body });
      await client.updateAction({ params: { id: action.id }, body: read.body });
      return null;
    },
    {
      saysErrors: false,
      onDone: (created) => {
        if (created?.secret != null) onSecret(created.action.name, created.secret);
        onClose();
      },
    },
  );
  const change = (patch: Partial<ActionDraft>) => {
    save.reset();
    setDraft((before) => ({ ...before, ...patch }));
  };
  const problems = wasSent && 'problems' in read ? read.problems : {};
  const failed = save.isError ? textOf(save.error).line : undefined;
  return (
    <FormSheet
      title={action ? t('editTitle') : t('createTitle')}
      action={app(action ? 'save' : 'add')}
      isBusy={save.isPending}
      initialFocus={field}
      onClose={onClose}
      onSubmit={() => {
        setSent(true);
        if ('body' in read) save.mutate();
      }}
    >
      {!action && (
        <FormChoice
          label={t('kind')}
          value={draft.kind}
          choices={kinds.map((value) => ({
            value,
            label: t(`kind_${value}`),
            detail: t(`kindHelp_${value}`),
          }))}
          onChange={(kind) => change({ kind })}
          className="w-52"
        />
      )}
      <TextField
        label={app('itsName')}
        controlRef={field}
        value={draft.name}
        onValueChange={(name) => change({ name })}
        placeholder={t(`placeholder_${draft.kind}`)}
        autoComplete="off"
        error={problems.name ?? failed}
      />
      <WorkFields draft={draft} problems={problems} onChange={change} />
      <ConditionFields draft={draft} problems={problems} onChange={change} />
    </FormSheet>
  );
}

/** For which recordings an action is: where they come from, and in which modes they were made. */
function ConditionFields({ draft, problems, onChange }: DraftFieldsProps) {
  const t = useTranslations('actions');
  const pages = useTranslations('pages');
  const nameOf = useModeName();
  const { data } = useRead('listModes');
  const modes = data?.modes ?? [];
  const { sources, modes: chosen } = draft;
  const problem = problems.sources ?? problems.modes;
  return (
    <SettingGroup title={t('sources')} description={t('sourcesHelp')}>
      {recordingSources.map((source) => (
        <SwitchRow
          key={source}
          title={t(`source_${source}`)}
          isOn={sources.includes(source)}
          onChange={(isOn) =>
            onChange({
              sources: recordingSources.filter((each) => (each === source ? isOn : sources.includes(each))),
            })
          }
        />
      ))}
      <SwitchRow
        title={t('allModes')}
        isOn={chosen === null}
        onChange={(isOn) => onChange({ modes: isOn ? null : modes.slice(0, 1).map(({ id }) => id) })}
        below={
          chosen !== null && (
            <ul aria-label={pages('modes')} className="m-0 mt-2 flex list-none flex-col gap-2 p-0 ps-4">
              {modes.map(({ id, name }) => (
                <li key={id} className="flex items-center justify-between gap-3">
                  <span className="min-w-0 break-words">{nameOf(name)}</span>
                  <Switch
                    name={nameOf(name)}
                    isOn={chosen.includes(id)}
                    onChange={(isOn) =>
                      onChange({
                        modes: modes
                          .map((mode) => mode.id)
                          .filter((each) => (each === id ? isOn : chosen.includes(each))),
                      })
                    }
                  />
                </li>
              ))}
            </ul>
          )
        }
      />
      {problem !== undefined && (
        <p role="alert" className="m-0 px-4 py-3 text-secondary text-danger">
          {problems.sources === undefined ? t('chooseMode') : t('chooseSource')}
        </p>
      )}
    </SettingGroup>
  );
}

const inBraces = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(' ');
const timeLimits = [10, 30, 60, 300, 900, 3_600] as const;

interface DraftFieldsProps {
  readonly draft: ActionDraft;
  readonly problems: DraftProblems;
  readonly onChange: (patch: Partial<ActionDraft>) => void;
}

/** What an action does: the fields of its kind. */
function WorkFields({ draft, problems, onChange }: DraftFieldsProps) {
  const t = useTranslations('actions');
  const app = useTranslations('app');
  switch (draft.kind) {
    case 'file':
      return (
        <>
          <TextField
            label={app('file')}
            value={draft.path}
            onValueChange={(path) => onChange({ path })}
            placeholder="~/Notes/{{date}}.md"
            description={t('pathHelp', { list: inBraces(pathPlaceholders) })}
            error={problems.path}
            autoComplete="off"
            spellCheck={false}
            isCode
          />
          <TextArea
            label={t('entry')}
            value={draft.entry}
            onChange={({ target }) => onChange({ entry: target.value })}
            description={t('entryHelp', {
              list: inBraces(
                entryPlaceholders.filter((name) => !pathPlaceholders.some((one) => one === name)),
              ),
            })}
            error={problems.entry}
            rows={2}
          />
          <TextArea
            label={t('heading')}
            value={draft.heading}
            onChange={({ target }) => onChange({ heading: target.value })}
            placeholder="# {{date}}"
            description={t('headingHelp')}
            error={problems.heading}
            rows={2}
          />
        </>
      );
    case 'webhook':
      return (
        <TextField
          label={app('address')}
          value={draft.url}
          onValueChange={(url) => onChange({ url })}
          placeholder="https://example.com/quoth"
          description={t('urlHelp')}
          error={problems.url}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          isCode
        />
      );
    case 'program':
      return <ProgramFields draft={draft} problems={problems} onChange={onChange} />;
  }
}

function ProgramFields({ draft, problems, onChange }: DraftFieldsProps) {
  const t = useTranslations('actions');
  const choices = [...new Set([...timeLimits, draft.seconds])].sort((a, b) => a - b);
  return (
    <>
      <TextField
        label={t('program')}
        value={draft.program}
        onValueChange={(program) => onChange({ program })}
        placeholder="~/bin/log-dictation"
        description={t('programHelp')}
        error={problems.program}
        autoComplete="off"
        spellCheck={false}
        isCode
      />
      <TextArea
        label={t('arguments')}
        value={draft.arguments}
        onChange={({ target }) => onChange({ arguments: target.value })}
        description={t('argumentsHelp')}
        error={problems.arguments}
        spellCheck={false}
        rows={2}
      />
      <FormChoice
        label={t('timeLimit')}
        value={draft.seconds}
        choices={choices.map((value) => ({
          value,
          label: value % 60 === 0 ? t('minutes', { count: value / 60 }) : t('seconds', { count: value }),
        }))}
        onChange={(seconds) => onChange({ seconds })}
        className="w-44"
      />
    </>
  );
}

/** An action as its form has it: the fields of every kind, so that changing the kind loses nothing. */
interface ActionDraft {
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

/** What people make most. */
export const actionTemplates = ['daily', 'obsidian', 'clipboard', 'webhook'] as const;
export type ActionTemplate = (typeof actionTemplates)[number];

const templateDrafts: Readonly<Record<ActionTemplate, Partial<ActionDraft>>> = {
  daily: { kind: 'file', path: '~/Notes/{{date}}.md', heading: '# {{date}}' },
  obsidian: { kind: 'file', path: '~/Documents/Obsidian/{{date}}.md' },
  clipboard: { kind: 'program', program: 'copyq', arguments: 'add\n-' },
  webhook: { kind: 'webhook' },
};

/** The form of an action, or of a new one. */
function draftOf(action: Action | undefined): ActionDraft {
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
type DraftProblems = Readonly<Partial<Record<keyof ActionDraft, string>>>;

/** The body that a draft stands for, or what is wrong with it. */
function bodyOf(
  draft: ActionDraft,
  check: ReturnType<typeof useCheck>,
): { readonly body: CreateActionBody } | { readonly problems: DraftProblems } {
  const { name, sources, modes } = draft;
  const parsed = check(createActionBody, { name, sources, modes, does: workOf(draft) });
  if (parsed.success) return { body: parsed.data };
  const problems: Partial<Record<keyof ActionDraft, string>> = {};
  for (const { path, message } of parsed.problems) problems[fieldOf(path)] ??= message;
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

import { entryPlaceholders, pathPlaceholders } from '@quoth/contract';
import { useTranslations } from 'use-intl';
import { Select } from '../../design/select.tsx';
import { TextArea } from '../../design/text-area.tsx';
import { TextField } from '../../design/text-field.tsx';
import type { ActionDraft, DraftProblems } from './action-draft.ts';

const inBraces = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(' ');
const timeLimits = [10, 30, 60, 300, 900, 3_600] as const;

export interface DraftFieldsProps {
  readonly draft: ActionDraft;
  readonly problems: DraftProblems;
  readonly onChange: (patch: Partial<ActionDraft>) => void;
}

/** What an action does: the fields of its kind. */
export function WorkFields({ draft, problems, onChange }: DraftFieldsProps) {
  const t = useTranslations('actions');
  switch (draft.kind) {
    case 'file':
      return (
        <>
          <TextField
            label={t('path')}
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
          label={t('url')}
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
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="font-medium">{t('timeLimit')}</span>
        <Select
          name={t('timeLimit')}
          value={draft.seconds}
          choices={choices.map((value) => ({
            value,
            label: value % 60 === 0 ? t('minutes', { count: value / 60 }) : t('seconds', { count: value }),
          }))}
          onChange={(seconds) => onChange({ seconds })}
          className="w-44"
        />
      </div>
    </>
  );
}

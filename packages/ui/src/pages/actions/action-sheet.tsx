import type { Action, actionKinds } from '@quoth/contract';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { useErrorText } from '../../application/use-error-text.ts';
import { Select } from '../../design/select.tsx';
import { TextField } from '../../design/text-field.tsx';
import { FormSheet } from '../form-sheet.tsx';
import { type ActionDraft, bodyOf, draftOf } from './action-draft.ts';
import { ConditionFields } from './condition-fields.tsx';
import { WorkFields } from './work-fields.tsx';

/** The order in which people look for them. */
const kinds = ['file', 'program', 'webhook'] as const satisfies readonly (typeof actionKinds)[number][];

/** Adds an action, or changes one. */
export function ActionSheet({
  action,
  onClose,
  onSecret,
}: {
  /** That is changed; a new one without it. */
  readonly action?: Action;
  readonly onClose: () => void;
  /** Called with the secret of a new action that posts. */
  readonly onSecret: (name: string, secret: string) => void;
}) {
  const t = useTranslations('actions');
  const textOf = useErrorText();
  const field = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState<ActionDraft>(() => draftOf(action));
  const [wasSent, setSent] = useState(false);
  const read = bodyOf(draft);
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
  const failure = save.isError ? textOf(save.error) : undefined;
  const failed = failure && [failure.message, failure.hint].filter(Boolean).join(' ');
  return (
    <FormSheet
      title={action ? t('editTitle') : t('createTitle')}
      action={action ? t('save') : t('create')}
      isBusy={save.isPending}
      initialFocus={field}
      onClose={onClose}
      onSubmit={() => {
        setSent(true);
        if ('body' in read) save.mutate();
      }}
    >
      {!action && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span className="font-medium">{t('kind')}</span>
          <Select
            name={t('kind')}
            value={draft.kind}
            choices={kinds.map((value) => ({
              value,
              label: t(`kind_${value}`),
              detail: t(`kindHelp_${value}`),
            }))}
            onChange={(kind) => change({ kind })}
            className="w-52"
          />
        </div>
      )}
      <TextField
        label={t('name')}
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

import type { Mode } from '@quoth/contract';
import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useBlocker, useNavigate, useParams } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Loaded } from '../../application/loaded.tsx';
import { useAction } from '../../application/use-action.ts';
import { useErrorText } from '../../application/use-error-text.ts';
import { useRead } from '../../application/use-read.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { IconButton } from '../../design/icon-button.tsx';
import { TextField } from '../../design/text-field.tsx';
import { useToast } from '../../design/toasts.tsx';
import { Page } from '../../shell/page.tsx';
import { changesOf, editedDraft, type ModeEdits, problemOf, withChange, withoutSaved } from './mode-draft.ts';
import type { ModeFieldsProps } from './mode-fields-props.ts';
import { RewritingFields } from './rewriting-fields.tsx';
import { TextRuleFields } from './text-rule-fields.tsx';
import { TranscriptionFields } from './transcription-fields.tsx';
import { TryMode } from './try-mode.tsx';
import { WhereFields } from './where-fields.tsx';

/** A page for one mode. Nothing is saved before Save, so that it can be tried first. */
export function ModeEditor() {
  const { id } = useParams({ from: '/modes/$id' });
  const query = useRead('getMode', { params: { id } });
  return (
    <Loaded query={query} rows={8}>
      {({ mode }) => <Editor key={mode.id} mode={mode} />}
    </Loaded>
  );
}

function Editor({ mode }: { readonly mode: Mode }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const say = useToast();
  const queries = useQueryClient();
  const textOf = useErrorText();
  const [edits, setEdits] = useState<ModeEdits>({});
  const draft = editedDraft(mode, edits);
  const isChanged = Object.keys(changesOf(edits, mode)).length > 0;
  const problem = problemOf(draft);
  const save = useAction(
    (client, sent: ModeEdits) => client.updateMode({ params: { id: mode.id }, body: changesOf(sent, mode) }),
    {
      saysErrors: false,
      onDone: ({ mode: saved }, sent) => {
        // At once, and not with the event: whoever leaves now has nothing left to save.
        queries.setQueryData(['getMode', { params: { id: mode.id } }], { ok: true, mode: saved });
        // Behind the saved mode, which is shown a moment later: what it was before must not flash up.
        notifyManager.schedule(() => setEdits((before) => withoutSaved(before, sent)));
        say({ text: t('modes.saved', { name: saved.name }) });
      },
    },
  );
  const leaving = useBlocker({ shouldBlockFn: () => isChanged, withResolver: true });
  const change: ModeFieldsProps['change'] = (fields) => {
    save.reset();
    setEdits((before) => withChange(mode, before, fields));
  };
  const nameProblem =
    problem?.field === 'name' ? problem.message : save.isError ? textOf(save.error).message : undefined;
  return (
    <Page
      title={mode.name}
      width="full"
      back={
        <IconButton icon={ArrowLeft} name={t('modes.back')} onClick={() => void navigate({ to: '/modes' })} />
      }
      action={
        <div className="flex items-center gap-2">
          <Button disabled={!isChanged} onClick={() => setEdits({})}>
            {t('modes.discard')}
          </Button>
          <Button
            kind="primary"
            busy={save.isPending}
            disabled={!isChanged || problem !== undefined}
            onClick={() => save.mutate(edits)}
          >
            {t('modes.save')}
          </Button>
        </div>
      }
    >
      <div className="grid items-start gap-8 wide:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex max-w-220 min-w-0 flex-col gap-8">
          <TextField
            label={t('modes.name')}
            value={draft.name}
            onValueChange={(name) => change({ name })}
            error={nameProblem}
          />
          <TranscriptionFields draft={draft} change={change} />
          <TextRuleFields draft={draft} change={change} />
          <RewritingFields draft={draft} change={change} />
          <WhereFields draft={draft} change={change} />
        </div>
        <TryMode draft={draft} />
      </div>
      <Confirm
        title={t('modes.leaveTitle')}
        consequence={t('modes.leaveConsequence', { name: mode.name })}
        action={t('modes.leave')}
        cancel={t('modes.stay')}
        isOpen={leaving.status === 'blocked'}
        onClose={() => leaving.reset?.()}
        onConfirm={() => leaving.proceed?.()}
      />
    </Page>
  );
}

import {
  createModeBody,
  type Mode,
  modeDefaults,
  type Preset,
  type Provider,
  updateModeBody,
} from '@quoth/contract';
import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useBlocker, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ArrowLeft, Mic, Play, Square, TriangleAlert } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button, CopyButton, IconButton } from '../../design/button.tsx';
import { Confirm } from '../../design/dialog.tsx';
import { TextArea, TextField } from '../../design/field.tsx';
import { Banner } from '../../design/states.tsx';
import { useToast } from '../../design/toasts.tsx';
import { useModeName } from '../../session/account.tsx';
import { Loaded, useAction, useCheck, useErrorText, useRead } from '../../session/application.tsx';
import { LevelBar, useCancelOnLeaving, useDictation } from '../../session/dictation.tsx';
import { recorderView } from '../../session/recording.ts';
import { Page } from '../../shell/page.tsx';
import { useTranslate } from '../../text/text-provider.tsx';
import {
  changesOf,
  editedDraft,
  freeName,
  isOnThisMachine,
  type ModeDraft,
  type ModeEdits,
  withChange,
  withoutSaved,
} from './mode-draft.ts';
import {
  EssentialFields,
  type ModeFieldsProps,
  ProviderFields,
  RewritingFields,
  TextRuleFields,
  WhereFields,
  WordFields,
} from './mode-fields.tsx';

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

/** The same for a mode that exists once it is saved. */
export function NewModeEditor() {
  const { preset } = useSearch({ from: '/modes/new' });
  const modes = useRead('listModes');
  const providers = useRead('listProviders');
  return (
    <Loaded query={modes} rows={8}>
      {(all) => (
        <Loaded query={providers} rows={8}>
          {(known) => <NewMode key={preset} preset={preset} modes={all.modes} providers={known.providers} />}
        </Loaded>
      )}
    </Loaded>
  );
}

function NewMode({
  preset,
  modes,
  providers,
}: {
  readonly preset: Preset | undefined;
  readonly modes: readonly Mode[];
  readonly providers: readonly Provider[];
}) {
  const t = useTranslations('modes');
  const [mode] = useState<Mode>(() => ({
    ...modeDefaults,
    ...(preset !== undefined && { preset, postProcessingMode: rewritesHere(providers) ? 2 : 1 }),
    name: freeName(
      t(preset === undefined ? 'new' : `preset_${preset}`),
      modes.map(({ name }) => name),
    ),
    sortOrder: modes.length,
    id: '',
    isSystemProvided: false,
    createdDate: '',
    modifiedDate: '',
  }));
  return <Editor mode={mode} isNew />;
}

/** True if a language model of this machine rewrites, and no key for another one works. */
function rewritesHere(providers: readonly Provider[]): boolean {
  const able = providers.filter(({ jobs, label }) => jobs.includes('post-processing') && label === 'Valid');
  return able.length > 0 && able.every(({ base_url }) => isOnThisMachine(base_url));
}

function Editor({ mode, isNew = false }: { readonly mode: Mode; readonly isNew?: boolean }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const say = useToast();
  const queries = useQueryClient();
  const textOf = useErrorText();
  const check = useCheck();
  const nameOf = useModeName();
  const [edits, setEdits] = useState<ModeEdits>({});
  const draft = editedDraft(mode, edits);
  const isChanged = Object.keys(changesOf(edits, mode)).length > 0;
  const checked = check(updateModeBody, draft);
  const problem = checked.success ? undefined : checked.problems[0];
  const save = useAction(
    (client, sent: ModeEdits) => {
      if (!isNew) return client.updateMode({ params: { id: mode.id }, body: changesOf(sent, mode) });
      // Its place is the next free one.
      const { sortOrder: _place, ...fields } = mode;
      return client.createMode({ body: createModeBody.parse({ ...fields, ...changesOf(sent, mode) }) });
    },
    {
      saysErrors: false,
      onDone: ({ mode: saved }, sent) => {
        // At once, not with the event, so that a user who leaves now is not asked to save.
        queries.setQueryData(['getMode', { params: { id: saved.id } }], { ok: true, mode: saved });
        // Behind the saved mode, which is shown a moment later: what it was before must not flash up.
        notifyManager.schedule(() => setEdits((before) => withoutSaved(before, sent)));
        say({ text: t('modes.saved', { name: nameOf(saved.name) }) });
        if (!isNew) return;
        isOver.current = true;
        void navigate({ to: '/modes/$id', params: { id: saved.id }, replace: true });
      },
    },
  );
  const isOver = useRef(false);
  const leaving = useBlocker({ shouldBlockFn: () => isChanged && !isOver.current, withResolver: true });
  const discard = () => {
    if (!isNew) return setEdits({});
    isOver.current = true;
    void navigate({ to: '/modes' });
  };
  const change: ModeFieldsProps['change'] = (fields) => {
    save.reset();
    setEdits((before) => withChange(mode, before, fields));
  };
  const nameProblem =
    problem?.path[0] === 'name' ? problem.message : save.isError ? textOf(save.error).message : undefined;
  return (
    <Page
      title={nameOf(mode.name)}
      width="full"
      back={
        <IconButton icon={ArrowLeft} name={t('modes.back')} onClick={() => void navigate({ to: '/modes' })} />
      }
      action={
        <div className="flex items-center gap-2">
          <Button disabled={!isNew && !isChanged} onClick={discard}>
            {t('app.discard')}
          </Button>
          <Button
            kind="primary"
            busy={save.isPending}
            disabled={(!isNew && !isChanged) || problem !== undefined}
            onClick={() => save.mutate(edits)}
          >
            {t('app.save')}
          </Button>
        </div>
      }
    >
      <div className="grid items-start gap-8 wide:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex max-w-220 min-w-0 flex-col gap-4">
          <TextField
            label={t('app.itsName')}
            value={nameOf(draft.name)}
            onValueChange={(name) => change({ name })}
            error={nameProblem}
          />
          <EssentialFields draft={draft} change={change} />
          <h2 className="m-0 mt-4 text-heading font-semibold">{t('modes.moreOptions')}</h2>
          <WhereFields draft={draft} change={change} />
          <WordFields draft={draft} change={change} />
          <TextRuleFields draft={draft} change={change} />
          <RewritingFields draft={draft} change={change} />
          <ProviderFields draft={draft} change={change} />
        </div>
        <TryMode id={mode.id} draft={draft} />
      </div>
      <Confirm
        title={t('app.leaveTitle')}
        consequence={t('modes.leaveConsequence', { name: nameOf(mode.name) })}
        action={t('app.leave')}
        cancel={t('app.stay')}
        isOpen={leaving.status === 'blocked'}
        onClose={() => leaving.reset?.()}
        onConfirm={() => leaving.proceed?.()}
      />
    </Page>
  );
}

/** Runs the mode as it is in the editor on a text that is typed or spoken. Nothing is saved. */
function TryMode({ id, draft }: { readonly id: string; readonly draft: ModeDraft }) {
  const t = useTranslations('modes');
  const app = useTranslations('app');
  const translate = useTranslate();
  const [text, setText] = useState<string>(t('trySample'));
  const run = useAction((client, said: string) =>
    client.tryMode({
      body: {
        mode: createModeBody.parse({ ...draft, applications: [] }),
        mode_id: id,
        text: said,
        rewrite: draft.postProcessingMode !== 0,
      },
    }),
  );
  const { mutate } = run;
  const takeTranscript = useCallback(
    (said: string) => {
      setText(said);
      if (said.trim() !== '') mutate(said);
    },
    [mutate],
  );
  const result = run.data;
  return (
    <section
      aria-label={app('tryIt')}
      className="flex flex-col gap-3 rounded-card border border-line bg-raised p-4 wide:sticky wide:top-0"
    >
      <h2 className="m-0 text-heading font-semibold">{app('tryIt')}</h2>
      <TextArea
        label={t('tryText')}
        description={t('tryHelp')}
        value={text}
        onChange={({ target }) => {
          run.reset();
          setText(target.value);
        }}
      />
      <div className="flex flex-wrap items-start gap-2">
        <SpeakTrial draft={draft} onTranscript={takeTranscript} />
        <Button
          icon={Play}
          busy={run.isPending}
          disabled={text.trim() === ''}
          onClick={() => run.mutate(text)}
        >
          {t('tryRun')}
        </Button>
      </div>
      <div role="status" className="flex flex-col gap-3">
        {result && (
          <>
            <div className="flex items-start gap-2">
              <p dir="auto" className="said m-0 min-w-0 flex-1 text-heading whitespace-pre-wrap">
                {result.text}
              </p>
              <CopyButton text={result.text} name={t('tryCopy')} />
            </div>
            {result.warning && (
              <Banner icon={TriangleAlert} tone="warning">
                {translate(result.warning).message}
              </Banner>
            )}
          </>
        )}
      </div>
    </section>
  );
}

/** Records speech for an unsaved mode: the engine's text goes to `onTranscript`, and nothing is kept. */
function SpeakTrial({
  draft,
  onTranscript,
}: {
  readonly draft: ModeDraft;
  readonly onTranscript: (text: string) => void;
}) {
  const t = useTranslations();
  const [waitsFor, setWaitsFor] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const dictation = useDictation().data?.dictation;
  const view = dictation && recorderView(dictation);
  const isMine = view !== undefined && 'id' in view && view.id === waitsFor;
  const isRecording = isMine && view.state === 'recording';
  const start = useAction(
    (client) =>
      client.startDictation({
        body: { trial: createModeBody.parse({ ...draft, applications: [] }), max_seconds: 60 },
      }),
    {
      onDone: ({ id }) => {
        setWaitsFor(id);
        cancelIfGone();
      },
    },
  );
  const isOpen = isRecording || (isMine && view.state === 'starting');
  const cancelIfGone = useCancelOnLeaving(isOpen, start.isPending);
  const stop = useAction((client) => client.stopDictation());
  const done = dictation?.processing.find(({ id, phase }) => id === waitsFor && phase !== 'transcribing');
  useEffect(() => {
    if (!done) return;
    setWaitsFor(undefined);
    if (done.text !== null) onTranscript(done.text);
    else setProblem(done.error?.message);
  }, [done, onTranscript]);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        <Button
          icon={isRecording ? Square : Mic}
          busy={start.isPending || (isMine && !isRecording)}
          onClick={() => {
            setProblem(undefined);
            if (isRecording) stop.mutate();
            else start.mutate();
          }}
        >
          {t(isRecording ? 'app.stop' : 'modes.trySpeak')}
        </Button>
        {isRecording && <LevelBar isActive={isRecording} />}
      </div>
      <p role="status" className="m-0 text-secondary text-quiet empty:hidden">
        {problem ?? (isRecording ? t('modes.tryListening') : isMine ? t('record.state_transcribing') : '')}
      </p>
    </div>
  );
}

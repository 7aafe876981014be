import { type Recording, type TranscriptFormat, transcriptFormats, type Word } from '@quoth/contract';
import { useQuery } from '@tanstack/react-query';
import {
  ArrowLeft,
  Columns2,
  Copy,
  Download,
  MessageCircleQuestion,
  Pencil,
  RotateCcw,
  Search,
  Trash2,
  Undo2,
} from 'lucide-react';
import { type ComponentProps, memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Button, Icon, IconButton } from '../../design/button.tsx';
import { Confirm } from '../../design/dialog.tsx';
import { Menu } from '../../design/menu.tsx';
import { Banner } from '../../design/states.tsx';
import { useCloseToast, useToast } from '../../design/toasts.tsx';
import { useModeName } from '../../session/account.tsx';
import { Loaded, saveFile, useAction, useClient, useErrorText, useRead } from '../../session/application.tsx';
import { useDictation } from '../../session/dictation.tsx';
import { useShortcut } from '../../shell/shortcuts.tsx';
import { ActionRuns } from '../actions/action-runs.tsx';
import { Hits } from './recording-list.tsx';
import {
  Comparison,
  EditedText,
  Player,
  type PlayerHandle,
  TextProblem,
  useKeepRecording,
} from './recording-text.tsx';
import { groupsOf, hits, titleOf, wordAt } from './words.ts';

/** Everything about one recording. */
export function RecordingDetail(props: DetailProps & { readonly id: string }) {
  const query = useRead('getRecording', { params: { id: props.id } });
  return (
    <Loaded query={query} rows={6}>
      {({ recording }) => <Detail key={recording.id} {...props} recording={recording} />}
    </Loaded>
  );
}

interface DetailProps {
  readonly search: string;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

function Detail({ recording, search, onClose, onDelete }: DetailProps & { readonly recording: Recording }) {
  const t = useTranslations();
  const { id, text, duration, audioFilePath, error, warning, transcribedText, textBeforeEdit, earlierText } =
    recording;
  const [view, setView] = useState<DetailView>('text');
  const [time, setTime] = useState<number>();
  const player = useRef<PlayerHandle>(null);
  const words = useWords(recording);
  const onTime = useCallback((now: number) => {
    setTime(now);
    // From the first sound on, the words follow the voice.
    setView((before) => (before === 'text' ? 'spoken' : before));
  }, []);
  const isFollowing = view === 'spoken' && words.length > 0;
  const isOnlyInOriginal =
    search !== '' &&
    !hits(text, search) &&
    !hits(recording.source_name, search) &&
    hits(transcribedText, search);
  const body = useRef<HTMLElement>(null);
  useEffect(() => {
    // What was searched for may be far down in a long text.
    if (search !== '') body.current?.querySelector('p mark')?.scrollIntoView({ block: 'nearest' });
  }, [search]);
  return (
    <article ref={body} className="flex min-w-0 flex-col gap-5">
      <DetailHeader
        recording={recording}
        view={view}
        onView={setView}
        onClose={onClose}
        onDelete={onDelete}
      />
      <AskedQuestion recording={recording} />
      <TextProblem
        error={error}
        warning={warning}
        text={text}
        action={recording.status === 'failed' && audioFilePath !== null && <TranscribeAgain id={id} />}
      />
      {view === 'text' && isOnlyInOriginal && (
        <Banner
          icon={Search}
          action={<Button onClick={() => setView('compare')}>{t('history.compare')}</Button>}
        >
          {t('history.foundInOriginal', { text: search })}
        </Banner>
      )}
      {audioFilePath !== null && duration > 0 && (
        <Player id={id} duration={duration} onTime={onTime} handle={player} />
      )}
      {view === 'edit' ? (
        <EditedText recording={recording} onDone={() => setView('text')} />
      ) : view === 'compare' && transcribedText !== null ? (
        <Comparison before={transcribedText} after={text} />
      ) : isFollowing ? (
        <SpokenText words={words} time={time} onSeek={(at) => player.current?.playFrom(at)} />
      ) : text === '' ? (
        // What went wrong is said above.
        error === null && <p className="m-0 text-quiet">{t('history.noText')}</p>
      ) : (
        <p dir="auto" className="said m-0 max-w-[68ch] text-read text-pretty whitespace-pre-wrap">
          <Hits text={text} search={search} />
        </p>
      )}
      {isFollowing && (
        <div>
          <Button kind="quiet" onClick={() => setView('text')}>
            {t('history.showText')}
          </Button>
        </div>
      )}
      {view !== 'edit' && <Corrections recording={recording} />}
      {textBeforeEdit !== null && view === 'text' && <UndoEdit recording={recording} />}
      {earlierText !== null && view === 'text' && <EarlierText id={id} text={earlierText} />}
      {recording.source === 'dictation' && <ReplacedText id={id} />}
      <ActionRuns recordingId={id} />
    </article>
  );
}

/** What the vocabulary corrected, each once; nothing where it corrected nothing. */
function Corrections({ recording: { corrections = [] } }: { readonly recording: Recording }) {
  const t = useTranslations('history');
  const said = corrections.map(({ heard, written }) => t('corrected', { heard, written }));
  if (said.length === 0) return null;
  return (
    <p className="m-0 text-secondary text-quiet">
      {t('fromVocabulary')} {[...new Set(said)].join(' · ')}
    </p>
  );
}

/** The work that failed, once more with the same options. */
function TranscribeAgain({ id }: { readonly id: string }) {
  const t = useTranslations('app');
  const again = useAction((client) => client.retranscribe({ params: { id }, body: { async: true } }));
  return (
    <Button icon={RotateCcw} busy={again.isPending} onClick={() => again.mutate()}>
      {t('retry')}
    </Button>
  );
}

/** Without an icon on a phone, so that everything fits in one row. */
const narrowButton = 'max-[430px]:px-2.5 max-[430px]:[&>svg]:hidden';

/** What the detail of a recording shows below its header. */
type DetailView = 'text' | 'spoken' | 'compare' | 'edit';

/** When and how a recording was made, and everything that can be done with it. */
function DetailHeader({
  recording,
  view,
  onView,
  onClose,
  onDelete,
}: Omit<DetailProps, 'search'> & {
  readonly recording: Recording;
  readonly view: DetailView;
  readonly onView: (view: DetailView) => void;
}) {
  const t = useTranslations();
  const format = useFormatter();
  const say = useToast();
  const { id, text, date, mode, program, question, postProcessingProvider, postProcessedText } = recording;
  const when = format.dateTime(new Date(date), {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  const isDone = ['completed', 'failed', 'cancelled'].includes(recording.status);
  const { transcribedText } = recording;
  const nameOf = useEngineName();
  const modeName = useModeName();
  const transcriber = useTranscriberName()(recording);
  const facts = [
    mode && modeName(mode),
    // A question names its program itself.
    program && question === null && t('history.madeBy', { name: program }),
    transcriber && t('history.transcribedBy', { name: transcriber }),
    postProcessingProvider && t('history.rewrittenBy', { name: nameOf(postProcessingProvider) }),
  ].filter(Boolean);
  return (
    <header className="flex flex-col gap-3">
      <div className="flex items-start gap-2">
        <div className="wide:hidden">
          <IconButton icon={ArrowLeft} name={t('history.back')} onClick={onClose} />
        </div>
        <div className="min-w-0">
          <h2 className="m-0 text-heading font-semibold break-words">{titleOf(recording) ?? when}</h2>
          <p className="m-0 text-secondary text-quiet">
            {[titleOf(recording) === undefined ? undefined : when, ...facts].filter(Boolean).join(' · ')}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {text !== '' && (
          <>
            <Button
              icon={Copy}
              className={narrowButton}
              onClick={() =>
                void navigator.clipboard.writeText(text).then(() => say({ text: t('app.copied') }))
              }
            >
              {t('app.copy')}
            </Button>
            <Button icon={Pencil} className={narrowButton} disabled={!isDone} onClick={() => onView('edit')}>
              {t('app.edit')}
            </Button>
            <ExportMenu ids={[id]} className={narrowButton} />
          </>
        )}
        <div className="ms-auto flex items-center">
          <RetranscribeMenu recording={recording} isDone={isDone} />
          {transcribedText !== null && transcribedText !== text && (
            <IconButton
              icon={Columns2}
              name={t('history.compare')}
              aria-pressed={view === 'compare'}
              disabled={view === 'edit'}
              onClick={() => onView(view === 'compare' ? 'text' : 'compare')}
            />
          )}
          {postProcessedText !== null && postProcessedText === text && <UndoRewriting id={id} />}
          <IconButton
            icon={Trash2}
            name={t('app.delete')}
            disabled={!isDone || view === 'edit'}
            onClick={onDelete}
          />
        </div>
      </div>
    </header>
  );
}

/** Transcribes a recording again with one of the modes. */
function RetranscribeMenu({
  recording,
  isDone,
}: {
  readonly recording: Recording;
  readonly isDone: boolean;
}) {
  const t = useTranslations('history');
  const modeName = useModeName();
  const modes = useRead('listModes').data?.modes ?? [];
  const again = useAction((client, modeId: string) =>
    client.retranscribe({
      params: { id: recording.id },
      body: { mode_id: modeId, post_process: true, async: true },
    }),
  );
  return (
    <Menu
      trigger={
        <IconButton
          icon={RotateCcw}
          name={t('retranscribe')}
          disabled={!isDone || recording.audioFilePath === null || again.isPending}
        />
      }
      actions={modes.map(({ id, name }) => ({
        id,
        label: t('withMode', { mode: modeName(name) }),
        run: () => again.mutate(id),
      }))}
    />
  );
}

/** The name of the model that made a text on this machine; otherwise of the engine or provider. */
function useTranscriberName(): (recording: Recording) => string | undefined {
  const nameOf = useEngineName();
  const models = useRead('listModels', { query: { kind: 'voice' } }).data?.models ?? [];
  return ({ transcriptionProvider: provider, transcriptionModel }) =>
    models.find(({ id }) => id === transcriptionModel)?.displayName ??
    (provider === null ? undefined : nameOf(provider));
}

/** The name of an engine or a provider as its makers write it; a capitalised id for one that no longer exists. */
function useEngineName(): (id: string) => string {
  const engines = useRead('getApplication').data?.engines ?? [];
  const providers = useRead('listProviders').data?.providers ?? [];
  return (id) => [...engines, ...providers].find((each) => each.id === id)?.displayName ?? capitalised(id);
}

function capitalised(id: string): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
}

/** What a program had asked, above the answer; nothing for any other recording. */
function AskedQuestion({ recording: { program, question } }: { readonly recording: Recording }) {
  const t = useTranslations('history');
  if (question === null) return null;
  return (
    <p className="m-0 flex items-start gap-2 rounded-card bg-sunken px-3 py-2.5">
      <Icon of={MessageCircleQuestion} className="mt-0.5 text-quiet" />
      <span className="min-w-0 break-words">
        <span className="text-quiet">{t('askedBy', { name: program ?? '' })}</span> {question}
      </span>
    </p>
  );
}

/** The spoken words: the current one is highlighted, and a click plays from there. */
function SpokenText({
  words,
  time,
  onSeek,
}: {
  readonly words: readonly Word[];
  readonly time: number | undefined;
  readonly onSeek: (time: number) => void;
}) {
  const groups = useMemo(() => groupsOf(words), [words]);
  const now = time === undefined ? -1 : wordAt(words, time);
  return (
    <p dir="auto" className="said m-0 max-w-[68ch] text-read text-pretty">
      {groups.map(({ first, words: group }) => (
        <Group
          key={first}
          words={group}
          now={now >= first && now < first + group.length ? now - first : -1}
          onSeek={onSeek}
        />
      ))}
    </p>
  );
}

const Group = memo(function Group({
  words,
  now,
  onSeek,
}: {
  readonly words: readonly Word[];
  /** The index of the current word in this group, or -1. */
  readonly now: number;
  readonly onSeek: (time: number) => void;
}) {
  return words.map(({ word, start }, index) => (
    <span key={`${start}-${word}`}>
      <button
        type="button"
        tabIndex={-1}
        onClick={() => onSeek(start)}
        className={`rounded-small px-0.5 hover:bg-hover ${index === now ? 'bg-accent-soft text-accent-text' : ''}`}
      >
        {word}
      </button>{' '}
    </span>
  ));
});

/** A recording's words with their times; none until it is completed, or if the engine gave none. */
function useWords({ id, status }: Recording): readonly Word[] {
  const client = useClient();
  const query = useQuery({
    queryKey: ['getRecording', { params: { id } }, 'words'],
    queryFn: async ({ signal }) => {
      const response = await client.getTranscript({ params: { id, format: 'json' }, signal });
      return ((await response.json()) as { readonly words?: readonly Word[] }).words ?? [];
    },
    enabled: status === 'completed',
  });
  return query.data ?? [];
}

/** For a while after an edit by voice: copies the text that it replaced. */
function ReplacedText({ id }: { readonly id: string }) {
  const t = useTranslations();
  const say = useToast();
  const { data } = useDictation();
  const copy = useAction(
    async (client) => {
      const { text } = await client.getReplacedText({ params: { id } });
      await navigator.clipboard.writeText(text);
    },
    { onDone: () => say({ text: t('app.copied') }) },
  );
  if (!data?.dictation.replaced.includes(id)) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 text-secondary text-quiet">
      {t('history.replaced')}
      <Button kind="quiet" icon={Undo2} busy={copy.isPending} onClick={() => copy.mutate()}>
        {t('history.copyReplaced')}
      </Button>
    </div>
  );
}

/** Says that the user edited the text, and restores the text from before. */
function UndoEdit({ recording }: { readonly recording: Recording }) {
  const t = useTranslations('history');
  const undo = useAction(
    (client) => client.editRecording({ params: { id: recording.id }, body: { text: null } }),
    { onDone: useKeepRecording() },
  );
  return (
    <div className="flex flex-wrap items-center gap-2 text-secondary text-quiet">
      {t('edited')}
      <Button kind="quiet" icon={Undo2} busy={undo.isPending} onClick={() => undo.mutate()}>
        {t('undoEdit')}
      </Button>
    </div>
  );
}

/** The text from before it was transcribed again, folded up; it can be the recording's text again. */
function EarlierText({ id, text }: { readonly id: string; readonly text: string }) {
  const t = useTranslations('history');
  const restore = useAction((client) => client.editRecording({ params: { id }, body: { text } }), {
    onDone: useKeepRecording(),
  });
  return (
    <details className="text-secondary text-quiet">
      <summary className="cursor-pointer">{t('earlierText')}</summary>
      <p className="mt-2 mb-1 whitespace-pre-wrap">{text}</p>
      <Button kind="quiet" icon={Undo2} busy={restore.isPending} onClick={() => restore.mutate()}>
        {t('useEarlierText')}
      </Button>
    </details>
  );
}

/** Restores the text from before rewriting. */
function UndoRewriting({ id }: { readonly id: string }) {
  const t = useTranslations('history');
  const undo = useAction((client) => client.undoRewriting({ params: { id } }));
  return (
    <IconButton
      icon={Undo2}
      name={t('undoRewriting')}
      disabled={undo.isPending}
      onClick={() => undo.mutate()}
    />
  );
}

/** A recording in the trash: it can be read, taken back, or deleted permanently. */
export function TrashedDetail({
  recording,
  onClose,
}: {
  readonly recording: Recording;
  readonly onClose: () => void;
}) {
  const t = useTranslations();
  const format = useFormatter();
  const [isAsking, setAsking] = useState(false);
  const { id, text, date } = recording;
  const restore = useAction((client) => client.restoreRecording({ params: { id } }), { onDone: onClose });
  const purge = useAction((client) => client.purgeRecordings({ body: { ids: [id] } }), { onDone: onClose });
  return (
    <article className="flex min-w-0 flex-col gap-5">
      <div className="flex items-start gap-2">
        <div className="wide:hidden">
          <IconButton icon={ArrowLeft} name={t('history.back')} onClick={onClose} />
        </div>
        <h2 className="m-0 text-heading font-semibold">
          {format.dateTime(new Date(date), { dateStyle: 'full', timeStyle: 'short' })}
        </h2>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button icon={RotateCcw} busy={restore.isPending} onClick={() => restore.mutate()}>
          {t('history.restore')}
        </Button>
        <Button icon={Trash2} onClick={() => setAsking(true)}>
          {t('history.purge')}
        </Button>
      </div>
      <AskedQuestion recording={recording} />
      <p className="said m-0 max-w-[68ch] text-read text-pretty whitespace-pre-wrap">
        {text === '' ? t('history.noText') : text}
      </p>
      <Confirm
        title={t('history.purgeTitle')}
        consequence={t('history.purgeConsequence')}
        action={t('history.purge')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => purge.mutate()}
        isBusy={purge.isPending}
      />
    </article>
  );
}

/** Saves transcripts as files, one for each recording. */
export function ExportMenu({
  ids,
  ...button
}: { readonly ids: readonly string[] } & Pick<ComponentProps<typeof Button>, 'kind' | 'className'>) {
  const t = useTranslations('history');
  const save = useAction(async (client, format: TranscriptFormat) => {
    for (const id of ids) {
      const response = await client.getTranscript({ params: { id, format } });
      saveFile(nameOf(response) ?? `${id}.${format}`, await response.blob());
    }
  });
  return (
    <Menu
      trigger={
        <Button {...button} icon={Download} busy={save.isPending} disabled={ids.length === 0}>
          {t('export')}
        </Button>
      }
      actions={transcriptFormats.map((format) => ({
        id: format,
        label: t(`format_${format}`),
        run: () => save.mutate(format),
      }))}
    />
  );
}

function nameOf(response: Response): string | undefined {
  return /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
}

const TOAST = 'recordings-deleted';

/** The recordings that were deleted, and why others were not. */
interface Deleted {
  readonly deleted: readonly string[];
  readonly failures: readonly unknown[];
}

/** Moves recordings to the trash at once, and offers to restore them, also by Ctrl+Z. If one cannot be deleted, the others still are. */
export function useDeleteRecordings(
  onDone: (deleted: readonly string[]) => void,
): (ids: readonly string[]) => void {
  const t = useTranslations();
  const say = useToast();
  const close = useCloseToast();
  const textOf = useErrorText();
  /** What is being or was deleted here and not restored, the last one at the end. */
  const deletions = useRef<readonly Promise<Deleted>[]>([]);
  const [hasDeletions, setHasDeletions] = useState(false);
  const keep = (all: readonly Promise<Deleted>[]) => {
    deletions.current = all;
    setHasDeletions(all.length > 0);
  };
  const forget = (deletion: Promise<Deleted>) => keep(deletions.current.filter((each) => each !== deletion));
  const restore = useAction(async (client, deletion: Promise<Deleted>) => {
    for (const id of (await deletion).deleted) await client.restoreRecording({ params: { id } });
  });
  const undo = (deletion: Promise<Deleted>) => {
    // At once, so that the next press restores the one before.
    forget(deletion);
    close(TOAST);
    restore.mutate(deletion);
  };
  useShortcut(
    'mod+z',
    () => {
      const last = deletions.current.at(-1);
      if (last) undo(last);
    },
    hasDeletions,
  );
  const remove = useAction(async (client, ids: readonly string[]): Promise<Deleted> => {
    const deleted: string[] = [];
    const failures: unknown[] = [];
    for (const id of ids) {
      try {
        await client.deleteRecording({ params: { id } });
        deleted.push(id);
      } catch (error) {
        failures.push(error);
      }
    }
    return { deleted, failures };
  });
  return async (ids) => {
    const deletion = remove.mutateAsync(ids);
    // Before it is done, so that Ctrl+Z restores what is still being deleted.
    keep([...deletions.current, deletion]);
    const { deleted, failures } = await deletion;
    if (failures.length > 0) say({ text: textOf(failures[0]).line, tone: 'danger' });
    if (deleted.length === 0) return forget(deletion);
    onDone(deleted);
    if (!deletions.current.includes(deletion)) return;
    say({
      id: TOAST,
      text: t('history.deleted', { count: deleted.length }),
      undo: { label: t('app.undo'), run: () => undo(deletion) },
    });
  };
}

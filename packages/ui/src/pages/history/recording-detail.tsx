import {
  type OtherModel,
  otherModels,
  type Recording,
  type Segment,
  type TranscriptFormat,
  transcriptFormats,
  type Word,
} from '@quoth/contract';
import { useQuery } from '@tanstack/react-query';
import {
  ArrowLeft,
  Download,
  Ellipsis,
  MessageCircleQuestion,
  Pencil,
  RotateCcw,
  Trash2,
  Undo2,
} from 'lucide-react';
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Button, Icon, IconButton } from '../../design/button.tsx';
import { Confirm } from '../../design/dialog.tsx';
import { Menu } from '../../design/menu.tsx';
import { FactLine } from '../../design/states.tsx';
import { useCloseToast, useToast } from '../../design/toasts.tsx';
import { useModeName } from '../../session/account.tsx';
import {
  Loaded,
  saveFile,
  useAction,
  useClient,
  useErrorText,
  useLatest,
  useRead,
} from '../../session/application.tsx';
import { useDictation } from '../../session/dictation.tsx';
import { KeyHint, useShortcut } from '../../shell/shortcuts.tsx';
import { ActionRuns } from '../actions/action-runs.tsx';
import { lastBefore, type Passage, passagesOf, type Spoken } from './passages.ts';
import { Player, type PlayerHandle } from './player.tsx';
import { Hits, useDayName } from './recording-list.tsx';
import {
  Comparison,
  CopyText,
  EditedText,
  narrowLabel,
  TextProblem,
  useKeepRecording,
  useWriteAsSaid,
} from './recording-text.tsx';
import { clockOfSeconds, hits } from './words.ts';

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
  /** Its text is being edited, or no longer. */
  readonly onEditing: (isEditing: boolean) => void;
}

function Detail({
  recording,
  search,
  onClose,
  onDelete,
  onEditing,
}: DetailProps & { readonly recording: Recording }) {
  const t = useTranslations();
  const { id, text, duration, audioFilePath, error, warning, transcribedText, textBeforeEdit, earlierText } =
    recording;
  const [chosen, setView] = useState<DetailView>();
  const player = useRef<PlayerHandle>(null);
  const { spoken, others } = useSpoken(recording);
  const isOnlyInOriginal =
    search !== '' &&
    !hits(text, search) &&
    !hits(recording.source_name, search) &&
    hits(transcribedText, search);
  const hasOther = transcribedText !== null && transcribedText !== text;
  // What was searched for is to be seen.
  const view =
    hasOther || chosen === 'edit' ? (chosen ?? (isOnlyInOriginal ? 'said' : 'written')) : 'written';
  const shown = view === 'said' ? (transcribedText ?? '') : text;
  const passages = useMemo(() => passagesOf(shown, spoken), [shown, spoken]);
  const [played, setPlayed] = useState<{ readonly of: readonly Passage[]; readonly passage: Passage }>();
  const onTime = useCallback(
    (time: number) => {
      // Of a single phrase, everything would be lit.
      const passage = passages.length < 2 ? undefined : lastBefore(passages, 'start', time);
      setPlayed((before) => (before?.passage === passage ? before : passage && { of: passages, passage }));
    },
    [passages],
  );
  const body = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has its hits elsewhere.
  useEffect(() => {
    // What was searched for may be far down in a long text.
    if (search !== '') body.current?.querySelector('p mark')?.scrollIntoView({ block: 'nearest' });
  }, [search, view]);
  const isEditing = view === 'edit';
  useEffect(() => {
    onEditing(isEditing);
    return () => onEditing(false);
  }, [isEditing, onEditing]);
  const edit = () => setView('edit');
  const writeAsSaid = useWriteAsSaid(recording, body);
  const isRewritten = recording.postProcessedText !== null;
  return (
    <article className="@container flex min-h-0 min-w-0 flex-1 flex-col">
      <DetailActions
        recording={recording}
        isEditing={isEditing}
        onClose={onClose}
        onDelete={onDelete}
        onEdit={edit}
      >
        {hasOther && <ViewSwitch view={view} onView={setView} />}
      </DetailActions>
      <div
        ref={body}
        tabIndex={-1}
        data-pane
        className="min-h-0 flex-1 overflow-y-auto px-4 pt-2 pb-8 wide:px-8"
      >
        <div className={`mx-auto flex flex-col gap-5 ${view === 'both' ? 'max-w-300' : 'max-w-160'}`}>
          <AskedQuestion recording={recording} />
          <TextProblem
            error={error}
            warning={warning}
            text={text}
            action={recording.status === 'failed' && audioFilePath !== null && <TranscribeAgain id={id} />}
          />
          {view === 'edit' ? (
            <EditedText recording={recording} onDone={() => setView(undefined)} />
          ) : view === 'both' && transcribedText !== null ? (
            <Comparison
              before={transcribedText}
              after={text}
              // What a language model wrote is another text.
              {...(!isRewritten && { onChange: writeAsSaid })}
            />
          ) : shown === '' ? (
            // What went wrong is said above.
            error === null && <p className="m-0 text-quiet">{t('history.noText')}</p>
          ) : (
            <SpokenText
              text={shown}
              passages={passages}
              lit={played?.of === passages ? played.passage : undefined}
              search={search}
              onPlay={(from) => player.current?.playFrom(from)}
            />
          )}
          {view === 'said' && recording.postProcessedText === text && <UndoRewriting id={id} />}
          {view !== 'edit' && <Corrections recording={recording} />}
          {view !== 'edit' && <OtherModels others={others} />}
          {textBeforeEdit !== null && view === 'written' && <UndoEdit recording={recording} />}
          {earlierText !== null && view === 'written' && <EarlierText id={id} text={earlierText} />}
          {recording.source === 'dictation' && <ReplacedText id={id} />}
          <ActionRuns recordingId={id} />
        </div>
      </div>
      {audioFilePath !== null && duration > 0 && (
        <div className="border-t border-line px-4 py-3.5 wide:px-8">
          <Player id={id} duration={duration} onTime={onTime} handle={player} />
          <PlayKey onPress={() => player.current?.toggle()} />
        </div>
      )}
    </article>
  );
}

/** Space plays, as long as there is something to play. */
function PlayKey({ onPress }: { readonly onPress: () => void }) {
  useShortcut('space', onPress);
  return null;
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

/** Who wrote what the recording's own model could not hear; nothing where it wrote all of it. */
function OtherModels({ others }: { readonly others: readonly OtherModel[] }) {
  const t = useTranslations('history');
  const models = useRead('listModels', { query: { kind: 'voice' } }).data?.models ?? [];
  return [...new Set(others.map(({ model }) => model))].map((model) => (
    <p key={model} className="tabular m-0 text-secondary text-quiet">
      {t('partsBy', {
        name: models.find(({ id }) => id === model)?.displayName ?? model,
        times: others
          .filter((one) => one.model === model)
          .map(({ start, end }) => `${clockOfSeconds(Math.floor(start))}–${clockOfSeconds(Math.ceil(end))}`)
          .join(', '),
      })}
    </p>
  ));
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

/** Which text is shown: as it is now, as the engine heard it, both beside each other, or the field to change it. */
type DetailView = 'written' | 'said' | 'both' | 'edit';

/** One switch for what there is to read. */
function ViewSwitch({
  view,
  onView,
}: {
  readonly view: DetailView;
  readonly onView: (view: DetailView) => void;
}) {
  const t = useTranslations('history');
  const names = { written: t('asWritten'), said: t('asSpoken'), both: t('both') };
  return (
    <fieldset className="m-0 flex min-w-0 rounded-control border-0 bg-sunken p-0.5">
      <legend className="unseen">{t('text')}</legend>
      {(['written', 'said', 'both'] as const).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={view === each}
          disabled={view === 'edit'}
          onClick={() => onView(each)}
          className="h-7 truncate rounded-[6px] px-2.5 text-secondary text-quiet hover:text-text disabled:opacity-60 aria-pressed:bg-raised aria-pressed:text-text aria-pressed:shadow-[0_1px_2px_var(--shadow-edge)]"
        >
          {names[each]}
        </button>
      ))}
    </fieldset>
  );
}

/** What a recording is, and beside it, or below where there is no room, what can be done with it. */
function DetailBar({
  recording,
  onClose,
  beside,
  children,
}: Pick<DetailProps, 'onClose'> & {
  readonly recording: Recording;
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}) {
  const t = useTranslations('history');
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-2 px-4 py-2 wide:px-8 wide:pt-6.5">
      <div className="-ms-3 wide:hidden">
        <IconButton icon={ArrowLeft} name={t('back')} onClick={onClose} />
      </div>
      <Facts recording={recording} />
      {beside}
      {/* The words of its buttons begin at the edge of the text below. */}
      <div className="-ms-3 flex min-w-0 grow flex-wrap items-center @max-[520px]:-ms-2 @max-[520px]:[&_button]:px-2">
        {children}
      </div>
    </div>
  );
}

/** Everything that can be done with a recording. */
function DetailActions({
  recording,
  isEditing,
  onClose,
  onDelete,
  onEdit,
  children,
}: Pick<DetailProps, 'onClose' | 'onDelete'> & {
  readonly recording: Recording;
  readonly isEditing: boolean;
  readonly onEdit: () => void;
  readonly children: ReactNode;
}) {
  const t = useTranslations('app');
  const { id, text, status } = recording;
  const isDone = ['completed', 'failed', 'cancelled'].includes(status);
  const canEdit = text !== '' && isDone && !isEditing;
  useShortcut('e', onEdit, canEdit);
  return (
    <DetailBar recording={recording} onClose={onClose} beside={children}>
      {text !== '' && (
        <>
          <CopyText text={text} />
          <Button kind="quiet" icon={Pencil} aria-keyshortcuts="E" disabled={!canEdit} onClick={onEdit}>
            <span className={narrowLabel}>{t('edit')}</span>
            <KeyHint keys="e" />
          </Button>
          <ExportMenu ids={[id]} kind="quiet" />
        </>
      )}
      <MoreMenu recording={recording} isDone={isDone && !isEditing} onDelete={onDelete} />
    </DetailBar>
  );
}

/** When, how long and by what, in one quiet line; above it the name of the file, where there was one. */
function Facts({ recording }: { readonly recording: Recording }) {
  const t = useTranslations('history');
  const format = useFormatter();
  const dayName = useDayName();
  const { date, duration, mode, program, question, postProcessingProvider, source_name: name } = recording;
  const nameOf = useEngineName();
  const modeName = useModeName();
  const transcriber = useTranscriberName()(recording);
  const facts = [
    dayName(date),
    format.dateTime(new Date(date), { hour: 'numeric', minute: '2-digit' }),
    duration > 0 && clockOfSeconds(duration),
    mode && modeName(mode),
    // A question names its program itself.
    program && question === null && t('madeBy', { name: program }),
    transcriber,
    postProcessingProvider && t('rewrittenBy', { name: nameOf(postProcessingProvider) }),
  ].filter((fact) => typeof fact === 'string' && fact !== '') as string[];
  const line = <FactLine facts={facts} />;
  return (
    <header
      className={`tabular min-w-0 grow-99 text-secondary text-quiet ${name === null ? 'basis-52' : 'basis-80'}`}
    >
      {name === null ? (
        <h2 className="m-0 text-secondary font-normal">{line}</h2>
      ) : (
        <>
          <h2 className="m-0 text-heading font-semibold break-words text-text">{name}</h2>
          <p className="m-0">{line}</p>
        </>
      )}
    </header>
  );
}

/** What is done more rarely: transcribing again with one of the modes, and deleting. */
function MoreMenu({
  recording,
  isDone,
  onDelete,
}: Pick<DetailProps, 'onDelete'> & {
  readonly recording: Recording;
  readonly isDone: boolean;
}) {
  const t = useTranslations('history');
  const app = useTranslations('app');
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
      trigger={<IconButton icon={Ellipsis} name={t('more')} disabled={!isDone} className="-me-2 ms-auto" />}
      actions={[
        ...modes.map(({ id, name }) => ({
          id,
          label: t('withMode', { mode: modeName(name) }),
          isDisabled: recording.audioFilePath === null || again.isPending,
          run: () => again.mutate(id),
        })),
        { id: 'delete', label: app('delete'), icon: Trash2, isDangerous: true, isApart: true, run: onDelete },
      ]}
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

/** A text that follows the voice: what is being played is lit, and a click plays from there. */
function SpokenText({
  text,
  passages,
  lit,
  search,
  onPlay,
}: {
  readonly text: string;
  readonly passages: readonly Passage[];
  /** The one that is being played. */
  readonly lit: Passage | undefined;
  readonly search: string;
  readonly onPlay: (time: number) => void;
}) {
  const body = useRef<HTMLParagraphElement>(null);
  useLit(body, lit);
  const play = useLatest(() => {
    const at = chosenPlace(body.current);
    const passage = at === undefined ? undefined : lastBefore(passages, 'from', at);
    if (passage) onPlay(passage.start);
  });
  useEffect(() => {
    const { current: element } = body;
    // Not an attribute: the words are no button, and those who use the keyboard have the player's own control.
    element?.addEventListener('click', play);
    return () => element?.removeEventListener('click', play);
  }, [play]);
  return (
    <p
      ref={body}
      dir="auto"
      className={`said m-0 text-read text-pretty whitespace-pre-wrap ${passages.length > 0 ? 'cursor-pointer' : ''}`}
    >
      <Hits text={text} search={search} />
    </p>
  );
}

/** Where in the text of an element the user has clicked; undefined if the click ended a selection. */
function chosenPlace(element: HTMLElement | null): number | undefined {
  const selection = window.getSelection();
  if (!element || !selection?.isCollapsed || !element.contains(selection.anchorNode)) return undefined;
  const before = document.createRange();
  before.setStart(element, 0);
  before.setEnd(selection.anchorNode ?? element, selection.anchorOffset);
  return before.toString().length;
}

/**
 * Lights a part of an element's text, and keeps it in view. It changes nothing in the page, so that even an hour's text
 * is not rendered again.
 */
function useLit(element: RefObject<HTMLElement | null>, lit: Passage | undefined): void {
  useEffect(() => {
    const shown = element.current;
    const range = shown && lit ? rangeOf(shown, lit) : undefined;
    if (!shown || !range || !('highlights' in CSS)) return;
    CSS.highlights.set('spoken', new Highlight(range));
    const pane = shown.closest('[data-pane]');
    const [place, view] = [range.getBoundingClientRect(), pane?.getBoundingClientRect()];
    if (view && (place.top < view.top || place.bottom > view.bottom))
      pane?.scrollBy({ top: place.top - view.top - view.height / 3 });
    return () => void CSS.highlights.delete('spoken');
  }, [element, lit]);
}

/** The texts of an element from one place to another. */
function rangeOf(element: HTMLElement, { from, to }: Passage): Range {
  const range = document.createRange();
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let at = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { length } = node.textContent ?? '';
    if (from >= at && from < at + length) range.setStart(node, from - at);
    if (to > at && to <= at + length) range.setEnd(node, to - at);
    at += length;
  }
  return range;
}

interface SpokenParts {
  /** Words with their times, or phrases where the engine gave no words. */
  readonly spoken: readonly Spoken[];
  readonly others: readonly OtherModel[];
}

/** What was said when, and what of it another model wrote; nothing until the recording is completed. */
function useSpoken({ id, status }: Recording): SpokenParts {
  const client = useClient();
  const query = useQuery({
    queryKey: ['getRecording', { params: { id } }, 'spoken'],
    queryFn: async ({ signal }) => {
      const response = await client.getTranscript({ params: { id, format: 'json' }, signal });
      const { words = [], segments = [] } = (await response.json()) as {
        readonly words?: readonly Word[];
        readonly segments?: readonly Segment[];
      };
      const spoken = words.length > 0 ? words.map(({ word, start }) => ({ text: word, start })) : segments;
      return { spoken, others: otherModels(segments) };
    },
    enabled: status === 'completed',
  });
  return query.data ?? notSpoken;
}

const notSpoken: SpokenParts = { spoken: [], others: [] };

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
    <div className="-ms-3 flex flex-wrap items-center text-secondary text-quiet">
      <span className="ms-3">{t('edited')}</span>
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
      <p dir="auto" className="mt-2 mb-1 whitespace-pre-wrap">
        {text}
      </p>
      <Button kind="quiet" icon={Undo2} busy={restore.isPending} onClick={() => restore.mutate()}>
        {t('useEarlierText')}
      </Button>
    </details>
  );
}

/** Makes what the engine heard the text again. */
function UndoRewriting({ id }: { readonly id: string }) {
  const t = useTranslations('history');
  const undo = useAction((client) => client.undoRewriting({ params: { id } }), {
    onDone: useKeepRecording(),
  });
  return (
    <div>
      <Button icon={Undo2} busy={undo.isPending} onClick={() => undo.mutate()}>
        {t('useEarlierText')}
      </Button>
    </div>
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
  const [isAsking, setAsking] = useState(false);
  const { id, text } = recording;
  const restore = useAction((client) => client.restoreRecording({ params: { id } }), { onDone: onClose });
  const purge = useAction((client) => client.purgeRecordings({ body: { ids: [id] } }), { onDone: onClose });
  return (
    <article className="flex min-h-0 min-w-0 flex-1 flex-col">
      <DetailBar recording={recording} onClose={onClose}>
        <Button kind="quiet" icon={RotateCcw} busy={restore.isPending} onClick={() => restore.mutate()}>
          {t('app.restore')}
        </Button>
        <Button kind="quiet" icon={Trash2} onClick={() => setAsking(true)}>
          {t('history.purge')}
        </Button>
      </DetailBar>
      <div data-pane className="min-h-0 flex-1 overflow-y-auto px-4 pt-2 pb-8 wide:px-8">
        <div className="mx-auto flex max-w-160 flex-col gap-5">
          <AskedQuestion recording={recording} />
          <p dir="auto" className="said m-0 text-read text-pretty whitespace-pre-wrap">
            {text === '' ? t('history.noText') : text}
          </p>
        </div>
      </div>
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
  const app = useTranslations('app');
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
          <span className={narrowLabel}>{app('export')}</span>
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

/** What is being or was deleted in this window and not restored, the last one at the end: also after other pages. */
let deletions: readonly Promise<Deleted>[] = [];

/**
 * Moves recordings to the trash at once, and offers to restore them, also by Ctrl+Z. If one cannot be deleted, the
 * others still are.
 */
export function useDeleteRecordings(
  onDone: (deleted: readonly string[]) => void,
): (ids: readonly string[]) => void {
  const t = useTranslations();
  const say = useToast();
  const close = useCloseToast();
  const textOf = useErrorText();
  const forget = (deletion: Promise<Deleted>) => {
    deletions = deletions.filter((each) => each !== deletion);
  };
  const restore = useAction(async (client, deletion: Promise<Deleted>) => {
    for (const id of (await deletion).deleted) await client.restoreRecording({ params: { id } });
  });
  const undo = (deletion: Promise<Deleted>) => {
    // At once, so that the next press restores the one before.
    forget(deletion);
    close(TOAST);
    restore.mutate(deletion);
  };
  // Always there: a key right after the one that deletes comes before the page is drawn again.
  useShortcut('mod+z', () => {
    const last = deletions.at(-1);
    if (last) undo(last);
  });
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
    deletions = [...deletions, deletion];
    const { deleted, failures } = await deletion;
    if (failures.length > 0) say({ text: textOf(failures[0]).line, tone: 'danger' });
    if (deleted.length === 0) return forget(deletion);
    onDone(deleted);
    if (!deletions.includes(deletion)) return;
    say({
      id: TOAST,
      text: t('history.deleted', { count: deleted.length }),
      undo: { label: t('app.undo'), run: () => undo(deletion) },
    });
  };
}

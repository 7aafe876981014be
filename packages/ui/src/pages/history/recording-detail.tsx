import type { Recording, Word } from '@quoth/contract';
import { useQuery } from '@tanstack/react-query';
import {
  ArrowLeft,
  CircleAlert,
  Columns2,
  Copy,
  Download,
  Pencil,
  RotateCcw,
  Trash2,
  Undo2,
} from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useClient } from '../../application/application-provider.tsx';
import { Loaded } from '../../application/loaded.tsx';
import { useAction } from '../../application/use-action.ts';
import { useRead } from '../../application/use-read.ts';
import { Banner } from '../../design/banner.tsx';
import { Button } from '../../design/button.tsx';
import { IconButton } from '../../design/icon-button.tsx';
import { Menu } from '../../design/menu.tsx';
import { useToast } from '../../design/toasts.tsx';
import { useDictation } from '../record/use-dictation.ts';
import { Comparison } from './comparison.tsx';
import { EditedText } from './edited-text.tsx';
import { Hits } from './hits.tsx';
import { Player, type PlayerHandle } from './player.tsx';
import { SpokenText } from './spoken-text.tsx';
import { exportFormats, useExport } from './use-export.ts';
import { useKeepRecording } from './use-keep-recording.ts';

/** One recording, whole. */
export function RecordingDetail({
  id,
  search,
  onClose,
  onDelete,
}: {
  readonly id: string;
  readonly search: string;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}) {
  const query = useRead('getRecording', { params: { id } });
  return (
    <Loaded query={query} rows={6}>
      {({ recording }) => (
        <Detail
          key={recording.id}
          recording={recording}
          search={search}
          onClose={onClose}
          onDelete={onDelete}
        />
      )}
    </Loaded>
  );
}

type View = 'text' | 'spoken' | 'compare' | 'edit';

function Detail({
  recording,
  search,
  onClose,
  onDelete,
}: {
  readonly recording: Recording;
  readonly search: string;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}) {
  const t = useTranslations();
  const { id, text, duration, audioFilePath, error, transcribedText, textBeforeEdit } = recording;
  const [view, setView] = useState<View>('text');
  const [time, setTime] = useState<number>();
  const player = useRef<PlayerHandle>(null);
  const words = useWords(recording);
  const onTime = useCallback((now: number) => {
    setTime(now);
    // Words follow the voice from the moment it is heard.
    setView((before) => (before === 'text' ? 'spoken' : before));
  }, []);
  const isFollowing = view === 'spoken' && words.length > 0;
  return (
    <article className="flex min-w-0 flex-col gap-5">
      <Header recording={recording} view={view} onView={setView} onClose={onClose} onDelete={onDelete} />
      {error !== null && (
        <Banner icon={CircleAlert} tone={text === '' ? 'danger' : 'warning'}>
          {error.message}
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
        <p className="m-0 text-quiet">{t('history.noText')}</p>
      ) : (
        <p className="m-0 leading-6 whitespace-pre-wrap">
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
      {textBeforeEdit !== null && view === 'text' && <UndoEdit recording={recording} />}
      {recording.source === 'dictation' && <Replaced id={id} />}
    </article>
  );
}

/** The words with their times, where the engine gave any. */
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

function Header({
  recording,
  view,
  onView,
  onClose,
  onDelete,
}: {
  readonly recording: Recording;
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}) {
  const t = useTranslations();
  const format = useFormatter();
  const say = useToast();
  const { id, text, date, mode, transcriptionProvider, postProcessingProvider, postProcessedText } =
    recording;
  const isDone = ['completed', 'failed', 'cancelled'].includes(recording.status);
  const { transcribedText } = recording;
  const files = useExport();
  const nameOf = useEngineName();
  const facts = [
    mode,
    transcriptionProvider && t('history.transcribedBy', { name: nameOf(transcriptionProvider) }),
    postProcessingProvider && t('history.rewrittenBy', { name: nameOf(postProcessingProvider) }),
  ].filter(Boolean);
  return (
    <header className="flex flex-col gap-3">
      <div className="flex items-start gap-2">
        <div className="wide:hidden">
          <IconButton icon={ArrowLeft} name={t('history.back')} onClick={onClose} />
        </div>
        <div className="min-w-0">
          <h2 className="m-0 text-heading font-semibold">
            {format.dateTime(new Date(date), {
              weekday: 'short',
              day: 'numeric',
              month: 'long',
              year: 'numeric',
              hour: 'numeric',
              minute: '2-digit',
            })}
          </h2>
          <p className="m-0 text-secondary text-quiet">{facts.join(' · ')}</p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Button
          icon={Copy}
          disabled={text === ''}
          onClick={() => void navigator.clipboard.writeText(text).then(() => say({ text: t('app.copied') }))}
        >
          {t('app.copy')}
        </Button>
        <Button icon={Pencil} disabled={!isDone || text === ''} onClick={() => onView('edit')}>
          {t('history.edit')}
        </Button>
        <Menu
          trigger={
            <Button icon={Download} disabled={text === ''} busy={files.isBusy}>
              {t('history.export')}
            </Button>
          }
          actions={exportFormats.map((each) => ({
            id: each,
            label: t(`history.format_${each}`),
            run: () => files.run([id], each),
          }))}
        />
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
          <IconButton icon={Trash2} name={t('history.delete')} disabled={!isDone} onClick={onDelete} />
        </div>
      </div>
    </header>
  );
}

/** An engine or a provider as its makers write it. */
function useEngineName(): (id: string) => string {
  const engines = useRead('getApplication').data?.engines ?? [];
  const providers = useRead('listProviders').data?.providers ?? [];
  return (id) => [...engines, ...providers].find((each) => each.id === id)?.displayName ?? capitalised(id);
}

function RetranscribeMenu({
  recording,
  isDone,
}: {
  readonly recording: Recording;
  readonly isDone: boolean;
}) {
  const t = useTranslations('history');
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
        label: t('withMode', { mode: name }),
        run: () => again.mutate(id),
      }))}
    />
  );
}

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

/** For a while after an edit by voice: the text that it replaced, for whoever wants it back. */
function Replaced({ id }: { readonly id: string }) {
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

/** A family of models that is no longer here is told by its bare name. */
function capitalised(id: string): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
}

import type { Recording } from '@quoth/contract';
import { useCallback, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Loaded } from '../../application/loaded.tsx';
import { useRead } from '../../application/use-read.ts';
import { Button } from '../../design/button.tsx';
import { ActionRuns } from '../actions/action-runs.tsx';
import { AskedQuestion } from './asked-question.tsx';
import { Comparison } from './comparison.tsx';
import { DetailHeader, type DetailView } from './detail-header.tsx';
import { EditedText } from './edited-text.tsx';
import { Hits } from './hits.tsx';
import { Player, type PlayerHandle } from './player.tsx';
import { ReplacedText } from './replaced-text.tsx';
import { SpokenText } from './spoken-text.tsx';
import { TextProblem } from './text-problem.tsx';
import { UndoEdit } from './undo-edit.tsx';
import { useWords } from './use-words.ts';

/** Everything about one recording. */
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
  const { id, text, duration, audioFilePath, error, warning, transcribedText, textBeforeEdit } = recording;
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
  return (
    <article className="flex min-w-0 flex-col gap-5">
      <DetailHeader
        recording={recording}
        view={view}
        onView={setView}
        onClose={onClose}
        onDelete={onDelete}
      />
      <AskedQuestion recording={recording} />
      <TextProblem error={error} warning={warning} text={text} />
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
      {recording.source === 'dictation' && <ReplacedText id={id} />}
      <ActionRuns recordingId={id} />
    </article>
  );
}

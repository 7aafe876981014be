import type { Recording } from '@quoth/contract';
import { ArrowLeft, Columns2, Copy, Download, Pencil, Trash2 } from 'lucide-react';
import { useFormatter, useTranslations } from 'use-intl';
import { Button } from '../../design/button.tsx';
import { IconButton } from '../../design/icon-button.tsx';
import { Menu } from '../../design/menu.tsx';
import { useToast } from '../../design/toasts.tsx';
import { RetranscribeMenu } from './retranscribe-menu.tsx';
import { titleOf } from './times.ts';
import { UndoRewriting } from './undo-rewriting.tsx';
import { useEngineName, useTranscriberName } from './use-engine-name.ts';
import { exportFormats, useExport } from './use-export.ts';

/** Without an icon on a phone, so that everything fits in one row. */
const narrowButton = 'max-[430px]:px-2.5 max-[430px]:[&>svg]:hidden';

/** What the detail of a recording shows below its header. */
export type DetailView = 'text' | 'spoken' | 'compare' | 'edit';

/** When and how a recording was made, and everything that can be done with it. */
export function DetailHeader({
  recording,
  view,
  onView,
  onClose,
  onDelete,
}: {
  readonly recording: Recording;
  readonly view: DetailView;
  readonly onView: (view: DetailView) => void;
  readonly onClose: () => void;
  readonly onDelete: () => void;
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
  const files = useExport();
  const nameOf = useEngineName();
  const transcriber = useTranscriberName()(recording);
  const facts = [
    mode,
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
        <Button
          icon={Copy}
          className={narrowButton}
          disabled={text === ''}
          onClick={() => void navigator.clipboard.writeText(text).then(() => say({ text: t('app.copied') }))}
        >
          {t('app.copy')}
        </Button>
        <Button
          icon={Pencil}
          className={narrowButton}
          disabled={!isDone || text === ''}
          onClick={() => onView('edit')}
        >
          {t('history.edit')}
        </Button>
        <Menu
          trigger={
            <Button icon={Download} className={narrowButton} disabled={text === ''} busy={files.isBusy}>
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
          <IconButton
            icon={Trash2}
            name={t('history.delete')}
            disabled={!isDone || view === 'edit'}
            onClick={onDelete}
          />
        </div>
      </div>
    </header>
  );
}

import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleX, FileAudio, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Button, CopyButton, Icon, IconButton } from '../design/button.tsx';
import { Sheet } from '../design/dialog.tsx';
import { ProgressBar } from '../design/states.tsx';
import { useRead } from '../session/application.tsx';
import { clock } from '../session/recording.ts';
import { isFinal, type Upload } from './upload-list.ts';
import { ChooseFiles, TimeLeft } from './uploads.tsx';

/** One row per file: name, length, progress, time left, cancel; and the text once it is there. */
export function UploadsSheet({
  uploads,
  isOpen,
  onClose,
  onCancel,
}: {
  readonly uploads: readonly Upload[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onCancel: (upload: Upload) => void;
}) {
  const t = useTranslations();
  return (
    <Sheet
      title={t('uploads.title')}
      isOpen={isOpen}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('uploads.done')}</Button>}
    >
      <ul className="m-0 flex list-none flex-col gap-4 p-0">
        {uploads.map((upload) => (
          <li key={upload.key}>
            <UploadRow upload={upload} onCancel={() => onCancel(upload)} />
          </li>
        ))}
      </ul>
      <ChooseFiles />
    </Sheet>
  );
}

const icons = {
  waiting: FileAudio,
  sending: FileAudio,
  working: FileAudio,
  done: CircleCheck,
  failed: CircleAlert,
  cancelled: CircleX,
} as const;
const colors = { done: 'text-success', failed: 'text-danger' } as const;

function UploadRow({ upload, onCancel }: { readonly upload: Upload; readonly onCancel: () => void }) {
  const t = useTranslations();
  const { name, phase, progress, recordingId, problem } = upload;
  const recording = useRead(
    'getRecording',
    { params: { id: recordingId ?? '' } },
    { isWanted: recordingId !== undefined },
  ).data?.recording;
  const why = problem ?? (phase === 'failed' ? recording?.error?.message : undefined);
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center gap-2.5">
        <Icon
          of={icons[phase]}
          className={phase === 'done' || phase === 'failed' ? colors[phase] : 'text-quiet'}
        />
        <span className="min-w-0 flex-1 truncate font-medium" title={name}>
          {name}
        </span>
        {recording !== undefined && recording.duration > 0 && (
          <span className="tabular text-secondary text-quiet">{clock(recording.duration * 1_000)}</span>
        )}
        {phase === 'done' && recording !== undefined && (
          <CopyButton text={recording.text} name={t('uploads.copyNamed', { name })} />
        )}
        {!isFinal(upload) && <IconButton icon={X} name={t('app.cancelNamed', { name })} onClick={onCancel} />}
      </div>
      {phase === 'working' || phase === 'sending' ? (
        <>
          <ProgressBar name={name} value={progress} />
          <span className="text-secondary text-quiet">
            {t(`uploads.${phase}`)} <TimeLeft work={upload} />
          </span>
        </>
      ) : (
        <span role="status" className="text-secondary text-quiet">
          {why ?? t(`uploads.${phase}`)}
        </span>
      )}
      {phase === 'done' && recording !== undefined && (
        <p dir="auto" className="m-0 line-clamp-3">
          {recording.text}{' '}
          <Link to="/history" search={{ id: recording.id }}>
            {t('uploads.open')}
          </Link>
        </p>
      )}
    </div>
  );
}

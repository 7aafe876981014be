import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApplicationEvent } from '../../application/application-provider.tsx';
import { ProgressBar } from '../../design/progress-bar.tsx';
import { TimeLeft } from '../../uploads/time-left.tsx';

/** How far the work on a recording is, and the time that is left. */
export function WorkProgress({ id, name }: { readonly id: string; readonly name: string }) {
  const t = useTranslations('history');
  const [work, setWork] = useState<{ readonly startedAt: number; readonly progress: number }>();
  useApplicationEvent((event) => {
    if (event.type !== 'transcription-progressed' || event.recordingId !== id) return;
    const { progress } = event;
    // Counted from the first report: the time before it was spent in the queue.
    setWork((before) => ({ startedAt: before?.startedAt ?? Date.now(), progress }));
  });
  return (
    <div className="flex items-center gap-2 pe-3 pb-2 text-secondary text-quiet">
      <ProgressBar name={t('progressOf', { name })} value={work?.progress ?? null} />
      {work && (
        <span className="tabular shrink-0">
          {t('percent', { percent: Math.round(work.progress * 100) })}{' '}
          <TimeLeft work={{ phase: 'working', ...work }} />
        </span>
      )}
    </div>
  );
}

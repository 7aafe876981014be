import { Upload as UploadIcon } from 'lucide-react';
import { createContext, use, useRef } from 'react';
import { useFormatter, useNow, useTranslations } from 'use-intl';
import { Button } from '../design/button.tsx';
import { secondsLeft, type Upload } from './upload-list.ts';

/** The function that accepts files to transcribe, for what is below `UploadsProvider`. */
export const UploadsContext = createContext<(files: readonly File[]) => void>(() => {});

/** Chooses files; they can be dropped anywhere, too. */
export function ChooseFiles() {
  const t = useTranslations('uploads');
  const add = use(UploadsContext);
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        accept="audio/*,video/*"
        aria-label={t('choose')}
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <Button kind="quiet" icon={UploadIcon} className="-me-3" onClick={() => field.current?.click()}>
        {/* No room beside the one button on a phone. */}
        <span className="max-[479px]:unseen">{t('choose')}</span>
      </Button>
    </>
  );
}

/** How long the work will still take; nothing while there is too little progress for an estimate. */
export function TimeLeft({ work }: { readonly work: Pick<Upload, 'progress' | 'startedAt' | 'phase'> }) {
  const t = useTranslations('uploads');
  const format = useFormatter();
  const now = useNow({ updateInterval: 1_000 });
  const seconds = secondsLeft(work, now.getTime());
  if (seconds === undefined) return null;
  return t('left', {
    time: format.number(seconds < 90 ? seconds : Math.round(seconds / 60)),
    unit: seconds < 90 ? 'seconds' : 'minutes',
  });
}

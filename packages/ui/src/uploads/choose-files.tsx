import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../design/button.tsx';
import { useUploads } from './uploads-context.ts';

/** An unobtrusive row for dropping or choosing files. */
export function ChooseFiles() {
  const t = useTranslations('uploads');
  const add = useUploads();
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-1 text-quiet">
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
      <span>{t('orDrop')}</span>
      <Button kind="quiet" icon={Upload} onClick={() => field.current?.click()}>
        {t('choose')}
      </Button>
    </div>
  );
}

import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { clock } from './recorder-view.ts';
import { useLevel } from './use-dictation.ts';

/** The length of the recording, updated as samples arrive. */
export function Elapsed({ isSmall = false }: { readonly isSmall?: boolean }) {
  const t = useTranslations('record');
  const time = useRef<HTMLSpanElement>(null);
  useLevel((_level, elapsedMs) => {
    if (time.current) time.current.textContent = clock(elapsedMs);
  });
  return (
    <span
      ref={time}
      role="timer"
      aria-label={t('elapsed')}
      className={isSmall ? 'tabular text-quiet' : 'tabular text-clock font-light'}
    >
      {clock(0)}
    </span>
  );
}

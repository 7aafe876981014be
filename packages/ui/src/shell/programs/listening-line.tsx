import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Elapsed } from '../../pages/record/elapsed.tsx';
import { useLevelOn } from '../../pages/record/use-dictation.ts';

/** That the microphone is open, how loud it is, and for how long. */
export function ListeningLine({ isRecording }: { readonly isRecording: boolean }) {
  const t = useTranslations('asking');
  const dot = useRef<HTMLSpanElement>(null);
  useLevelOn(dot, isRecording);
  return (
    <div className="flex items-center gap-3">
      <span className="relative flex size-6 items-center justify-center" aria-hidden>
        <span ref={dot} className="level-ring absolute size-5 rounded-full bg-danger" />
        <span className="relative size-3 rounded-full bg-danger" />
      </span>
      <span role="status" className="flex-1">
        {t(isRecording ? 'listening' : 'opening')}
      </span>
      {isRecording && <Elapsed isSmall />}
    </div>
  );
}

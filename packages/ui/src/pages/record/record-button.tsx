import { Button as BaseButton } from '@base-ui/react/button';
import { Loader2, Mic, MicOff, Square } from 'lucide-react';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../design/icon.tsx';
import { Tip } from '../../design/tip.tsx';
import { type RecorderView, refusalOf } from './recorder-view.ts';
import { useLevelOn } from './use-dictation.ts';

/** The one button: begins, ends, and says why it cannot. */
export function RecordButton({
  view,
  isBusy,
  onPress,
}: {
  readonly view: RecorderView;
  readonly isBusy: boolean;
  readonly onPress: () => void;
}) {
  const t = useTranslations('record');
  const ring = useRef<HTMLDivElement>(null);
  const isRecording = view.state === 'recording';
  useLevelOn(ring, isRecording);
  const refusal = refusalOf(view);
  const isWaiting = view.state === 'starting' || isBusy;
  const label = t(isRecording ? 'stop' : 'start');
  const button = (
    <BaseButton
      aria-label={label}
      aria-keyshortcuts="Space"
      aria-describedby="record-state"
      disabled={refusal !== undefined || isWaiting}
      focusableWhenDisabled
      onClick={onPress}
      data-recording={isRecording || undefined}
      className="relative flex size-24 items-center justify-center rounded-full bg-accent text-on-accent transition-colors focus-visible:outline-offset-4 not-data-disabled:hover:bg-accent-hover data-disabled:bg-pressed data-disabled:text-quiet data-recording:bg-danger data-recording:text-on-danger data-recording:hover:bg-danger-hover"
    >
      {isWaiting ? (
        <Icon of={Loader2} size={32} className="turning" />
      ) : isRecording ? (
        <Square size={28} strokeWidth={1.75} fill="currentColor" aria-hidden />
      ) : (
        <Icon of={refusal ? MicOff : Mic} size={32} />
      )}
    </BaseButton>
  );
  return (
    <div className="relative flex size-40 items-center justify-center">
      <div
        ref={ring}
        aria-hidden
        className="level-ring absolute size-24 rounded-full bg-danger transition-opacity data-off:opacity-0"
        data-off={isRecording ? undefined : ''}
      />
      {refusal ? <Tip text={refusal.message}>{button}</Tip> : button}
    </div>
  );
}

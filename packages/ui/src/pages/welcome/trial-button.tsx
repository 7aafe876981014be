import { Button as BaseButton } from '@base-ui/react/button';
import { Loader2, Mic, MicOff, Square } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Icon, KeyCap } from '../../design/button.tsx';
import { VoiceLine } from '../../session/dictation.tsx';
import { useHasSingleKeys, useShortcut } from '../../shell/shortcuts.tsx';
import type { Trial } from './use-trial.ts';

/**
 * The voice as a line, which is at rest while nothing is recorded, and the button that begins and ends it; the space
 * bar does the same.
 */
export function TrialButton({ trial }: { readonly trial: Trial }) {
  const t = useTranslations();
  const hasSpace = useHasSingleKeys();
  const { isRecording, isBusy, refusal, press } = trial;
  useShortcut('space', press);
  return (
    <>
      <div className="flex h-18 w-full max-w-130 items-center">
        {isRecording ? (
          <VoiceLine />
        ) : (
          <div aria-hidden className="w-full border-t-2 border-dotted border-line-control" />
        )}
      </div>
      <BaseButton
        disabled={refusal !== undefined || isBusy}
        focusableWhenDisabled
        aria-keyshortcuts={hasSpace ? 'Space' : undefined}
        onClick={press}
        data-recording={isRecording || undefined}
        className="inline-flex h-12 items-center gap-2.5 rounded-full bg-accent px-6 text-heading font-medium text-on-accent transition-colors not-data-disabled:hover:bg-accent-hover data-disabled:bg-pressed data-disabled:text-quiet data-recording:bg-live data-recording:text-on-live data-recording:hover:bg-live-hover"
      >
        {isBusy ? (
          <Icon of={Loader2} size={20} className="turning" />
        ) : isRecording ? (
          <Square size={16} fill="currentColor" aria-hidden />
        ) : (
          <Icon of={refusal ? MicOff : Mic} size={20} />
        )}
        {t(isRecording ? 'app.stop' : 'welcome.start')}
        {hasSpace && (
          <span
            aria-hidden
            className="opacity-80 pointer-coarse:hidden [&>kbd]:border-current [&>kbd]:bg-transparent [&>kbd]:text-current"
          >
            <KeyCap>Space</KeyCap>
          </span>
        )}
      </BaseButton>
    </>
  );
}

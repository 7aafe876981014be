import { Button as BaseButton } from '@base-ui/react/button';
import { Mic, MicOff, PictureInPicture2, Square, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { Button, Icon } from '../../design/button.tsx';
import { Elapsed, LiveWords, VoiceLine } from '../../session/dictation.tsx';
import { countWords, type LiveText, type RecorderView, refusalOf } from '../../session/recording.ts';
import { useHasSingleKeys } from '../../shell/shortcuts.tsx';

const SIZE = { width: 420, height: 150 } as const;

/** https://wicg.github.io/document-picture-in-picture/ */
interface PictureInPicture {
  requestWindow(size: typeof SIZE): Promise<Window>;
}

declare global {
  interface Window {
    readonly documentPictureInPicture?: PictureInPicture;
  }
}

interface CompactProps {
  readonly view: RecorderView;
  readonly live: LiveText;
  /** What was made of the last recording, until the next one. */
  readonly said: string | undefined;
  readonly press: () => void;
  readonly cancel: () => void;
}

/**
 * Opens a small window that stays above all others, where the browser has such windows, until it or this page is
 * closed.
 */
export function Compact(props: CompactProps) {
  const t = useTranslations('record');
  const [opened, setOpened] = useState<Window>();
  useEffect(() => {
    if (!opened) return;
    // Of the window itself: its user has closed it.
    opened.addEventListener('pagehide', () => setOpened(undefined));
    opened.addEventListener('keydown', passOn);
    return () => opened.close();
  }, [opened]);
  const pictures = window.documentPictureInPicture;
  if (!pictures) return null;
  const open = async () => {
    const compact = await pictures.requestWindow(SIZE).catch(() => undefined);
    if (!compact) return;
    dress(compact.document);
    setOpened(compact);
  };
  return (
    <>
      <Button
        kind="quiet"
        icon={PictureInPicture2}
        aria-pressed={opened !== undefined}
        onClick={() => (opened ? setOpened(undefined) : void open())}
        className="max-rail:hidden"
      >
        {t('compact')}
      </Button>
      {opened && createPortal(<CompactView {...props} />, opened.document.body)}
    </>
  );
}

/** What the page's document has besides its contents: language, theme and styles. */
function dress(target: Document): void {
  const { documentElement: root, title } = document;
  target.title = title;
  target.documentElement.lang = root.lang;
  Object.assign(target.documentElement.dataset, root.dataset);
  for (const sheet of document.querySelectorAll('link[rel="stylesheet"]'))
    target.head.append(target.importNode(sheet));
}

/** The two keys of the recorder do here what they do in the page. */
function passOn(event: KeyboardEvent): void {
  if (event.key !== ' ' && event.key !== 'Escape') return;
  const { activeElement } = (event.currentTarget as Window).document;
  // Space is the button's that has the focus.
  if (event.key === ' ' && activeElement?.localName === 'button') return;
  window.dispatchEvent(new KeyboardEvent('keydown', event));
}

function CompactView({ view, live, said, press, cancel }: CompactProps) {
  const t = useTranslations('record');
  const app = useTranslations('app');
  const statistics = useTranslations('statistics');
  const hasSpace = useHasSingleKeys();
  const isRecording = view.state === 'starting' || view.state === 'recording';
  const isIdle = view.state === 'ready' || view.state === 'refused';
  return (
    <main className="flex h-dvh flex-col justify-end gap-2 bg-surface p-4">
      <div
        // Whole lines of words: half of one at the top would look broken.
        className={`flex min-h-0 flex-col justify-end overflow-hidden ${view.state === 'refused' ? '' : 'max-h-[round(down,calc(100dvh-80px),28px)]'}`}
      >
        {/* Always there: a screen reader tells what comes into it. */}
        <p role="status" className="m-0 line-clamp-3 text-quiet">
          {view.state === 'refused' && view.refusal.message}
        </p>
        {view.state === 'refused' ? null : isIdle ? (
          <p dir="auto" className={`said m-0 text-said-narrow ${said === undefined ? 'text-quiet' : ''}`}>
            {said ?? t(hasSpace ? 'state_ready' : 'state_readyWithoutKeys')}
          </p>
        ) : (
          <LiveWords text={live} isListening={view.state === 'recording'} className="text-said-narrow" />
        )}
      </div>
      <div className="flex h-10 shrink-0 items-center gap-3">
        {view.state === 'recording' && <Elapsed />}
        <div className="h-8 min-w-0 flex-1">
          {isRecording ? (
            <VoiceLine bars={50} />
          ) : (
            <p className="m-0 leading-8 text-quiet">
              {isIdle ? said && statistics('count', { count: countWords(said) }) : t(`state_${view.state}`)}
            </p>
          )}
        </div>
        {!isIdle && (
          <Button kind="quiet" icon={X} onClick={cancel}>
            {app(isRecording ? 'discard' : 'cancel')}
          </Button>
        )}
        <CompactButton view={view} press={press} />
      </div>
    </main>
  );
}

function CompactButton({ view, press }: Pick<CompactProps, 'view' | 'press'>) {
  const t = useTranslations('record');
  const isRecording = view.state === 'recording';
  const isRefused = refusalOf(view) !== undefined;
  const hasSpace = useHasSingleKeys();
  return (
    <BaseButton
      aria-label={t(isRecording ? 'stop' : 'start')}
      aria-keyshortcuts={hasSpace ? 'Space' : undefined}
      disabled={isRefused || view.state === 'starting'}
      focusableWhenDisabled
      onClick={press}
      data-recording={isRecording || undefined}
      className="flex size-10 shrink-0 items-center justify-center rounded-full bg-accent text-on-accent data-disabled:bg-pressed data-disabled:text-quiet data-recording:bg-live data-recording:text-on-live data-recording:hover:bg-live-hover"
    >
      {isRecording ? (
        <Square size={14} strokeWidth={1.75} fill="currentColor" aria-hidden />
      ) : (
        <Icon of={isRefused ? MicOff : Mic} size={20} />
      )}
    </BaseButton>
  );
}

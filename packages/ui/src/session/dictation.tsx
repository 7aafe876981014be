import type { Dictation, EventType } from '@quoth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApplicationEvent, useClient, useLatest, useRead } from './application.tsx';
import { askedOf, type CancelAsked, clock, grown, type LiveText, noLiveText } from './recording.ts';

/**
 * Events after which recording may have become possible or impossible: it depends on the default mode, its provider and
 * its model.
 */
const refusalMovers: readonly EventType[] = [
  'mode-created',
  'mode-updated',
  'mode-deleted',
  'provider-health-changed',
  'provider-removed',
  'model-installed',
  'model-removed',
  'settings-changed',
];

/** The recorder's state, updated by its events. */
export function useDictation() {
  const queries = useQueryClient();
  const client = useClient();
  const eventCount = useRef(0);
  const keep = (dictation: Dictation) =>
    queries.setQueryData<{ ok: true; dictation: Dictation }>(['getDictation'], { ok: true, dictation });
  const refetchDictation = async () => {
    const before = eventCount.current;
    const { dictation } = await client.getDictation({});
    // An event that arrived meanwhile is newer, so a late answer must not replace it.
    if (eventCount.current === before) keep(dictation);
  };
  useApplicationEvent((event) => {
    if (event.type === 'dictation-changed') {
      eventCount.current += 1;
      keep(event.dictation);
      if (queries.isFetching({ queryKey: ['getDictation'] }) > 0)
        void refetchDictation().catch(() => undefined);
    }
    if (refusalMovers.includes(event.type)) void refetchDictation().catch(() => undefined);
  });
  return useRead('getDictation');
}

/** The live text of a recording; empty for another one. */
export function useLiveText(recordingId: string | undefined): LiveText {
  const [live, setLive] = useState<{ id: string | undefined; text: LiveText }>({
    id: undefined,
    text: noLiveText,
  });
  useApplicationEvent((event) => {
    if (event.type !== 'transcript-partial' || event.recordingId !== recordingId) return;
    const { text, stableCharacters = 0 } = event;
    setLive((before) => ({
      id: recordingId,
      text: grown(before.id === recordingId ? before.text : noLiveText, text, stableCharacters),
    }));
  });
  return live.id === recordingId ? live.text : noLiveText;
}

/** The shortcut that cancels the recording if it is pressed again now; undefined if none does. */
export function useCancelAsked(recordingId: string | undefined): string | undefined {
  const [asked, setAsked] = useState<CancelAsked>();
  useApplicationEvent((event) => {
    if (event.type !== 'cancel-asked' || recordingId === undefined) return;
    setAsked({ id: recordingId, shortcut: event.shortcut, ms: event.seconds * 1_000 });
  });
  useEffect(() => {
    if (!asked) return;
    const timer = setTimeout(() => setAsked(undefined), asked.ms);
    return () => clearTimeout(timer);
  }, [asked]);
  return askedOf(asked, recordingId);
}

/**
 * Cancels a recording that this page began, `isOpen` while it goes on, when one leaves the page, or closes or reloads
 * the window: no microphone stays open behind. `isRequested`: it is about to begin. Call what it returns once one has
 * begun, in case the page is gone by then.
 */
export function useCancelOnLeaving(isOpen: boolean, isRequested: boolean): () => void {
  const client = useClient();
  const cancel = () => void client.cancelDictation().catch(() => undefined);
  const isGone = useRef(false);
  const leave = useLatest(() => {
    isGone.current = true;
    if (isOpen) cancel();
  });
  // No one learns then that it has begun.
  const close = useLatest(() => {
    if (isOpen || isRequested) cancel();
  });
  useEffect(() => {
    isGone.current = false;
    window.addEventListener('pagehide', close);
    return () => {
      window.removeEventListener('pagehide', close);
      leave();
    };
  }, [leave, close]);
  return () => {
    if (isGone.current) cancel();
  };
}

/** Writes level and time directly into the page: rendering twenty times a second would be wasteful. */
function useLevel(onLevel: (level: number, elapsedMs: number) => void): void {
  useApplicationEvent((event) => {
    if (event.type === 'dictation-level') onLevel(event.level, event.elapsedMs);
  });
}

/** The length of the recording, updated as samples arrive. */
export function Elapsed({ isSmall = false }: { readonly isSmall?: boolean }) {
  const t = useTranslations('record');
  const time = useRef<HTMLSpanElement>(null);
  useLevel((_level, elapsedMs) => {
    const text = clock(elapsedMs);
    // A text that is written again is laid out again, also where it is the same.
    if (time.current && time.current.textContent !== text) time.current.textContent = text;
  });
  return (
    <span
      ref={time}
      role="timer"
      aria-label={t('elapsed')}
      className={isSmall ? 'tabular text-quiet' : 'tabular text-heading font-medium'}
    >
      {clock(0)}
    </span>
  );
}

/** Ten seconds, a bar for each 50 ms. */
const BARS = 200;
/** From one bar to the next at least, in pixels: two of bar, and almost two of paper. */
const MIN_STEP = 3.75;

/**
 * The voice as a line of bars: the last ten seconds, from the start to the end of the line, and at rest where nothing
 * was heard yet. It stays, in grey, while a text is made of it.
 */
export function VoiceLine({
  isWorking = false,
  bars = BARS,
}: {
  readonly isWorking?: boolean;
  readonly bars?: number;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const levels = useRef<number[]>([]);
  const isDrawn = useRef(true);
  useLevel((level) => {
    levels.current = [...levels.current, Math.sqrt(Math.min(1, level))].slice(-bars);
    // The compact window has a clock of its own.
    const view = canvas.current?.ownerDocument.defaultView;
    if (!view || !isDrawn.current) return;
    // What comes together is drawn together: without a graphics card each frame costs, whatever is drawn in it.
    isDrawn.current = false;
    view.requestAnimationFrame(() => {
      isDrawn.current = true;
      if (canvas.current) drawVoice(canvas.current, levels.current, bars);
    });
  });
  useEffect(() => {
    const drawn = canvas.current;
    if (!drawn) return;
    if (!isWorking) levels.current = [];
    const draw = () => drawVoice(drawn, levels.current, bars);
    const observer = new ResizeObserver(draw);
    observer.observe(drawn);
    return () => observer.disconnect();
  }, [isWorking, bars]);
  return (
    <canvas
      ref={canvas}
      aria-hidden
      className={`block h-full w-full text-live ${isWorking ? 'breathing grayscale' : ''}`}
    />
  );
}

function drawVoice(canvas: HTMLCanvasElement, levels: readonly number[], bars: number): void {
  const ratio = window.devicePixelRatio;
  const [width = 0, height = 0] = [canvas.clientWidth, canvas.clientHeight].map((side) =>
    Math.floor(side * ratio),
  );
  // The page is laid out again for a new size, also where it is the same.
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.clearRect(0, 0, width, height);
  pen.fillStyle = getComputedStyle(canvas).color;
  // In a narrow window fewer seconds, so that each bar is one. On whole pixels they are sharp, and take half the time.
  const count = Math.min(bars, Math.floor(width / (MIN_STEP * ratio)));
  const step = width / count;
  const thick = Math.max(1, Math.round(step / 2));
  const heard = levels.slice(-count);
  for (let bar = 0; bar < count; bar++) {
    const level = heard[bar];
    // What is longer ago is paler, and what is still to come as well.
    pen.globalAlpha = level === undefined ? 0.3 : 0.35 + (0.65 * bar) / heard.length;
    const tall = Math.max(thick, Math.round((level ?? 0) * height));
    pen.fillRect(Math.round(bar * step), Math.round((height - tall) / 2), thick, tall);
  }
}

/** The text while the user speaks. Screen readers read only the stable text, each part once. */
export function LiveWords({
  text,
  isListening,
  className,
}: {
  readonly text: LiveText;
  /** More words may come: a caret shows where. */
  readonly isListening: boolean;
  /** Of the words: how large they are. */
  readonly className: string;
}) {
  return (
    <>
      {/* What was added last, alone: of a text that grows, Orca says everything again. It is there before the first word, which would not be said otherwise. */}
      <span role="log" className="unseen">
        {text.stable.at(-1)}
      </span>
      {(isListening || text.stable.length > 0 || text.unstable !== '') && (
        <p dir="auto" className={`said m-0 w-full text-start text-pretty ${className}`}>
          {text.stable.join('')}
          <span aria-hidden className="text-quiet">
            {text.unstable}
          </span>
          {/* It takes no room: what was said wraps without it as it did with it. */}
          {isListening && (
            <span aria-hidden className="ms-0.5 -me-1 inline-block h-[1em] w-0.5 align-[-0.12em] bg-live" />
          )}
        </p>
      )}
    </>
  );
}

/** Puts the level of the microphone on an element as `--level`, 0 to 1. */
export function useLevelOn(element: RefObject<HTMLElement | null>, isActive: boolean): void {
  const shown = useRef(0);
  useLevel((level) => {
    // Speech is quiet beside its peaks: the root lets a whisper move the ring, and falling slowly keeps it calm.
    shown.current = Math.max(Math.sqrt(Math.min(1, level)), shown.current * 0.8);
    element.current?.style.setProperty('--level', shown.current.toFixed(3));
  });
  useEffect(() => {
    if (isActive) return;
    shown.current = 0;
    element.current?.style.setProperty('--level', '0');
  }, [isActive, element]);
}

/** How loud the microphone hears it, as a bar. */
export function LevelBar({ isActive }: { readonly isActive: boolean }) {
  const bar = useRef<HTMLDivElement>(null);
  useLevelOn(bar, isActive);
  return (
    <div aria-hidden className="h-2 min-w-0 flex-1 overflow-hidden rounded-full bg-pressed">
      <div ref={bar} className="level-bar h-full origin-left rounded-full bg-accent rtl:origin-right" />
    </div>
  );
}

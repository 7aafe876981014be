import { type RefObject, useEffect, useRef } from 'react';
import { useLevel } from './dictation.tsx';

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

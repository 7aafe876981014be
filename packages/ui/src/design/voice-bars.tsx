import { memo, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { classes } from './button.tsx';

/** Two pixels of bar and two of paper. */
const STEP = 4;

/**
 * A stored voice as a line of bars in the text's colour, with as many as fit; without a line, at rest. A drawing, so
 * that theme and zoom need nothing done.
 */
export const VoiceBars = memo(function VoiceBars({
  line,
  width,
  height,
  className,
}: {
  /** Base64 of a byte for each bar. */
  readonly line: string | undefined;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly className?: string;
}) {
  const path = useMemo(() => pathOf(line, Math.floor(width / STEP), height), [line, width, height]);
  return (
    <svg
      aria-hidden
      width={width}
      height={height}
      className={classes('block', className)}
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
    >
      <path d={path} />
    </svg>
  );
});

/** Somebody far from the microphone is drawn larger, but not as if they had shouted. */
const MAX_GROWN = 2;

function pathOf(line: string | undefined, count: number, height: number): string {
  const bars = line === undefined ? [] : Array.from(atob(line), (bar) => bar.charCodeAt(0) / 255);
  const scale = Math.min(MAX_GROWN, 1 / Math.max(0.01, ...bars));
  return Array.from({ length: count }, (_, at) => {
    const from = Math.floor((at * bars.length) / count);
    const part = bars.slice(from, Math.max(from + 1, Math.floor(((at + 1) * bars.length) / count)));
    const loud = part.reduce((sum, bar) => sum + bar, 0) / Math.max(1, part.length);
    // The round ends of a line stand out by a pixel each.
    const tall = Math.max(0.01, loud * scale * height - 2);
    return `M${at * STEP + 1} ${((height - tall) / 2).toFixed(2)}v${tall.toFixed(2)}`;
  }).join('');
}

/** The width of an element, in whole pixels; 0 until it is on the page. */
export function useWidth(): readonly [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const measure = () => setWidth(Math.floor(measured.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}

import { takeTurns } from '../../../system-turns.ts';
import { loadScreenCalls } from './load-screen-calls.ts';
import { MacSurface } from './mac-surface.ts';

/** Seconds to wait for macOS' events before Node's turn. The process lives for minutes. */
const WAIT = 0.01;

/** Undefined if there is no screen. From then on, this thread waits alternately for AppKit's events and Node's. */
export function openMacSurface(): MacSurface | undefined {
  const surface = MacSurface.open(loadScreenCalls());
  if (surface) takeTurns(() => surface.runEvents(WAIT));
  return surface;
}

import { pumpMessages } from '../../../windows/pump-messages.ts';
import { loadScreenCalls } from './load-screen-calls.ts';
import { WindowsSurface } from './windows-surface.ts';

/** Undefined if Windows creates no windows here. From then on, this thread waits alternately for window messages and Node's events. */
export function openWindowsSurface(): WindowsSurface | undefined {
  const calls = loadScreenCalls();
  const surface = WindowsSurface.open(calls);
  if (surface) pumpMessages(calls);
  return surface;
}

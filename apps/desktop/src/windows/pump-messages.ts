import { takeTurns } from '../system-turns.ts';
import type { WindowCalls } from './window-calls.ts';

/** Milliseconds to wait for messages before Node's turn, in a process that lives for minutes. */
const WAIT_MS = 10;
const QS_ALLINPUT = 0x04ff;
const MWMO_INPUTAVAILABLE = 0x4;
const PM_REMOVE = 0x1;
/** Size of MSG on 64-bit Windows (winuser.h). */
const MSG_SIZE = 48;

type PumpCalls = Pick<WindowCalls, 'MsgWaitForMultipleObjectsEx' | 'PeekMessageW' | 'DispatchMessageW'>;

/** Waits for window messages, at most `ms`, and dispatches them to the windows of this thread. */
export function handleMessages(calls: PumpCalls, ms: number): void {
  const message = Buffer.alloc(MSG_SIZE);
  calls.MsgWaitForMultipleObjectsEx(ms, QS_ALLINPUT, MWMO_INPUTAVAILABLE);
  while (calls.PeekMessageW(message, PM_REMOVE) !== 0) calls.DispatchMessageW(message);
}

/** Dispatches window messages until the process ends. */
export function pumpMessages(calls: PumpCalls): void {
  takeTurns(() => handleMessages(calls, WAIT_MS));
}

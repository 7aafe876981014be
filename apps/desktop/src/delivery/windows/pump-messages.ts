import { takeTurns } from '../../system-turns.ts';
import type { WindowsCalls } from './calls.ts';

/** Milliseconds to wait for Windows' messages before Node has its turn again. The process lives for a minute or two. */
const WAIT_MS = 10;
const QS_ALLINPUT = 0x04ff;
const MWMO_INPUTAVAILABLE = 0x4;
const PM_REMOVE = 0x1;
/** Size of MSG on 64-bit Windows (winuser.h). */
const MSG_SIZE = 48;

type PumpCalls = Pick<WindowsCalls, 'MsgWaitForMultipleObjectsEx' | 'PeekMessageW' | 'DispatchMessageW'>;

/** Hands Windows' messages to our window until the process ends. The window belongs to this thread. */
export function pumpMessages(calls: PumpCalls): void {
  const message = Buffer.alloc(MSG_SIZE);
  takeTurns(() => {
    calls.MsgWaitForMultipleObjectsEx(WAIT_MS, QS_ALLINPUT, MWMO_INPUTAVAILABLE);
    while (calls.PeekMessageW(message, PM_REMOVE) !== 0) calls.DispatchMessageW(message);
  });
}

import type { BareModifier } from '@quoth/contract';
import { serveParent } from '@quoth/processes/parent';
import { UiohookKey, uIOhook } from 'uiohook-napi';
import type { ObserverChannel } from './key-observer.ts';

// Watches the keyboard for bare modifiers, which no program can take for itself. Every key of the desktop passes through this process: it
// forwards the configured ones, and keeps, logs and names no other. A separate process, because its library aborts when it fails.

const codes = new Map<number, BareModifier>([
  [UiohookKey.Ctrl, 'ControlLeft'],
  [UiohookKey.CtrlRight, 'ControlRight'],
  [UiohookKey.Alt, 'AltLeft'],
  [UiohookKey.AltRight, 'AltRight'],
  [UiohookKey.Shift, 'ShiftLeft'],
  [UiohookKey.ShiftRight, 'ShiftRight'],
  [UiohookKey.Meta, 'SuperLeft'],
  [UiohookKey.MetaRight, 'SuperRight'],
]);

let watched: ReadonlySet<BareModifier> = new Set();
const down = new Set<BareModifier>();

/** Older than this, an event's time is by another clock. */
const LONGEST_WAY_MS = 10_000;

/** On Linux an event has the time of the X server, whose clock is the system's own (GetTimeInMillis), in 32 bits; elsewhere it counts as of now. */
function happenedAt(time: number): number {
  const now = Number(process.hrtime.bigint() / 1_000_000n);
  const age = process.platform === 'linux' ? (now - time) >>> 0 : 0;
  return age <= LONGEST_WAY_MS ? now - age : now;
}

const parent = serveParent<ObserverChannel>({
  on: {
    watch: (keys) => {
      watched = new Set(keys);
    },
  },
  answer: {},
  // At once: an ordinary exit waits for the library's thread, and one was left hanging when application and X server had been killed together.
  onGone: () => process.kill(process.pid, 'SIGKILL'),
});

uIOhook.on('keydown', ({ keycode, time }) => {
  const key = codes.get(keycode);
  if (key === undefined || !watched.has(key)) {
    if (down.size > 0) parent.send('interrupted');
    return;
  }
  // A key that repeats itself is down already.
  if (down.has(key)) return;
  down.add(key);
  parent.send('down', key, happenedAt(time));
});
uIOhook.on('keyup', ({ keycode, time }) => {
  const key = codes.get(keycode);
  if (key !== undefined && down.delete(key)) parent.send('up', key, happenedAt(time));
});
uIOhook.start();

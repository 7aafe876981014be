import type { BareModifier } from '@quoth/contract';
import { serveParent } from '@quoth/processes/parent';
import type { XInputExtension } from 'x11';
import { happenedAt } from '../native/shared-clock.ts';
import { XConnection } from '../x11/x-server.ts';
import type { ObserverChannel } from './key-observer.ts';

// Watches the keyboard for bare modifiers, which no program can take for itself. Every key of the desktop passes
// through this process: it forwards the configured ones, and keeps, logs and names no other. A separate process,
// because the library for macOS and Windows aborts when it fails.

/** Of the X server, the same on every keyboard (xkeyboard-config, keycodes/evdev). */
const X11_CODES = new Map<number | undefined, BareModifier>([
  [37, 'ControlLeft'],
  [105, 'ControlRight'],
  [64, 'AltLeft'],
  [108, 'AltRight'],
  [50, 'ShiftLeft'],
  [62, 'ShiftRight'],
  [133, 'SuperLeft'],
  [134, 'SuperRight'],
]);

let watched: ReadonlySet<BareModifier> = new Set();
const down = new Set<BareModifier>();

const parent = serveParent<ObserverChannel>({
  on: {
    watch: (keys) => {
      watched = new Set(keys);
    },
  },
  answer: {
    start: () => (process.platform === 'linux' ? watchX11() : watchOtherSystem()).catch(end),
  },
  onGone: end,
});

/** At once: an ordinary exit waits for threads of a library. */
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}

async function watchX11(): Promise<void> {
  const [display = '', XAUTHORITY, HOME] = process.argv.slice(2);
  const connection = await XConnection.open(display, { XAUTHORITY, HOME });
  if (!connection) return end();
  connection.onEnd(end);
  const input = await connection.extension<XInputExtension>((done) =>
    connection.client.require('xinput', done),
  );
  connection.onEvent(({ name, detail, time = 0 }) => {
    if (name === 'XIRawKeyPress') pressed(X11_CODES.get(detail), time);
    else if (name === 'XIRawKeyRelease') released(X11_CODES.get(detail), time);
  });
  const mask = input.EventMask.RawKeyPress | input.EventMask.RawKeyRelease;
  input.XISelectEvents(connection.root, { deviceId: input.AllMasterDevices, mask });
  await connection.sync();
}

async function watchOtherSystem(): Promise<void> {
  const { UiohookKey, uIOhook } = await import('uiohook-napi');
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
  uIOhook.on('keydown', ({ keycode, time }) => pressed(codes.get(keycode), time));
  uIOhook.on('keyup', ({ keycode, time }) => released(codes.get(keycode), time));
  uIOhook.start();
}

function pressed(key: BareModifier | undefined, time: number): void {
  if (key === undefined || !watched.has(key)) {
    if (down.size > 0) parent.send('interrupted');
    return;
  }
  // A key that repeats itself is down already.
  if (down.has(key)) return;
  down.add(key);
  parent.send('down', key, happenedAt(time));
}

function released(key: BareModifier | undefined, time: number): void {
  if (key !== undefined && down.delete(key)) parent.send('up', key, happenedAt(time));
}

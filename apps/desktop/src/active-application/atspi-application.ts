import { setTimeout as pause } from 'node:timers/promises';
import type { MessageBus } from 'dbus-native';
import { SessionBus } from '../session/session-bus.ts';
import {
  type ActiveApplication,
  type ActiveProgram,
  type Cursor,
  onlyInFront,
} from './active-application.ts';

const ACCESSIBLE = 'org.a11y.atspi.Accessible';
const APPLICATION = 'org.a11y.atspi.Application';
const TEXT = 'org.a11y.atspi.Text';
const ROOT: ObjectAt = ['org.a11y.atspi.Registry', '/org/a11y/atspi/accessible/root'];
const WINDOW_EVENTS = [
  'window:activate',
  'window:deactivate',
  'object:state-changed:active',
  'object:state-changed:focused',
];
/** A program that does not answer within this time is busy, and so has not been typed into. */
const ANSWER_MS = 300;
/** After this time, what is known of the window is enough. */
const WALK_MS = 800;
/** Objects that are asked for their state in one look: a browser's page has thousands. */
const MAX_OBJECTS = 2_000;
const MAX_CHILDREN = 200;

/**
 * What has the cursor is not found in every program: a window that was walked through in vain is taken at its word for
 * so long.
 */
const UNFOCUSED_MS = 1_500;

/** A program that was woken shows what is in its window within this time, on a busy machine too. */
const WAKE_MS = 2_000;
const WAKE_LOOK_MS = 50;
/** What Chromium has in its windows until it is asked for more than names, roles and states. */
const NOTHING = '/org/a11y/atspi/null';

/** Room for a correction that is longer than what it corrects. */
const BEHIND = 100;

/** Numbers of states and roles (at-spi2-core, atspi-constants.h). */
const ACTIVE = 1;
const EDITABLE = 7;
const FOCUSED = 12;
const SHOWING = 25;
const PASSWORD_TEXT = 40;
const TERMINAL = 60;

/** An object as AT-SPI names it: whose connection, and its path there. */
type ObjectAt = readonly [program: string, path: string];

/** What was found by walking through the programs, and where: two questions tell whether it still holds. */
interface Found {
  readonly program: ActiveProgram;
  readonly window: ObjectAt;
  /** Undefined if nothing in the window has the cursor. */
  readonly focused: ObjectAt | undefined;
  readonly at: number;
}

/**
 * The active window by the desktop's accessibility service (AT-SPI), which GNOME reveals on Wayland without a
 * permission. Programs that do not speak to it are not seen.
 */
export class AtspiApplication {
  readonly #bus: SessionBus;
  #accessibility: Promise<SessionBus | null> | undefined;
  #last: Found | undefined;
  readonly #mayWake: () => boolean;

  /** `mayWake`: whether programs that tell only the names of their windows are asked to tell what is in them. */
  constructor(bus: SessionBus, mayWake: () => boolean) {
    this.#bus = bus;
    this.#mayWake = mayWake;
  }

  /** Null if no window of a program that speaks AT-SPI is active. Never rejects. */
  async current(): Promise<ActiveProgram | null> {
    const bus = await this.#connection();
    if (!bus) return null;
    const known = this.#last && (await stillThere(bus, this.#last));
    if (known) return known;
    const found = await walk(bus, this.#mayWake);
    // What is hidden may show the next moment.
    this.#last = found?.program.focus === 'hidden' ? undefined : found;
    return found?.program ?? null;
  }

  /**
   * How many characters are before the cursor in the field that has it; undefined if its program does not tell. Never
   * rejects.
   */
  async cursor(): Promise<Cursor | undefined> {
    const bus = await this.#connection();
    if (!bus || !(await this.current()) || !this.#last?.focused) return undefined;
    const [connection, path] = this.#last.focused;
    const offset = await property(bus, this.#last.focused, 'CaretOffset', TEXT);
    return typeof offset === 'number' ? { field: connection + path, offset } : undefined;
  }

  /**
   * Reads what becomes of `text`, if that is what stands before the cursor now: the answer reads its place again, with
   * up to `BEHIND` characters behind it. Undefined in a terminal, and where its program does not tell. Never rejects.
   */
  async textBeforeCursor(text: string): Promise<(() => Promise<string | undefined>) | undefined> {
    const bus = await this.#connection();
    const program = bus && (await this.current());
    const field = this.#last?.focused;
    if (!bus || !field || program?.focus !== 'other') return undefined;
    const end = await property(bus, field, 'CaretOffset', TEXT);
    const start = Number(end) - [...text].length;
    if (!(start >= 0) || (await textOf(bus, field, start, Number(end))) !== text) return undefined;
    return () => textOf(bus, field, start, Number(end) + BEHIND);
  }

  async close(): Promise<void> {
    await (await this.#accessibility)?.close();
  }

  async #connection(): Promise<MessageBus | undefined> {
    this.#accessibility ??= this.#open();
    const bus = await (await this.#accessibility)?.connection();
    // It is started when it is first asked for, which may be later.
    if (!bus) this.#accessibility = undefined;
    return bus;
  }

  async #open(): Promise<SessionBus | null> {
    const address = await this.#bus.call<string>({
      destination: 'org.a11y.Bus',
      path: '/org/a11y/bus',
      interface: 'org.a11y.Bus',
      member: 'GetAddress',
    });
    const bus = SessionBus.of({ DBUS_SESSION_BUS_ADDRESS: address });
    // Chromium reports whether its windows are active only while a listener for it exists. The listener does nothing:
    // the state is asked for.
    for (const event of WINDOW_EVENTS)
      await bus?.call({
        destination: ROOT[0],
        path: '/org/a11y/atspi/registry',
        interface: ROOT[0],
        member: 'RegisterEvent',
        signature: 'sass',
        body: [event, [], ''],
      });
    return bus;
  }
}

/**
 * The active program of GNOME on Wayland: by AT-SPI, and of programs of XWayland, which need not speak it, by the X
 * server.
 */
export function gnomeApplication(
  atspi: AtspiApplication,
  x11: Pick<ActiveApplication, 'current' | 'close' | 'raise'> | undefined,
): ActiveApplication {
  const { current } = onlyInFront(async () => (await atspi.current()) ?? (await x11?.current()) ?? null);
  return {
    current,
    cursor: () => atspi.cursor(),
    textBeforeCursor: (text) => atspi.textBeforeCursor(text),
    open: () => Promise.resolve(null),
    // The shell raises windows of XWayland alone for a program.
    raise: async (pid) => (await x11?.raise?.(pid)) ?? false,
    close: () => {
      x11?.close();
      void atspi.close();
    },
  };
}

/**
 * The program that was found last, if its window is still active and the cursor where it was; undefined if that has to
 * be looked for.
 */
async function stillThere(bus: MessageBus, last: Found): Promise<ActiveProgram | undefined> {
  const { program, window, focused, at } = last;
  if (!focused && performance.now() - at > UNFOCUSED_MS) return undefined;
  const [isActive, isFocused, inside, title] = await Promise.all([
    stateOf(bus, window).then((state) => state?.(ACTIVE)),
    !focused || stateOf(bus, focused).then((state) => state?.(FOCUSED)),
    focused && focusOf(bus, focused),
    property(bus, window, 'Name'),
  ]);
  return isActive && isFocused && !inside ? { ...program, title: titleOf(title) } : undefined;
}

async function walk(bus: MessageBus, mayWake: () => boolean): Promise<Found | undefined> {
  const programs = await children(bus, ROOT);
  const found = await Promise.all(programs.map((program) => activeWindow(bus, program)));
  const window = found.find((one) => one !== undefined);
  if (!window) return undefined;
  const [name, pid, toolkit, isWhole] = await Promise.all([
    property(bus, window.program, 'Name'),
    processOf(bus, window.at[0]),
    property(bus, window.program, 'ToolkitName', APPLICATION),
    wake(bus, window.at, mayWake),
  ]);
  const focus = await focusOf(bus, window.at);
  // A page is woken piece by piece, may be larger than a look, and may not answer: only a field that was seen is known
  // to be no password field.
  const needsField = toolkit === undefined || toolkit === 'Chromium' || !isWhole;
  const isHidden = needsField && focus?.is !== 'password' && !focus?.isField;
  const program = {
    program: String(name ?? ''),
    title: window.title,
    pid,
    windowId: `atspi:${window.at.join('')}`,
    focus: isHidden ? ('hidden' as const) : focus?.is,
  };
  return { program, window: window.at, focused: focus?.at, at: performance.now() };
}

async function activeWindow(bus: MessageBus, program: ObjectAt) {
  const windows = await children(bus, program);
  const states = await Promise.all(windows.map((window) => stateOf(bus, window)));
  const at = windows.find((_, index) => states[index]?.(ACTIVE));
  if (!at) return undefined;
  return { program, at, title: titleOf(await property(bus, at, 'Name')) };
}

/**
 * Asking for its attributes makes a window of Chromium tell what is in it, as long as it runs; this was tried with its
 * versions 150 and 156. False if the window hid that at first, or did not answer.
 */
async function wake(bus: MessageBus, window: ObjectAt, mayWake: () => boolean): Promise<boolean> {
  const end = performance.now() + WAKE_MS;
  for (let isFirst = true; ; isFirst = false) {
    const inside = await answeredChildren(bus, window);
    if (!inside) return false;
    const isHidden = inside.length > 0 && inside.every(([, path]) => path === NOTHING);
    if (!isHidden || !mayWake() || performance.now() > end) return isFirst && !isHidden;
    await ask(bus, window, 'GetAttributes');
    await pause(WAKE_LOOK_MS);
  }
}

function titleOf(name: unknown): string | undefined {
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** What has the cursor. */
interface Focus {
  readonly is: 'terminal' | 'password' | 'other';
  readonly at: ObjectAt;
  /** Whether it is known to be a field that can be written into. */
  readonly isField: boolean;
}

/** What the cursor is in, level by level: only what shows is looked into. */
async function focusOf(bus: MessageBus, window: ObjectAt): Promise<Focus | undefined> {
  const end = performance.now() + WALK_MS;
  let level: { readonly at: ObjectAt; readonly isPassword: boolean }[] = [{ at: window, isPassword: false }];
  let asked = 0;
  let found: Focus | undefined;
  while (level.length > 0 && asked < MAX_OBJECTS && performance.now() < end) {
    const below = await Promise.all(
      level.map(async ({ at, isPassword }) => {
        const inside = await children(bus, at);
        return inside.slice(0, MAX_CHILDREN).map((child) => ({ at: child, isPassword }));
      }),
    );
    const next = below.flat().slice(0, MAX_OBJECTS - asked);
    asked += next.length;
    const seen = await Promise.all(
      next.map(async ({ at, isPassword }) => {
        const [state, role] = await Promise.all([stateOf(bus, at), roleOf(bus, at)]);
        return { at, isPassword: isPassword || role === PASSWORD_TEXT, role, state };
      }),
    );
    // A focused widget may have another inside that has the cursor: GTK's password field does.
    const focused = seen.find(({ state }) => state?.(FOCUSED));
    if (focused) {
      const isField = focused.role !== undefined && focused.state?.(EDITABLE) === true;
      if (focused.isPassword) return { is: 'password', at: focused.at, isField };
      found = { is: focused.role === TERMINAL ? 'terminal' : 'other', at: focused.at, isField };
      level = [focused];
    } else level = seen.filter(({ state }) => state?.(SHOWING));
  }
  return found;
}

async function ask(
  bus: MessageBus,
  [destination, path]: ObjectAt,
  member: string,
  from = ACCESSIBLE,
  body: readonly (string | number)[] = [],
): Promise<unknown> {
  const types = body.map((value) => (typeof value === 'string' ? 's' : 'i')).join('');
  const signature = body.length > 0 ? { signature: types, body: [...body] } : {};
  return bus
    .invoke({ destination, path, interface: from, member, ...signature }, { timeout: ANSWER_MS })
    .catch(() => undefined);
}

async function children(bus: MessageBus, at: ObjectAt): Promise<readonly ObjectAt[]> {
  return (await answeredChildren(bus, at)) ?? [];
}

/** Undefined if it did not answer. */
async function answeredChildren(bus: MessageBus, at: ObjectAt): Promise<readonly ObjectAt[] | undefined> {
  const found = await ask(bus, at, 'GetChildren');
  if (!Array.isArray(found)) return undefined;
  return found.filter(
    (one): one is ObjectAt =>
      Array.isArray(one) && typeof one[0] === 'string' && one[0] !== '' && typeof one[1] === 'string',
  );
}

/** Answers whether the object is in a state; undefined if it did not answer. */
async function stateOf(bus: MessageBus, at: ObjectAt): Promise<((state: number) => boolean) | undefined> {
  const words = await ask(bus, at, 'GetState');
  if (!Array.isArray(words)) return undefined;
  return (state) => ((Number(words[state >> 5] ?? 0) >>> (state & 31)) & 1) === 1;
}

/** Undefined if it did not answer. */
async function roleOf(bus: MessageBus, at: ObjectAt): Promise<number | undefined> {
  const role = await ask(bus, at, 'GetRole');
  return typeof role === 'number' ? role : undefined;
}

function property(bus: MessageBus, at: ObjectAt, name: string, of = ACCESSIBLE): Promise<unknown> {
  return ask(bus, at, 'Get', 'org.freedesktop.DBus.Properties', [of, name]);
}

/** As far as the text goes; undefined if the program does not tell. */
async function textOf(
  bus: MessageBus,
  at: ObjectAt,
  start: number,
  end: number,
): Promise<string | undefined> {
  const count = await property(bus, at, 'CharacterCount', TEXT);
  if (typeof count !== 'number' || count < start) return undefined;
  const text = await ask(bus, at, 'GetText', TEXT, [start, Math.min(end, count)]);
  return typeof text === 'string' ? text : undefined;
}

async function processOf(bus: MessageBus, connection: string): Promise<number | undefined> {
  const daemon: ObjectAt = ['org.freedesktop.DBus', '/org/freedesktop/DBus'];
  const pid = await ask(bus, daemon, 'GetConnectionUnixProcessID', 'org.freedesktop.DBus', [connection]);
  return typeof pid === 'number' ? pid : undefined;
}

import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type {
  DeliveryRequest,
  DeliveryResult,
  DesktopSession,
  SelectedText,
  TextDelivery,
} from '@quoth/core';
import { SupervisedChild } from '@quoth/processes';
import { ownFile } from '@quoth/processes/places';
import type { ActiveApplication, ActiveProgram } from '../active-application/active-application.ts';
import { offeredProtocols } from '../active-application/toplevel-application.ts';
import { monotonicMs } from '../native/shared-clock.ts';
import { isControlOffered, type ProcessOf } from '../wayland/data-control.ts';
import type { SelectionsChannel, TextRead } from '../wayland/selections-host.ts';
import { keyboardProtocol, type VirtualChord } from '../wayland/virtual-keyboard.ts';
import type { Clipboard } from './clipboard.ts';
import type { NotPasted } from './delivery-host.ts';
import { ANSWER_MS, ClipboardOwner, explained } from './hosted-delivery.ts';
import { notPasted, notRestored } from './not-pasted.ts';
import {
  isOver,
  isPasswordPrompt,
  isTerminal,
  keyBehind,
  onOneLine,
  type PasteState,
  startPaste,
  stepPaste,
  stepsBack,
} from './pasting.ts';
import { ExpectedKeyboard, keyboardRefusal, type PortalKeyboard } from './portal-keyboard.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Keys for one delivery. */
export interface OpenKeys {
  /** Presses these keys, once or several times. False if the desktop takes none. */
  press(chord: VirtualChord, times?: number): Promise<boolean>;
  close(): void;
}

/** How keys are pressed on this desktop. */
export interface WaylandKeys {
  /** A text is about to come: what takes time can be opened. */
  expect?(): void;
  /** Or why none can be pressed. Never rejects. */
  open(): Promise<OpenKeys | NotPasted | 'no-way'>;
}

export interface WaylandDeliveryOptions {
  readonly env: Environment;
  readonly session: DesktopSession;
  readonly clipboard: Clipboard;
  /** Reports which window has the focus; if that is unknown, nothing is written. */
  readonly activeApplication: ActiveApplication;
  /** Without them, those of a keyboard of our own, as wlroots desktops lend it. */
  readonly keys?: WaylandKeys;
}

/** Where the desktop tells no focus and the user has allowed any window. */
const ANYWHERE: ActiveProgram = { program: '', windowId: '' };
const MAIN = ownFile('../wayland/selections-main.ts', import.meta.url);
const TICK_MS = 10;
/** Where the target's process is unknown: a clipboard manager that reads everything has done so within this time. */
const MANAGER_MS = 150;

/**
 * Texts at the cursor on KDE and on Wayland desktops that lend keyboards: both selections by data control, from a
 * process that owns them meanwhile, and Shift+Insert. A text counts as delivered when the target's own process has read
 * it after the key press; what clipboard managers such as Klipper read counts for nothing.
 */
export class WaylandDelivery implements TextDelivery {
  readonly #options: WaylandDeliveryOptions;
  readonly #keys: WaylandKeys;
  readonly #owner: ClipboardOwner<SupervisedChild<SelectionsChannel>>;
  #receipt: Receipt | undefined;
  /** Clipboard histories that start a program for each text. */
  readonly #histories = new Set<number>();
  /** One at a time: two simultaneous deliveries would paste each other's text. */
  #work: Promise<unknown> = Promise.resolve();

  constructor(options: WaylandDeliveryOptions) {
    this.#options = options;
    this.#keys = options.keys ?? this.#ownKeyboard;
    const { WAYLAND_DISPLAY = '', XDG_RUNTIME_DIR = '', HOME, PATH, NODE_COMPILE_CACHE } = options.env;
    const host = new SupervisedChild<SelectionsChannel>({
      main: MAIN,
      args: [WAYLAND_DISPLAY, XDG_RUNTIME_DIR],
      env: { HOME, PATH, NODE_COMPILE_CACHE },
      on: {
        asked: (read) => this.#receipt?.asked(read),
        served: (id, isWhole, at) => this.#receipt?.served(id, isWhole, at),
        superseded: () => this.#receipt?.superseded(),
      },
      restart: 'never',
    });
    this.#owner = new ClipboardOwner(host, options);
  }

  prepare(): void {
    this.#owner.watchLock();
    void this.#owner.running?.request('keep', ANSWER_MS);
    // Long before its first key: programs lose keys of a keyboard that has just come.
    if (!this.#options.keys) this.#ownKeyboard.expect();
  }

  async place(): Promise<string | undefined> {
    this.#keys.expect?.();
    void this.#owner.running?.request('keep', ANSWER_MS);
    return (await this.#options.activeApplication.current())?.windowId;
  }

  deliver(text: string, request: DeliveryRequest): Promise<DeliveryResult> {
    const delivered = this.#work.then(() => this.#deliver(text, request));
    this.#work = delivered.catch(() => undefined);
    return delivered;
  }

  async clipboardText(): Promise<string | undefined> {
    const { isLocked, running } = this.#owner;
    return isLocked ? undefined : running?.request('clipboardText', ANSWER_MS);
  }

  /**
   * The primary selection, if the program with the focus owns it. Nothing else counts as read, and only a terminal
   * surely has nothing selected.
   */
  async selectedText(): Promise<SelectedText> {
    const target = this.#owner.isLocked ? null : await this.#options.activeApplication.current();
    if (!target || isPasswordPrompt(target.program)) return { is: 'unreadable' };
    // Each window of a terminal may be a process of its own, and they all have the same name.
    if (target.pid === undefined && isTerminal(target.program)) return { is: 'unreadable' };
    const text = await this.#owner.running?.request('selected', ANSWER_MS, processOf(target));
    if (text) return { is: 'text', text, place: target.windowId };
    return text === null && isTerminal(target.program) ? { is: 'nothing' } : { is: 'unreadable' };
  }

  /**
   * Whether the compositor offers what this needs; undefined if it does not answer. Whether a portal's keys are allowed
   * is asked of the portal.
   */
  async canWrite(): Promise<boolean | undefined> {
    const offered = await offeredProtocols(this.#options.env);
    if (!offered) return undefined;
    const hasKeyboard = this.#options.keys !== undefined || offered.has(keyboardProtocol);
    return hasKeyboard && isControlOffered((protocol) => offered.get(protocol));
  }

  close(): void {
    this.#owner.close();
  }

  /** It stays as long as the process that owns the selections. */
  readonly #ownKeyboard = {
    expect: () => void this.#owner.running?.request('openKeyboard', ANSWER_MS),
    open: async (): Promise<OpenKeys | 'no-way'> => {
      const isOpen = await this.#owner.running?.request('openKeyboard', ANSWER_MS);
      if (!isOpen) return 'no-way';
      const press = async (chord: VirtualChord, times = 1) =>
        (await this.#owner.running?.request('press', ANSWER_MS, chord, times)) ?? false;
      return { press, close: () => undefined };
    },
  };

  async #deliver(text: string, request: DeliveryRequest): Promise<DeliveryResult> {
    if (request.to === 'copy') return this.#owner.copy(text);
    if (this.#owner.isLocked) return this.#copied(text, 'locked');
    const target = await this.#target();
    const refusal = refusalOf(target, request.place);
    // Where no keys are lent either, there is nothing that the user could allow.
    if (refusal !== undefined && refusal !== 'focus-unknown') return this.#copied(text, refusal);
    const keys = await this.#keys.open();
    if (typeof keys === 'string') return this.#copied(text, keys);
    if (refusal || !target) return this.#copied(text, refusal ?? 'no-focus');
    try {
      const result = await this.#paste(text, request.joint, target, keys);
      if (typeof result === 'string') return await this.#copied(text, result);
      const key = keyBehind(request, target.program);
      const steps = key ? 1 : stepsBack({ ...request, text }, { isTerminal: mayBeTerminal(target) });
      // The receipt may have taken seconds, and what has the focus by now did not get the text.
      const isThere = steps > 0 && (await this.#target())?.windowId === target.windowId;
      const isPressed = isThere && (await keys.press(key ?? 'left', steps));
      return {
        as: 'delivered',
        problem: result.isRestored ? undefined : notRestored(),
        ...(isPressed && key && { pressed: key }),
      };
    } finally {
      keys.close();
    }
  }

  /** Null if no window has the focus. */
  async #target(): Promise<ActiveProgram | null> {
    const { activeApplication } = this.#options;
    const active = await activeApplication.current();
    return active ?? ((await activeApplication.knowsFocus?.()) === false ? ANYWHERE : null);
  }

  async #paste(
    text: string,
    joint: string,
    target: ActiveProgram,
    keys: OpenKeys,
  ): Promise<{ readonly isRestored: boolean } | NotPasted | 'no-way'> {
    const { pid } = target;
    const receipt = new Receipt(target, this.#histories);
    this.#receipt = receipt;
    try {
      const isOffered = await this.#owner.running?.request('offer', ANSWER_MS, {
        text: joint + (mayBeTerminal(target) ? onOneLine(text) : text),
        withPrimary: !(await this.#isSelectedIn(target)),
        pid,
      });
      if (!isOffered) return 'no-way';
      if (pid === undefined) await pause(MANAGER_MS);
      // Checked again right before the key press: the focus may have moved meanwhile.
      if ((await this.#target())?.windowId !== target.windowId) return 'focus-moved';
      receipt.pressed();
      if (!(await keys.press('paste'))) return 'keys-not-pressed';
      const result = await receipt.result();
      if (result === 'pasted')
        return { isRestored: (await this.#owner.host.request('restore', ANSWER_MS)) ?? false };
      return result;
    } finally {
      this.#receipt = undefined;
      // The selection is restored in any case; the text to copy is put on the clipboard afterwards.
      if (receipt.phase !== 'pasted') await this.#owner.host.request('restore', ANSWER_MS);
    }
  }

  /**
   * Whether this program's own selection is to be replaced: many programs drop it when the primary selection is taken
   * from them. Terminals paste the primary selection by Shift+Insert, so they get the text there whatever is selected.
   */
  async #isSelectedIn(target: ActiveProgram): Promise<boolean> {
    if (mayBeTerminal(target)) return false;
    return Boolean(await this.#owner.running?.request('selected', ANSWER_MS, processOf(target)));
  }

  async #copied(text: string, reason: Parameters<typeof notPasted>[0]): Promise<DeliveryResult> {
    // If another program has copied something since, that stays.
    if (reason === 'superseded') return { as: 'shown', problem: notPasted(reason) };
    return explained(await this.#owner.copy(text), reason);
  }
}

/** What is not known may be a terminal. */
function mayBeTerminal(target: ActiveProgram): boolean {
  return target === ANYWHERE || isTerminal(target.program);
}

function processOf({ pid, program }: ActiveProgram): ProcessOf {
  return pid ?? program;
}

function refusalOf(
  target: ActiveProgram | null,
  place: string | undefined,
): NotPasted | 'focus-unknown' | undefined {
  if (!target) return 'no-focus';
  if (target === ANYWHERE) return place === undefined ? undefined : 'focus-unknown';
  if (place !== undefined && target.windowId !== place) return 'focus-moved';
  return isPasswordPrompt(target.program) ? 'password-prompt' : undefined;
}

/** What tells whether the target has received a text: its own request, after the key press. */
class Receipt {
  readonly #target: ActiveProgram;
  /** Processes that run before the text is offered, as the target does. */
  readonly #running = new Set(readdirSync('/proc'));
  readonly #histories: Set<number>;
  /** Who has read before the key press. */
  readonly #early = new Set<TextRead['reader']>();
  readonly #open = new Set<number>();
  #state: PasteState | undefined;
  #pressedAt = Number.POSITIVE_INFINITY;
  #isSuperseded = false;

  constructor(target: ActiveProgram, histories: Set<number>) {
    this.#target = target;
    this.#histories = histories;
  }

  get phase(): PasteState['phase'] | undefined {
    return this.#state?.phase;
  }

  pressed(): void {
    this.#pressedAt = monotonicMs();
    this.#state = startPaste(this.#pressedAt);
  }

  asked({ at, reader, id }: TextRead): void {
    if (typeof reader === 'number' && !this.#running.has(String(reader))) {
      const parent = parentOf(reader);
      if (parent !== undefined) this.#histories.add(parent);
      return;
    }
    if (at < this.#pressedAt) {
      this.#early.add(reader);
      return;
    }
    if (!this.#isTarget(reader) || !this.#state) return;
    this.#open.add(id);
    this.#state = stepPaste(this.#state, { type: 'asked', byTarget: true, now: at });
  }

  served(id: number, isWhole: boolean, at: number): void {
    if (this.#open.delete(id) && this.#state)
      this.#state = stepPaste(this.#state, { type: 'served', isWhole, now: at });
  }

  superseded(): void {
    this.#isSuperseded = true;
    if (this.#state) this.#state = stepPaste(this.#state, { type: 'superseded' });
  }

  async result(): Promise<'pasted' | 'not-asked' | 'superseded'> {
    if (this.#isSuperseded && this.#state) this.#state = stepPaste(this.#state, { type: 'superseded' });
    while (this.#state && !isOver(this.#state)) {
      await pause(TICK_MS);
      this.#state = stepPaste(this.#state, { type: 'tick', now: monotonicMs() });
    }
    return this.#state && isOver(this.#state) ? this.#state.phase : 'not-asked';
  }

  /**
   * Where the target's process is known, only its own read counts, or that of the compositor for a program under
   * XWayland: a clipboard manager that starts a program for each text is not always found. Otherwise it is one of the
   * program's processes, because a launcher over the window may have the keyboard; none that has read before the key
   * press, as who reads everything, none that was started for a text or starts such programs, and none that was not
   * found.
   */
  #isTarget(reader: TextRead['reader']): boolean {
    const { pid, program } = this.#target;
    if (pid !== undefined && reader !== null) return reader === pid;
    if (reader === undefined || this.#early.has(reader)) return false;
    if (reader === null) return true;
    return !this.#histories.has(reader) && (this.#target === ANYWHERE || isProcessOf(program, reader));
  }
}

/** Folders in which everyone's programs are, and names that are part of any other, say nothing. */
const sharedFolders = new Set(['local', 'share', 'libexec', 'home']);
const MIN_LENGTH = 4;

/**
 * The window of a web application is named after its browser, its address or its number, and a profile; Chromium, too,
 * says chrome there: `chrome-127.0.0.1__-Default`.
 */
const webApplication = /^(chrom(?=e)|brave|msedge|vivaldi)\w*-(?:.*__|[a-p]{32}).*-/;

/**
 * Whether a process belongs to the program that a window names: `org.gnome.Terminal` is gnome-terminal-server,
 * `libreoffice-writer` is /usr/lib/libreoffice/program/soffice.bin, and some are scripts.
 */
function isProcessOf(program: string, pid: number): boolean {
  const named = program.toLowerCase();
  const wanted = webApplication.exec(named)?.[1] ?? named.split('.').at(-1) ?? '';
  const isLike = (part: string) => {
    if (part === wanted) return true;
    const [short = '', long = ''] = [part, wanted].sort((a, b) => a.length - b.length);
    return short.length >= MIN_LENGTH && !sharedFolders.has(short) && long.includes(short);
  };
  try {
    const [path = '', script = ''] = readFileSync(`/proc/${pid}/cmdline`, 'latin1').toLowerCase().split('\0');
    const own = readFileSync(`/proc/${pid}/comm`, 'latin1').toLowerCase().trim();
    return [own, ...path.split('/'), script.split('/').at(-1) ?? ''].some(isLike);
  } catch {
    return false;
  }
}

function parentOf(pid: number): number | undefined {
  try {
    // The program's name is in parentheses, and may hold any of them.
    const parent = Number(/.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
    return parent > 1 ? parent : undefined;
  } catch {
    return undefined;
  }
}

/** Keys by the desktop's portal, once the user has allowed it: KDE. */
export function keysByPortal(keyboard: PortalKeyboard): WaylandKeys {
  const keyboards = new ExpectedKeyboard(keyboard);
  return {
    expect: () => keyboards.expect(),
    open: async () => (await keyboards.take()) ?? keyboardRefusal(keyboard.known) ?? 'keys-not-pressed',
  };
}

import type { SendKey } from '@quoth/contract';
import type { SelectedText } from '@quoth/core';
import x11, { type XInputExtension, type XResExtension } from 'x11';
import { activeWindow, windowClass } from '../active-application/x11-application.ts';
import { Keyboard, keyCombinations, X11Keys } from '../x11/keyboard.ts';
import { SelectionOwner } from '../x11/selection-owner.ts';
import {
  type Format,
  isTextTarget,
  type SavedClipboard,
  SelectionReader,
  textFormats,
} from '../x11/selection-reader.ts';
import type { XConnection } from '../x11/x-server.ts';
import type { Chord, NotPasted, PasteRequest, PasteResult, Paster, PressKeys } from './delivery-host.ts';
import {
  isOver,
  isPasswordPrompt,
  isTerminal,
  keyBehind,
  onOneLine,
  PATIENCE_MS,
  type PasteEvent,
  type PasteState,
  startPaste,
  stepPaste,
  stepsBack,
} from './pasting.ts';

const TICK_MS = 20;
/** XFIXES reports new owners (SetSelectionOwner). */
const OWNER_CHANGES = 1;

interface Saved {
  readonly clipboard: Promise<SavedClipboard>;
  /** Its owner at that time; if there is another one, something else was put there since. */
  readonly owner: number;
}

/** The window that a text is intended for, and its program. */
export interface X11Target {
  readonly place: string;
  readonly isTerminal: boolean;
  /** Undefined where it has no name. */
  readonly program: string | undefined;
  /** True if this window of the X server belongs to the same program. */
  isSameProgram(window: number): Promise<boolean>;
}

/**
 * The desktop's windows and keyboard, as pasting needs them: those of the X server, or on Wayland what the application
 * says of them.
 */
export interface PasteWindows {
  /** Whether programs of Wayland paste from here as well. */
  readonly isWayland: boolean;
  /** Identifies the focused window, whatever may be written there; undefined if it is not known here. */
  place(): Promise<string | undefined>;
  /** The focused window, or why nothing can be written there. */
  focused(request: Partial<PasteRequest>): Promise<X11Target | NotPasted>;
  /**
   * Offers a text, if there is one, and resolves when keys may be pressed: from then on, whatever is requested by the
   * target counts. False if the offer failed.
   */
  settle(owner: SelectionOwner, offer?: () => Promise<boolean>): Promise<boolean>;
  /** Whether a request for the text is that of a clipboard manager which was expected before the key press. */
  isLateManager(): boolean;
  /** False if the cursor may have been moved, or the text before it sent, since the last text was written. */
  isCursorThere(): boolean;
  /** A text was written, and the cursor is behind it. */
  written(): void;
  /** True once the keys were pressed; or why they were not. */
  press: PressKeys;
}

/**
 * Delivers texts to the focused program through the clipboard, which it restores afterwards. One connection, one
 * delivery at a time.
 */
export class X11Paster implements Paster {
  readonly #connection: XConnection;
  readonly #windows: PasteWindows;
  readonly #owner: SelectionOwner;
  readonly #reader: SelectionReader;
  readonly #clipboard: number;
  readonly #primary: number;
  readonly #saved = new Map<number, Saved>();
  /** Counts how often another program took a clipboard. */
  readonly #changes = new Map<number, number>();

  private constructor(
    connection: XConnection,
    windows: PasteWindows,
    window: number,
    atoms: readonly [number, number],
  ) {
    this.#connection = connection;
    this.#windows = windows;
    this.#owner = new SelectionOwner(connection, window);
    this.#reader = new SelectionReader(connection, window);
    [this.#clipboard, this.#primary] = atoms;
  }

  /** Rejects if the server lacks what pasting needs. */
  static async open(connection: XConnection, windows: PasteWindows): Promise<X11Paster> {
    const { client } = connection;
    const [clipboard, primary] = await Promise.all([
      connection.atom('CLIPBOARD'),
      connection.atom('PRIMARY'),
    ]);
    const window = client.AllocID();
    // Never shown: it only has a name by which it is asked.
    const { PropertyChange } = x11.eventMask;
    client.CreateWindow(window, connection.root, -10, -10, 1, 1, 0, 0, 2, 0, {
      overrideRedirect: true,
      eventMask: PropertyChange,
    });
    const desk = new X11Paster(connection, windows, window, [clipboard, primary]);
    const fixes = await connection.extension<import('x11').XfixesExtension>((done) =>
      client.require('fixes', done),
    );
    connection.onEvent((event) => {
      if (event.type !== fixes.firstEvent || event.selection === undefined || event.owner === window) return;
      desk.#changes.set(event.selection, (desk.#changes.get(event.selection) ?? 0) + 1);
    });
    for (const selection of [clipboard, primary])
      fixes.SelectSelectionInput(window, selection, OWNER_CHANGES);
    return desk;
  }

  /** The format STRING is Latin-1 on X11; Chromium under Wayland prefers it, and takes it for UTF-8. */
  #formats(text: string, isPassing: boolean): readonly Format[] {
    const formats = textFormats(text, isPassing);
    return this.#windows.isWayland ? formats.filter(({ target }) => target !== 'STRING') : formats;
  }

  /** True while programs paste from us. */
  get isOwner(): boolean {
    return this.#owner.ownsSelection;
  }

  /** Called when another program has taken the last clipboard that was ours. */
  set onFree(listener: () => void) {
    this.#owner.onLost = () => {
      if (!this.#owner.ownsSelection) listener();
    };
  }

  /** Identifies the focused window. The clipboards' contents are read meanwhile. */
  async look(): Promise<string | undefined> {
    const place = await this.#windows.place();
    for (const selection of [this.#clipboard, this.#primary]) void this.#save(selection);
    return place;
  }

  /** The text stays there until somebody copies something else; clipboard managers may keep it. */
  async copy(text: string): Promise<boolean> {
    return this.#owner.own(this.#clipboard, this.#formats(text, false));
  }

  async clipboardText(): Promise<string | undefined> {
    const { formats } = await this.#save(this.#clipboard);
    const utf8 = formats.find(
      ({ target }) => target === 'UTF8_STRING' || target === 'text/plain;charset=utf-8',
    );
    return (
      utf8?.data.toString('utf8') ??
      formats.find(({ target }) => target === 'STRING')?.data.toString('latin1')
    );
  }

  async paste(request: PasteRequest): Promise<PasteResult> {
    const { text, joint } = request;
    const target = await this.#windows.focused(request);
    if (typeof target === 'string') return this.#copied(text, target);
    const written =
      (this.#windows.isCursorThere() ? joint : '') + (target.isTerminal ? onOneLine(text) : text);
    const selections = await this.#selectionsFor(target);
    const saved = await Promise.all(selections.map((selection) => this.#save(selection)));
    const offer = async () => {
      for (const selection of selections)
        if (!(await this.#owner.own(selection, this.#formats(written, true)))) return false;
      return true;
    };
    if (!(await this.#windows.settle(this.#owner, offer))) return { as: 'failed', reason: 'superseded' };
    // Checked again right before the key press: the focus may have moved while we waited for keys.
    const stillThere = await this.#windows.focused({ ...request, place: target.place });
    const pressed = typeof stillThere !== 'string' && (await this.#pasted(target, selections));
    if (pressed === true) {
      this.#windows.written();
      const behind = await this.#pressedBehind(request, target);
      const isRestored = await this.#restore(selections, saved);
      return { as: 'pasted', isRestored, ...(behind && { pressed: behind }) };
    }
    const reason = typeof stillThere === 'string' ? stillThere : pressed || 'not-asked';
    if (reason === 'superseded') return { as: 'failed', reason };
    const rest = selections.filter((selection) => selection !== this.#clipboard);
    await this.#restore(rest, saved.slice(selections.length - rest.length));
    return this.#copied(text, reason);
  }

  /** The key that was pressed after the text; the receipt took a while, and the focus may have moved. */
  async #pressedBehind(request: PasteRequest, target: X11Target): Promise<SendKey | undefined> {
    const key = keyBehind(request, target.program);
    const steps = key ? 1 : stepsBack(request, target);
    if (steps === 0 || typeof (await this.#windows.focused({ ...request, place: target.place })) === 'string')
      return undefined;
    return (await this.#windows.press(key ?? 'left', steps)) === true ? key : undefined;
  }

  /**
   * What is selected in the focused program, which is made to copy it. The clipboard is restored. A program that says
   * nothing may still be busy.
   */
  async readSelection(): Promise<SelectedText> {
    const target = await this.#windows.focused({});
    if (typeof target === 'string') return { is: 'unreadable' };
    // In a terminal, Ctrl+C ends a program; what is selected there is in PRIMARY.
    if (target.isTerminal) return this.#primaryOf(target);
    const saved = await this.#save(this.#clipboard);
    await this.#windows.settle(this.#owner);
    if (typeof (await this.#windows.focused({ place: target.place })) === 'string')
      return { is: 'unreadable' };
    const before = this.#changes.get(this.#clipboard) ?? 0;
    if ((await this.#windows.press('copy')) !== true) return { is: 'unreadable' };
    const end = performance.now() + PATIENCE_MS;
    while ((this.#changes.get(this.#clipboard) ?? 0) === before) {
      if (performance.now() > end || this.#connection.hasEnded) return { is: 'unreadable' };
      await new Promise((resolve) => setTimeout(resolve, TICK_MS / 2));
    }
    if (!(await target.isSameProgram(await this.#reader.owner(this.#clipboard)))) return { is: 'unreadable' };
    const text = await this.#reader.text(this.#clipboard, PATIENCE_MS);
    if (saved.formats.length > 0) await this.#owner.own(this.#clipboard, saved.formats);
    return selected(text, target);
  }

  /** Terminals own PRIMARY for as long as something is selected in them. */
  async #primaryOf(target: X11Target): Promise<SelectedText> {
    const isOwn = await target.isSameProgram(await this.#reader.owner(this.#primary));
    return isOwn ? selected(await this.#reader.text(this.#primary, PATIENCE_MS), target) : { is: 'nothing' };
  }

  /**
   * CLIPBOARD and PRIMARY: terminals paste the second one by Shift+Insert. If the program itself owns PRIMARY, its
   * selected text is to be replaced, and many programs drop the selection when PRIMARY is taken from them.
   */
  async #selectionsFor(target: X11Target): Promise<readonly number[]> {
    const both = [this.#clipboard, this.#primary];
    if (target.isTerminal) return both;
    const isOwn = await target.isSameProgram(await this.#reader.owner(this.#primary));
    return isOwn ? [this.#clipboard] : both;
  }

  async #save(selection: number): Promise<SavedClipboard> {
    const own = this.#owner.formats(selection);
    if (own) return { formats: own, isWhole: true };
    const owner = await this.#reader.owner(selection);
    const known = this.#saved.get(selection);
    const changes = this.#changes.get(selection) ?? 0;
    if (known?.owner === owner + changes * 2 ** 32) return known.clipboard;
    const clipboard = this.#reader.save(selection);
    this.#saved.set(selection, { clipboard, owner: owner + changes * 2 ** 32 });
    return clipboard;
  }

  /** True if the target has received the text. */
  async #pasted(target: X11Target, selections: readonly number[]): Promise<true | NotPasted> {
    let state: PasteState = startPaste(performance.now());
    const step = (event: PasteEvent) => {
      state = stepPaste(state, event);
    };
    const lost = this.#owner.onLost;
    this.#owner.onLost = () => {
      if (!selections.some((selection) => this.#owner.owns(selection))) step({ type: 'superseded' });
    };
    this.#owner.onRequest = ({ requestor, target: form, served }) => {
      void target.isSameProgram(requestor).then(async (byTarget) => {
        if (!isTextTarget(form)) {
          if (byTarget) step({ type: 'looked', now: performance.now() });
          return;
        }
        if (byTarget && this.#windows.isLateManager()) return;
        step({ type: 'asked', byTarget, now: performance.now() });
        if (byTarget) step({ type: 'served', isWhole: await served, now: performance.now() });
      });
    };
    try {
      const isPressed = await this.#windows.press('paste');
      if (isPressed !== true) return isPressed;
      while (!isOver(state)) {
        await new Promise((resolve) => setTimeout(resolve, TICK_MS));
        if (this.#connection.hasEnded) return 'no-display';
        step({ type: 'tick', now: performance.now() });
      }
      return (state as PasteState).phase === 'pasted' ? true : (state as { phase: NotPasted }).phase;
    } finally {
      this.#owner.onRequest = () => undefined;
      this.#owner.onLost = lost;
    }
  }

  /** False if something could not be restored. What another program put there meanwhile stays. */
  async #restore(selections: readonly number[], saved: readonly SavedClipboard[]): Promise<boolean> {
    let isWhole = true;
    for (const [at, selection] of selections.entries()) {
      const before = saved[at];
      if (!this.#owner.owns(selection) || !before) continue;
      isWhole &&= before.isWhole;
      if (before.formats.length === 0) await this.#owner.release(selection);
      else await this.#owner.own(selection, before.formats);
    }
    return isWhole;
  }

  async #copied(text: string, reason: NotPasted): Promise<PasteResult> {
    return (await this.copy(text)) ? { as: 'copied', reason } : { as: 'failed', reason };
  }
}

function selected(text: string | undefined, { place }: X11Target): SelectedText {
  if (text === undefined) return { is: 'unreadable' };
  return text === '' ? { is: 'nothing' } : { is: 'text', text, place };
}

/** Windows of the X server, and its keyboard by XTEST. */
export class X11Windows implements PasteWindows {
  readonly isWayland = false;
  readonly #connection: XConnection;
  readonly #keys: X11Keys;
  #seesCursor = false;
  #isCursorThere = false;

  private constructor(connection: XConnection, keys: X11Keys) {
    this.#connection = connection;
    this.#keys = keys;
  }

  /** Rejects if the server has no XTEST. */
  static async open(connection: XConnection): Promise<X11Windows> {
    const windows = new X11Windows(connection, await X11Keys.create(connection));
    await windows.#watchCursor().catch(() => undefined);
    return windows;
  }

  /**
   * Which field of a window has the cursor X11 does not tell; a mouse button, Enter, Tab and the like may have moved
   * it.
   */
  async #watchCursor(): Promise<void> {
    const connection = this.#connection;
    const keyboard = await Keyboard.read(connection);
    const [controls, leaving] = [keyboard.controlKeyCodes(), keyboard.leavingKeyCodes(false)];
    const leavingWithControl = keyboard.leavingKeyCodes(true);
    let isControlDown = false;
    const input = await connection.extension<XInputExtension>((done) =>
      connection.client.require('xinput', done),
    );
    connection.onEvent(({ name, detail = 0 }) => {
      const isScrolled = detail > 3;
      const isKey = name === 'XIRawKeyPress';
      if ((isKey || name === 'XIRawKeyRelease') && controls.includes(detail)) isControlDown = isKey;
      const keys = isControlDown ? leavingWithControl : leaving;
      if (name === 'XIRawButtonPress' ? !isScrolled : isKey && keys.includes(detail))
        this.#isCursorThere = false;
    });
    const { RawKeyPress, RawKeyRelease, RawButtonPress } = input.EventMask;
    const mask = RawKeyPress | RawKeyRelease | RawButtonPress;
    input.XISelectEvents(connection.root, { deviceId: input.AllMasterDevices, mask });
    await connection.sync();
    this.#seesCursor = true;
  }

  isCursorThere(): boolean {
    return this.#isCursorThere;
  }

  written(): void {
    this.#isCursorThere = this.#seesCursor;
  }

  async place(): Promise<string | undefined> {
    return (await PasteTarget.focused(this.#connection))?.place;
  }

  async focused({ place }: Partial<PasteRequest>): Promise<PasteTarget | NotPasted> {
    const target = await PasteTarget.focused(this.#connection);
    if (!target) return 'no-focus';
    if (place !== undefined && target.place !== place) return 'focus-moved';
    return target.isPasswordPrompt ? 'password-prompt' : target;
  }

  async settle(_owner: SelectionOwner, offer?: () => Promise<boolean>): Promise<boolean> {
    if (offer && !(await offer())) return false;
    await this.#keys.freeKeys();
    return true;
  }

  isLateManager(): boolean {
    return false;
  }

  async press(chord: Chord, times = 1): Promise<true | NotPasted> {
    return (await this.#keys.press(keyCombinations[chord], times)) || 'no-paste-key';
  }
}

/** LocalClientPID of the X-Resource extension. */
const PID_MASK = 2;

/** The window that a text is intended for, and its program. */
export class PasteTarget implements X11Target {
  readonly window: number;
  readonly program: string | undefined;
  readonly #connection: XConnection;
  readonly #focus: number;
  #pid: Promise<number | undefined> | undefined;

  private constructor(connection: XConnection, window: number, focus: number, program: string | undefined) {
    this.#connection = connection;
    this.window = window;
    this.#focus = focus;
    this.program = program;
  }

  /** Undefined if no window has the focus. */
  static async focused(connection: XConnection): Promise<PasteTarget | undefined> {
    const { client } = connection;
    const [window, { focus }] = await Promise.all([
      activeWindow(connection),
      connection.ask<{ focus: number }>((done) => client.GetInputFocus(done)),
    ]);
    if (window === undefined) return undefined;
    return new PasteTarget(connection, window, focus, await windowClass(connection, window));
  }

  get place(): string {
    return String(this.window);
  }

  get isTerminal(): boolean {
    return isTerminal(this.program);
  }

  get isPasswordPrompt(): boolean {
    return isPasswordPrompt(this.program);
  }

  /** True if this window belongs to the same program: to its connection, or to another one of the same process. */
  async isSameProgram(window: number): Promise<boolean> {
    if (window === 0) return false;
    const client = this.#clientOf(window);
    if (client === this.#clientOf(this.window) || (this.#focus > 1 && client === this.#clientOf(this.#focus)))
      return true;
    this.#pid ??= this.#processOf(this.window);
    const [own, other] = await Promise.all([this.#pid, this.#processOf(window)]);
    return own !== undefined && own === other;
  }

  /** The bits above a client's own identify the client of a resource. */
  #clientOf(resource: number): number {
    return (resource & ~this.#connection.display.resource_mask) >>> 0;
  }

  async #processOf(window: number): Promise<number | undefined> {
    try {
      const { client } = this.#connection;
      const res = await this.#connection.extension<XResExtension>((done) => client.require('res', done));
      const ids = await this.#connection.ask<readonly { readonly value: readonly number[] }[]>((done) =>
        res.QueryClientIds([{ client: window, mask: PID_MASK }], done),
      );
      return ids[0]?.value[0];
    } catch {
      return undefined;
    }
  }
}

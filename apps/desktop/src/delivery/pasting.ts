import { setTimeout as pause } from 'node:timers/promises';
import type { SendKey } from '@quoth/contract';
import type { SelectedText } from '@quoth/core';
import type { Chord, NotPasted, PasteRequest, PasteResult, Paster } from './delivery-host.ts';

/** What pasting needs to know about the focused window. */
export interface FocusedTarget {
  /** Identifies this window within the session. */
  readonly place: string;
  readonly isTerminal: boolean;
  /** Its name, as `isTerminal` knows it. */
  readonly program: string | undefined;
  /** Why nothing can or may be written there, if so. */
  readonly refusal: NotPasted | undefined;
}

/** What became of a text that was offered. */
export interface OfferEvents {
  /** The focused program requested the text, and has received it, or could not be given it. */
  onAsked(isWhole: boolean): void;
  /** Another program put something else on the clipboard. */
  onSuperseded(): void;
}

/**
 * Clipboard, keyboard and focus of macOS and Windows, as pasting needs them. `Saved` is the previous contents of the
 * clipboard, `Target` what is known about a window.
 */
export interface PasteSystem<Saved, Target extends FocusedTarget> {
  /** Undefined if no window has the focus. */
  focused(): Target | undefined;
  /** Grows whenever anybody changes the clipboard. */
  changes(): number;
  /** Never rejects: what cannot be kept is missing, and the restored clipboard is incomplete. */
  save(): Promise<Saved>;
  /** Offers a text to this target only, to be rendered when it asks. False if the clipboard cannot be opened. */
  offer(text: string, target: Target, events: OfferEvents): Promise<boolean>;
  /**
   * Restores the previous contents, if the clipboard is still ours or unchanged since `changes`. False if something
   * could not be restored.
   */
  restore(saved: Saved, changes?: number): Promise<boolean>;
  /** Copies a text for the user to paste; clipboard managers may keep it. False if the clipboard cannot be opened. */
  put(text: string): Promise<boolean>;
  /** The text on the clipboard. */
  text(): Promise<string | undefined>;
  hasHeldModifiers(): boolean;
  /** Modifiers that are still held count as released from now on. */
  releaseModifiers(): void;
  /** Presses and releases. False if the system accepts no keys from us. */
  press(keys: Chord, target: Target): boolean;
}

/** How long to wait for a held modifier: after a shortcut, the user is about to release it. */
const RELEASE_MS = 1_000;
const TICK_MS = 10;

/** Delivers texts to the focused program on macOS and Windows, one at a time. */
export class SystemPaster<Saved, Target extends FocusedTarget> implements Paster {
  readonly #system: PasteSystem<Saved, Target>;
  #saved: { readonly content: Promise<Saved>; readonly changes: number } | undefined;
  #isOffering = false;

  constructor(system: PasteSystem<Saved, Target>) {
    this.#system = system;
  }

  get isOwner(): boolean {
    return this.#isOffering;
  }

  look(): Promise<string | undefined> {
    const target = this.#system.focused();
    void this.#save();
    return Promise.resolve(target?.place);
  }

  copy(text: string): Promise<boolean> {
    return this.#system.put(text);
  }

  clipboardText(): Promise<string | undefined> {
    return this.#system.text();
  }

  async paste(request: PasteRequest): Promise<PasteResult> {
    const { text, joint, place } = request;
    const found = this.#targetAt(place);
    if (typeof found === 'string') return this.#copied(text, found);
    const saved = await this.#save();
    await this.#freeModifiers();
    // Checked again right before the key press: the focus may have moved while we waited for a modifier.
    const target = this.#targetAt(found.place);
    if (typeof target === 'string') return this.#copied(text, target);
    const result = await this.#pasted(joint + (target.isTerminal ? onOneLine(text) : text), target);
    if (result === 'superseded') return { as: 'failed', reason: result };
    if (result !== 'pasted') return this.#copied(text, result);
    const pressed = this.#pressedBehind(request, target);
    return { as: 'pasted', isRestored: await this.#system.restore(saved), ...(pressed && { pressed }) };
  }

  /** A program that copies nothing may still be busy, so that is no answer. */
  async readSelection(): Promise<SelectedText> {
    const target = this.#targetAt(undefined);
    // In a terminal, the keys that copy may end the program in it.
    if (typeof target === 'string' || target.isTerminal) return { is: 'unreadable' };
    const saved = await this.#save();
    await this.#freeModifiers();
    if (typeof this.#targetAt(target.place) === 'string') return { is: 'unreadable' };
    const before = this.#system.changes();
    if (!this.#system.press('copy', target)) return { is: 'unreadable' };
    const end = performance.now() + PATIENCE_MS;
    while (this.#system.changes() === before) {
      if (performance.now() > end) return { is: 'unreadable' };
      await pause(TICK_MS);
    }
    const text = await this.#system.text();
    await this.#system.restore(saved, this.#system.changes());
    if (text === undefined) return { is: 'unreadable' };
    return text === '' ? { is: 'nothing' } : { is: 'text', text, place: target.place };
  }

  /** The key that was pressed after the text; the receipt took a while, and the focus may have moved. */
  #pressedBehind(request: PasteRequest, { place }: Target): SendKey | undefined {
    const target = this.#targetAt(place);
    if (typeof target === 'string') return undefined;
    const key = keyBehind(request, target.program);
    if (key) return this.#system.press(key, target) ? key : undefined;
    for (let left = stepsBack(request, target); left > 0; left--) this.#system.press('left', target);
    return undefined;
  }

  #targetAt(place: string | undefined): Target | NotPasted {
    const target = this.#system.focused();
    if (!target) return 'no-focus';
    if (place !== undefined && target.place !== place) return 'focus-moved';
    return target.refusal ?? target;
  }

  #save(): Promise<Saved> {
    const changes = this.#system.changes();
    if (this.#saved?.changes !== changes) this.#saved = { content: this.#system.save(), changes };
    return this.#saved.content;
  }

  async #freeModifiers(): Promise<void> {
    const end = performance.now() + RELEASE_MS;
    while (this.#system.hasHeldModifiers()) {
      if (performance.now() >= end) {
        this.#system.releaseModifiers();
        return;
      }
      await pause(TICK_MS);
    }
  }

  /** The outcome of the offer and the key press. */
  async #pasted(text: string, target: Target): Promise<'pasted' | NotPasted> {
    let state: PasteState = startPaste(performance.now());
    const step = (event: PasteEvent) => {
      state = stepPaste(state, event);
    };
    const events = {
      onAsked: (isWhole: boolean) => {
        step({ type: 'asked', byTarget: true, now: performance.now() });
        step({ type: 'served', isWhole, now: performance.now() });
      },
      onSuperseded: () => step({ type: 'superseded' }),
    };
    if (!(await this.#system.offer(text, target, events))) return 'superseded';
    this.#isOffering = true;
    try {
      if (!this.#system.press('paste', target)) return 'keys-refused';
      while (!isOver(state)) {
        await pause(TICK_MS);
        step({ type: 'tick', now: performance.now() });
      }
      return (state as Extract<PasteState, { phase: 'pasted' | 'not-asked' | 'superseded' }>).phase;
    } finally {
      this.#isOffering = false;
    }
  }

  async #copied(text: string, reason: NotPasted): Promise<PasteResult> {
    return (await this.#system.put(text)) ? { as: 'copied', reason } : { as: 'failed', reason };
  }
}

/**
 * After the target has received the text, it may ask for it again for this long: Chromium asks twice, with a dozen
 * other questions around it.
 */
export const QUIET_MS = 200;
/** A target that has been slow so far gets this many times its longest pause, and at most so long. */
const QUIET_PAUSES = 3;
const MAX_QUIET_MS = 2_000;
/** A target that has requested nothing within this time does not paste, or hangs. */
export const PATIENCE_MS = 5_000;

/** What happens between the key press and restoring the clipboard. Times by the monotonic clock. */
export type PasteState =
  | ({ readonly phase: 'waiting'; readonly since: number } & Pace)
  /** The target asked for the text. `open`: transfers in progress. */
  | ({ readonly phase: 'asked'; readonly open: number } & Pace)
  | { readonly phase: 'pasted' | 'not-asked' | 'superseded' };

/** How fast the target is: when it last did anything, and its longest pause since the key press. */
interface Pace {
  readonly activeAt: number;
  readonly longestPause: number;
}

export type PasteEvent =
  /** Somebody requested the text itself. */
  | { readonly type: 'asked'; readonly byTarget: boolean; readonly now: number }
  /** The target asked about the clipboard, and not for the text. */
  | { readonly type: 'looked'; readonly now: number }
  /** A transfer to the target has ended. */
  | { readonly type: 'served'; readonly isWhole: boolean; readonly now: number }
  /** Another program put something else on every clipboard that was ours. */
  | { readonly type: 'superseded' }
  | { readonly type: 'tick'; readonly now: number };

export function startPaste(now: number): PasteState {
  return { phase: 'waiting', since: now, activeAt: now, longestPause: 0 };
}

export function isOver(
  state: PasteState,
): state is Extract<PasteState, { phase: 'pasted' | 'not-asked' | 'superseded' }> {
  return state.phase !== 'waiting' && state.phase !== 'asked';
}

/**
 * One move: waiting → asked → pasted, or not-asked if the target wants nothing, or superseded. The clipboard is
 * restored only after the target itself has received the text: after a fixed time, a busy target would paste the old
 * clipboard. Pure.
 */
export function stepPaste(state: PasteState, event: PasteEvent): PasteState {
  if (isOver(state)) return state;
  if (state.phase === 'waiting') {
    if (event.type === 'asked' && event.byTarget)
      return { phase: 'asked', open: 1, ...paceAt(event.now, state) };
    if (event.type === 'looked') return { ...state, ...paceAt(event.now, state) };
    if (event.type === 'superseded') return { phase: 'superseded' };
    const isLate = event.type === 'tick' && event.now - state.since >= PATIENCE_MS;
    return isLate ? { phase: 'not-asked' } : state;
  }
  switch (event.type) {
    case 'asked':
      return event.byTarget ? { ...state, open: state.open + 1, ...paceAt(event.now, state) } : state;
    case 'looked':
      return { ...state, ...paceAt(event.now, state) };
    case 'served': {
      const open = Math.max(0, state.open - 1);
      // A hand-over that broke off leaves the target with a part of it, or nothing.
      if (!event.isWhole && open === 0) return { phase: 'not-asked' };
      return { ...state, open, ...paceAt(event.now, state) };
    }
    case 'superseded':
      return state.open === 0 ? { phase: 'pasted' } : state;
    case 'tick': {
      const quietMs = Math.min(MAX_QUIET_MS, Math.max(QUIET_MS, QUIET_PAUSES * state.longestPause));
      return state.open === 0 && event.now - state.activeAt >= quietMs ? { phase: 'pasted' } : state;
    }
  }
}

function paceAt(now: number, { activeAt, longestPause }: Pace): Pace {
  return { activeAt: now, longestPause: Math.max(longestPause, now - activeAt) };
}

/**
 * Names of terminals in lower case (WM_CLASS; on Windows the window's class or the program's file, on macOS its
 * bundle): there, a line break runs what was pasted, and Ctrl+C ends a program.
 */
const terminals = new Set(
  (
    'xterm uxterm urxvt rxvt st st-256color aterm eterm mlterm kitty alacritty wezterm foot konsole org.kde.konsole yakuake org.kde.yakuake guake tilda tilix terminator terminology ' +
    'gnome-terminal gnome-terminal-server org.gnome.terminal org.gnome.console kgx org.gnome.ptyxis ptyxis blackbox com.raggesilver.blackbox xfce4-terminal ' +
    'mate-terminal lxterminal qterminal deepin-terminal cool-retro-term sakura roxterm termite termit hyper tabby contour ghostty com.mitchellh.ghostty ' +
    'warp dev.warp.warp rio org.wezfurlong.wezterm io.elementary.terminal pantheon-terminal zutty ' +
    'consolewindowclass cascadia_hosting_window_class mintty putty kitty.exe virtualconsoleclass alacritty.exe wezterm-gui.exe hyper.exe tabby.exe ' +
    'warp.exe rio.exe ghostty.exe ' +
    'com.apple.terminal com.googlecode.iterm2 net.kovidgoyal.kitty org.alacritty io.alacritty com.github.wez.wezterm dev.warp.warp-stable co.zeit.hyper ' +
    'org.tabby com.raphaelamorim.rio'
  ).split(' '),
);

/**
 * Names of programs whose only purpose is to ask for a password, by themselves or behind a domain, as Wayland has them
 * (org.gnupg.pinentry-qt). On X11, a password field within a program cannot be recognised.
 */
const passwordPrompts =
  /^(?:[\w-]+\.)*(pinentry.*|gcr-prompter|ssh-askpass.*|x11-ssh-askpass|ksshaskpass|lxqt-openssh-askpass|polkit-.*|lxpolkit|lxqt-policykit.*|xfce-polkit|mate-polkit.*|i3lock|xscreensaver.*|xsecurelock|light-locker|gtkgreet|kwalletd.*|nm-applet-password|credentialuibroker\.exe|consent\.exe|logonui\.exe|lockapp\.exe|com\.apple\.securityagent|com\.apple\.loginwindow)$/;

export function isTerminal(program: string | undefined): boolean {
  return program !== undefined && terminals.has(program.toLowerCase());
}

export function isPasswordPrompt(program: string | undefined): boolean {
  return program !== undefined && passwordPrompts.test(program.toLowerCase());
}

/**
 * The key to press behind a text in this program. Unless it was spoken, only where the user has named the program: a
 * terminal as well, for there it runs what was written.
 */
export function keyBehind(
  { pressEnter, sending }: Pick<PasteRequest, 'pressEnter' | 'sending'>,
  program: string | undefined,
): SendKey | undefined {
  if (pressEnter) return 'enter';
  const isNamed = sending?.programs.some((name) => name.toLowerCase() === program?.toLowerCase());
  return isNamed ? sending?.key : undefined;
}

/** Beyond so many steps, the cursor stays at the end: its user would see it run. */
const MAX_STEPS = 1_000;
const letters = new Intl.Segmenter();

/** How often Left is pressed, so that the cursor stands before the last part of a text that was written. */
export function stepsBack(
  { text, behindCursor }: Pick<PasteRequest, 'text' | 'behindCursor'>,
  { isTerminal: isInTerminal }: Pick<FocusedTarget, 'isTerminal'>,
): number {
  if (behindCursor === undefined || !text.endsWith(behindCursor)) return 0;
  const before = text.slice(0, text.length - behindCursor.length);
  const behind = isInTerminal ? onOneLine(text).slice(onOneLine(before).length) : behindCursor;
  // No letter is shorter than a character, and a budget is kept before the letters are counted.
  if (behind.length > 8 * MAX_STEPS) return 0;
  const steps = [...letters.segment(behind)].length;
  return steps > MAX_STEPS ? 0 : steps;
}

/** The text on one line: a terminal must not run it before its user has seen it. */
export function onOneLine(text: string): string {
  const lines = text.split(/\s*[\r\n\v\f\u0085\u2028\u2029]+\s*/u);
  return lines.filter((line) => line !== '').join(' ');
}

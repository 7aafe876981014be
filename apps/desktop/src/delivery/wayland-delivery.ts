import type { ChildProcess } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DeliveryOrder, DeliveryResult, DesktopSession, TextDelivery } from '@quoth/core';
import { execFile, spawn } from '@quoth/processes/programs';
import type { ActiveApplication, ActiveProgram } from '../active-application/active-application.ts';
import { type Clipboard, deliverByClipboard } from './clipboard.ts';
import type { NotPasted } from './delivery-host.ts';
import { notPasted, notRestored } from './not-pasted.ts';
import {
  isOver,
  isPasswordPrompt,
  isTerminal,
  onOneLine,
  type PasteEvent,
  type PasteState,
  startPaste,
  stepPaste,
} from './pasting.ts';

/** Without one of them, texts are copied. */
export const waylandPrograms = ['wtype', 'wl-copy', 'wl-paste'] as const;

/**
 * Programs that are known to go on reading when the text's owner ends, as `wl-copy --paste-once` does: by app id. GTK then drops what it is about
 * to read, so that a requested text may never arrive (seen with xfce4-terminal).
 */
const readsToTheEnd = new Set(['foot', 'footclient']);

export interface WaylandDeliveryOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly session: DesktopSession;
  readonly clipboard: Clipboard;
  /** Reports which window has the focus; if that is unknown, nothing is written. */
  readonly activeApplication: ActiveApplication;
}

/** Texts at the cursor of the terminal foot on a wlroots desktop, by `wtype` and wl-clipboard. */
export class WaylandDelivery implements TextDelivery {
  readonly #with: WaylandDeliveryOptions;
  readonly #fallback: TextDelivery;
  #endSession: (() => void) | undefined;
  #isLocked = false;

  constructor(options: WaylandDeliveryOptions) {
    this.#with = options;
    this.#fallback = deliverByClipboard(options.clipboard);
  }

  prepare(): void {
    this.#endSession ??= this.#with.session.onEvent((event) => {
      if (event === 'locked') this.#isLocked = true;
      else if (event === 'unlocked') this.#isLocked = false;
    });
  }

  async place(): Promise<string | undefined> {
    return (await this.#with.activeApplication.current())?.windowId;
  }

  async deliver(text: string, order: DeliveryOrder): Promise<DeliveryResult> {
    const { env, activeApplication } = this.#with;
    if (order.to === 'copy') return this.#fallback.deliver(text, order);
    if (!waylandPrograms.every((program) => isOnPath(program, env))) return this.#copied(text, 'no-way');
    if (this.#isLocked) return this.#copied(text, 'locked');
    const target = await activeApplication.current();
    const refusal = refusalOf(target, order.place);
    if (refusal || !target) return this.#copied(text, refusal ?? 'no-focus');
    if (!readsToTheEnd.has(target.program)) return this.#copied(text, 'cannot-tell');
    const written = order.joint + (isTerminal(target.program) ? onOneLine(text) : text);
    const result = await pasteOnWayland(written, {
      env,
      press: (key) => pressByWtype(key, env),
      isStillThere: async () => (await activeApplication.current())?.windowId === target.windowId,
    });
    if (typeof result === 'string') return this.#copied(text, result);
    if (order.pressEnter) await pressByWtype('enter', env);
    return { as: 'delivered', problem: result.isRestored ? undefined : notRestored() };
  }

  close(): void {
    this.#endSession?.();
  }

  async #copied(
    text: string,
    reason: NotPasted | 'locked' | 'no-way' | 'cannot-tell',
  ): Promise<DeliveryResult> {
    // What another program has just copied stays.
    if (reason === 'overtaken') return { as: 'shown', problem: notPasted(reason) };
    const copied = await this.#fallback.deliver(text, { to: 'copy' });
    return copied.as === 'copied' ? { ...copied, problem: notPasted(reason) } : copied;
  }
}

function refusalOf(target: ActiveProgram | null, place: string | undefined): NotPasted | undefined {
  if (!target) return 'no-focus';
  if (place !== undefined && target.windowId !== place) return 'focus-moved';
  return isPasswordPrompt(target.program) ? 'password-prompt' : undefined;
}

const TICK_MS = 10;
/** The compositor receives an offer within this time, even on a machine at its limits. */
const OFFER_MS = 3_000;
/** A clipboard manager that reads everything has done so within this time. */
const MANAGER_MS = 150;

export interface WaylandDeskOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** False if it cannot be pressed. */
  readonly press: (key: 'paste') => Promise<boolean>;
  /** The last check before the key is pressed. */
  readonly isStillThere: () => Promise<boolean>;
}

/** The outcome of a paste; `isRestored`: both selections are as they were before. */
export type WaylandPasted = { readonly as: 'pasted'; readonly isRestored: boolean } | NotPasted;

/**
 * Pastes on Wayland: offers the text once on CLIPBOARD and on PRIMARY (terminals paste the latter, other programs the former), presses Shift+Insert,
 * and restores both when the text was requested. `wl-copy --paste-once` ends after any request; so if a clipboard manager asks
 * before the key is pressed, it would be unknown whether the target did, and nothing is pressed.
 */
export async function pasteOnWayland(
  text: string,
  { env, press, isStillThere }: WaylandDeskOptions,
): Promise<WaylandPasted> {
  const selections = [new WaylandSelection('clipboard', env), new WaylandSelection('primary', env)];
  const before = await Promise.all(selections.map((selection) => selection.keep()));
  // An empty selection shows when ours is there.
  await Promise.all(selections.map((selection) => selection.restore(undefined)));
  const offers = selections.map((selection) => selection.offerOnce(text));
  const overtaken = new Set<WaylandSelection>();
  let result: 'pasted' | NotPasted | undefined;
  try {
    result = await offered(selections, offers);
    if (result === undefined && !(await isStillThere())) result = 'focus-moved';
    result ??= await pasted(selections, offers, overtaken, press);
  } finally {
    await Promise.all(offers.map((offer) => offer.withdraw()));
  }
  const restored = await Promise.all(
    selections.map(async (selection, at) => {
      // Where it was not pasted, the text itself is about to be copied there.
      if (result !== 'pasted' && at === 0) return true;
      // What another program has put there meanwhile stays.
      if (overtaken.has(selection) || (await selection.types())?.length !== 0) return true;
      const { kept, isWhole } = before[at] ?? { kept: undefined, isWhole: false };
      return (await selection.restore(kept)) && isWhole;
    }),
  );
  return result === 'pasted' ? { as: 'pasted', isRestored: restored.every(Boolean) } : result;
}

/** Waits until the compositor has both; returns what prevents it, if anything does. */
async function offered(
  selections: readonly WaylandSelection[],
  offers: readonly Offer[],
): Promise<NotPasted | undefined> {
  const end = performance.now() + OFFER_MS;
  for (;;) {
    const types = await Promise.all(selections.map((selection) => selection.types()));
    if (offers.some((offer) => offer.isOver)) break;
    if (types.every((list) => list !== undefined && list.length > 0)) {
      await pause(MANAGER_MS);
      break;
    }
    if (performance.now() > end) return 'no-display';
    await pause(TICK_MS);
  }
  return offers.some((offer) => offer.isOver) ? 'clipboard-manager' : undefined;
}

async function pasted(
  selections: readonly WaylandSelection[],
  offers: readonly Offer[],
  overtaken: Set<WaylandSelection>,
  press: WaylandDeskOptions['press'],
): Promise<'pasted' | NotPasted> {
  let state: PasteState = startPaste(performance.now());
  const step = (event: PasteEvent) => {
    state = stepPaste(state, event);
  };
  const watching = offers.map(async (offer, at) => {
    const selection = selections[at];
    const code = await offer.ended;
    const types = await selection?.types();
    // It ends as well when another program copies something, and then that is there.
    if (code === 0 && types?.length === 0) {
      step({ type: 'asked', byTarget: true, now: performance.now() });
      step({ type: 'served', isWhole: true, now: performance.now() });
      return;
    }
    if (selection) overtaken.add(selection);
    if (overtaken.size === selections.length) step({ type: 'overtaken' });
  });
  // An offer that breaks off tells nothing: the wait below ends without it, and the text is copied instead.
  for (const one of watching) one.catch(() => undefined);
  if (!(await press('paste'))) return 'no-paste-key';
  while (!isOver(state)) {
    await pause(TICK_MS);
    step({ type: 'tick', now: performance.now() });
  }
  return (state as Extract<PasteState, { phase: 'pasted' | 'not-asked' | 'overtaken' }>).phase;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The largest contents that are kept for their owner meanwhile, in bytes. */
const MOST_BYTES = 32 * 1024 * 1024;
/** A program that does not provide what it has copied within this time hangs. */
const ANSWER_MS = 2_000;
/** The types that `wl-copy` offers for a text, and those that a text is read as, best first. */
const textTypes = ['text/plain;charset=utf-8', 'UTF8_STRING', 'text/plain', 'STRING', 'TEXT'];
/** If nothing is selected, `wl-paste` fails with these words. */
const nothing = /no selection|nothing is copied/i;

/** The contents of a selection. */
export interface Kept {
  readonly type: string;
  readonly bytes: Buffer;
}

/** One of the two selections of Wayland, by wl-clipboard. */
export class WaylandSelection {
  readonly #env: Environment;
  readonly #selectionArgs: readonly string[];

  constructor(name: 'clipboard' | 'primary', env: Environment) {
    this.#env = env;
    this.#selectionArgs = name === 'primary' ? ['--primary'] : [];
  }

  /** The offered MIME types; empty if there are none, undefined if that is unknown. Does not read the contents. */
  types(): Promise<readonly string[] | undefined> {
    return new Promise((resolve) => {
      execFile(
        'wl-paste',
        [...this.#selectionArgs, '--list-types'],
        { env: { ...this.#env }, timeout: ANSWER_MS, maxBuffer: 64 * 1024 },
        (error, printed, said) => {
          if (!error) resolve(printed.split('\n').filter((type) => type !== ''));
          else resolve(nothing.test(said) ? [] : undefined);
        },
      );
    });
  }

  /** The current contents, in the one format that can be restored; `isWhole`: there is no other format. */
  async keep(): Promise<{ readonly kept: Kept | undefined; readonly isWhole: boolean }> {
    const types = await this.types();
    if (types === undefined) return { kept: undefined, isWhole: false };
    const type = textTypes.find((one) => types.includes(one)) ?? types[0];
    if (type === undefined) return { kept: undefined, isWhole: true };
    const bytes = await this.#read(type);
    if (!bytes) return { kept: undefined, isWhole: false };
    const isText = textTypes.includes(type);
    return {
      kept: { type, bytes },
      isWhole: types.every((one) => (isText ? textTypes.includes(one) : one === type)),
    };
  }

  /** Restores the contents, or empties the selection; `wl-copy` keeps running to provide them. */
  async restore(kept: Kept | undefined): Promise<boolean> {
    if (!kept) return (await ended(this.#copy(['--clear'], undefined))) === 0;
    return (await ended(this.#copy(['--type', kept.type], kept.bytes))) === 0;
  }

  /** Offers a text until it is requested once. */
  offerOnce(text: string): Offer {
    return new Offer(
      this.#copy(['--foreground', '--paste-once', '--type', 'text/plain;charset=utf-8'], Buffer.from(text)),
    );
  }

  #copy(args: readonly string[], bytes: Buffer | undefined): ChildProcess {
    // It would keep open whatever it was given.
    const child = spawn('wl-copy', [...this.#selectionArgs, ...args], {
      env: { ...this.#env },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(bytes);
    return child;
  }

  #read(type: string): Promise<Buffer | undefined> {
    return new Promise((resolve) => {
      execFile(
        'wl-paste',
        [...this.#selectionArgs, '--no-newline', '--type', type],
        { env: { ...this.#env }, encoding: 'buffer', timeout: ANSWER_MS, maxBuffer: MOST_BYTES },
        (error, bytes) => resolve(error ? undefined : bytes),
      );
    });
  }
}

/** A text that is offered once. */
export class Offer {
  readonly #child: ChildProcess;
  /** The process's exit code, once the text was requested, replaced or withdrawn. */
  readonly ended: Promise<number | null>;
  isOver = false;

  constructor(child: ChildProcess) {
    this.#child = child;
    this.ended = ended(child).then((code) => {
      this.isOver = true;
      return code;
    });
  }

  async withdraw(): Promise<void> {
    this.#child.kill();
    await this.ended;
  }
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.on('error', () => resolve(null));
    child.on('exit', (code) => resolve(code));
  });
}

const PRESS_MS = 5_000;

const keyArgs = {
  paste: ['-M', 'shift', '-k', 'Insert', '-m', 'shift'],
  enter: ['-k', 'Return'],
} as const;

/**
 * Presses keys on Wayland by `wtype`, if the compositor offers virtual keyboards (wlroots: sway, Hyprland). It is a separate
 * keyboard: modifiers held on another one do not count. False if it cannot be done.
 */
export function pressByWtype(
  key: keyof typeof keyArgs,
  env: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  return new Promise((resolve) => {
    execFile('wtype', [...keyArgs[key]], { env: { ...env }, timeout: PRESS_MS }, (error) => resolve(!error));
  });
}

/** Whether a program of this name can be started. */
export function isOnPath(
  program: string,
  { PATH = '' }: Readonly<Record<string, string | undefined>>,
): boolean {
  return PATH.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return folder !== '';
    } catch {
      return false;
    }
  });
}

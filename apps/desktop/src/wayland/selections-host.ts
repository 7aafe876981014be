import { type Channel, type Parent, serveParent } from '@quoth/processes/parent';
import { monotonicMs } from '../native/shared-clock.ts';
import {
  type Contents,
  type DataControl,
  type ProcessOf,
  selectionNames,
  textContents,
  textOf,
} from './data-control.ts';
import type { VirtualChord, VirtualKeyboard } from './virtual-keyboard.ts';

/**
 * A program's request for the text that is offered. Times by the clock that all processes share (CLOCK_MONOTONIC), in
 * milliseconds.
 */
export interface TextRead {
  readonly at: number;
  /** Null for the compositor, which reads for programs under XWayland; undefined if it was not found. */
  readonly reader: number | null | undefined;
  /** Numbers the requests, so that an end can be told from another's. */
  readonly id: number;
}

interface OfferRequest {
  readonly text: string;
  /** Offered on the primary selection too. */
  readonly withPrimary: boolean;
  /** Process of the program that is to paste it. */
  readonly pid: number | undefined;
}

/** What the application and the process that owns the selections say to each other. */
export interface SelectionsChannel extends Channel {
  readonly toChild: Record<never, never>;
  readonly toParent: {
    asked(read: TextRead): void;
    served(id: number, isWhole: boolean, at: number): void;
    /** Other programs have replaced all that was offered. */
    superseded(): void;
  };
  readonly requests: {
    /** Reads what is to be restored later. False if this desktop offers no data control. */
    keep(): boolean;
    /** The compositor has the text when this returns true. */
    offer(request: OfferRequest): boolean;
    /**
     * Restores what was there before the offer; false if that could not be kept whole. What another program has put
     * there meanwhile stays.
     */
    restore(): boolean;
    /** The text stays until another program copies something. */
    copy(text: string): boolean;
    /** The text on the clipboard, ours or of another program. */
    clipboardText(): string | undefined;
    /** The selected text of this program; null if nothing is selected in any program, undefined if it is unknown. */
    selected(of: ProcessOf): string | null | undefined;
    /** There is a keyboard of our own from now on. False if this desktop lends none, or offers no data control. */
    openKeyboard(): boolean;
    /** Presses these keys on it, so many times. False if the desktop takes none. */
    press(chord: VirtualChord, times: number): boolean;
  };
}

/** With nothing on any selection, the process is not needed until the next dictation. */
const IDLE_MS = 60_000;

/**
 * Carries out the requests of the application, and ends the process when it is no longer needed: what it offers
 * outlives the application. `end` is called in place of an exit, because a thread may be waiting in the system.
 */
export function serveSelections(
  control: DataControl | undefined,
  openKeyboard: () => Promise<VirtualKeyboard | undefined>,
  end: () => void,
): void {
  let keyboard: Promise<VirtualKeyboard | undefined> | undefined;
  let before: readonly (Contents | undefined)[] = [];
  let offered: readonly (typeof selectionNames)[number][] = [];
  let lastRead = 0;
  let isAlone = false;
  let idle: NodeJS.Timeout | undefined;
  const free = () => {
    clearTimeout(idle);
    if (control && selectionNames.some((name) => control.owns(name))) return;
    if (isAlone) end();
    idle = setTimeout(end, IDLE_MS);
  };
  const keep = (from: DataControl) => Promise.all(selectionNames.map((name) => from.keep(name)));
  const parent: Parent<SelectionsChannel> = serveParent<SelectionsChannel>({
    on: {},
    answer: {
      keep: async () => {
        free();
        if (control) await keep(control);
        return control !== undefined;
      },
      offer: async ({ text, withPrimary, pid }) => {
        clearTimeout(idle);
        if (!control) return false;
        before = await keep(control);
        offered = withPrimary ? selectionNames : ['clipboard'];
        control.target = pid;
        const contents = textContents(text, true);
        return (await Promise.all(offered.map((name) => control.set(name, contents)))).every(Boolean);
      },
      restore: async () => {
        if (!control) return false;
        const names = offered;
        offered = [];
        const restored = names.map(async (name) => {
          const kept = before[selectionNames.indexOf(name)];
          if (!control.owns(name) || !kept) return true;
          return (await control.set(name, kept)) && kept.isWhole;
        });
        const isWhole = (await Promise.all(restored)).every(Boolean);
        free();
        return isWhole;
      },
      copy: async (text) => {
        clearTimeout(idle);
        offered = offered.filter((name) => name !== 'clipboard');
        return (await control?.set('clipboard', textContents(text, false))) ?? false;
      },
      clipboardText: async () => (control ? textOf(await control.keep('clipboard')) : undefined),
      selected: async (of) => control?.primaryOf(of),
      openKeyboard: async () => {
        if (!control) return false;
        keyboard ??= openKeyboard();
        const isOpen = (await keyboard)?.isOpen ?? false;
        // A keyboard that did not open, or was revoked, is opened again with the next text.
        if (!isOpen) keyboard = undefined;
        return isOpen;
      },
      press: async (chord, times) => (await (await keyboard)?.press(chord, times)) ?? false,
    },
    onGone: () => {
      isAlone = true;
      void keyboard?.then((open) => open?.close());
      free();
    },
  });
  if (!control) return;
  control.onRead = (name, { type, reader, served }) => {
    if (!offered.includes(name) || type === 'x-kde-passwordManagerHint') return;
    const id = ++lastRead;
    parent.send('asked', { at: monotonicMs(), reader, id });
    void served.then((isWhole) => parent.send('served', id, isWhole, monotonicMs()));
  };
  control.onLost = () => {
    if (offered.length > 0 && !offered.some((name) => control.owns(name))) parent.send('superseded');
    free();
  };
}

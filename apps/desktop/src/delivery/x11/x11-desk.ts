import type { SelectedText } from '@quoth/core';
import x11 from 'x11';
import {
  isTextTarget,
  type SavedClipboard,
  SelectionOwner,
  SelectionReader,
  textFormats,
} from '../../clipboard/x11/index.ts';
import { keyCombinations, X11Keys } from '../../paste-key/x11-keys.ts';
import type { XConnection } from '../../x11/index.ts';
import type { Delivered, DeliveryDesk, PasteOrder } from '../host/delivery-desk.ts';
import type { NotPasted } from '../host/host-protocol.ts';
import {
  isOver,
  PATIENCE_MS,
  type PasteEvent,
  type PasteState,
  startPaste,
  stepPaste,
} from '../paste-machine.ts';
import { onOneLine } from '../program-kinds.ts';
import { PasteTarget } from './paste-target.ts';

const TICK_MS = 20;
/** XFIXES reports new owners (SetSelectionOwner). */
const OWNER_CHANGES = 1;

interface Saved {
  readonly clipboard: Promise<SavedClipboard>;
  /** Its owner at that time; if there is another one, something else was put there since. */
  readonly owner: number;
}

/** Delivers texts to the focused program through the clipboard, which it restores afterwards. One connection, one delivery at a time. */
export class X11Desk implements DeliveryDesk {
  readonly #connection: XConnection;
  readonly #keys: X11Keys;
  readonly #owner: SelectionOwner;
  readonly #reader: SelectionReader;
  readonly #clipboard: number;
  readonly #primary: number;
  readonly #saved = new Map<number, Saved>();
  /** Counts how often another program took a clipboard. */
  readonly #changes = new Map<number, number>();

  private constructor(
    connection: XConnection,
    keys: X11Keys,
    window: number,
    atoms: readonly [number, number],
  ) {
    this.#connection = connection;
    this.#keys = keys;
    this.#owner = new SelectionOwner(connection, window);
    this.#reader = new SelectionReader(connection, window);
    [this.#clipboard, this.#primary] = atoms;
  }

  /** Rejects if the server lacks what pasting needs. */
  static async open(connection: XConnection): Promise<X11Desk> {
    const { client } = connection;
    const [keys, clipboard, primary] = await Promise.all([
      X11Keys.create(connection),
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
    const desk = new X11Desk(connection, keys, window, [clipboard, primary]);
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

  /** True while programs paste from us. */
  get isOwner(): boolean {
    return this.#owner.ownsAnything;
  }

  /** Called when another program has taken the last clipboard that was ours. */
  set onFree(listener: () => void) {
    this.#owner.onLost = () => {
      if (!this.#owner.ownsAnything) listener();
    };
  }

  /** Identifies the focused window. The clipboards' contents are read meanwhile. */
  async look(): Promise<string | undefined> {
    const target = await PasteTarget.focused(this.#connection);
    for (const selection of [this.#clipboard, this.#primary]) void this.#save(selection);
    return target?.place;
  }

  /** The text stays there until somebody copies something else; clipboard managers may keep it. */
  async copy(text: string): Promise<boolean> {
    return this.#owner.own(this.#clipboard, textFormats(text, false));
  }

  async paste({ text, joint, place, pressEnter }: PasteOrder): Promise<Delivered> {
    const target = await this.#targetAt(place);
    if (typeof target === 'string') return this.#copied(text, target);
    const written = joint + (target.isTerminal ? onOneLine(text) : text);
    const selections = await this.#selectionsFor(target);
    const saved = await Promise.all(selections.map((selection) => this.#save(selection)));
    for (const selection of selections) {
      if (!(await this.#owner.own(selection, textFormats(written, true))))
        return { as: 'failed', reason: 'overtaken' };
    }
    await this.#keys.freeKeys();
    // The last look before the key press: whoever waited for keys may have gone elsewhere.
    const stillThere = await this.#targetAt(target.place);
    const pressed = typeof stillThere !== 'string' && (await this.#pasted(target, selections));
    if (pressed === true) {
      if (pressEnter) await this.#keys.press(keyCombinations.enter);
      return { as: 'pasted', isRestored: await this.#restore(selections, saved) };
    }
    const reason = typeof stillThere === 'string' ? stillThere : pressed || 'not-asked';
    if (reason === 'overtaken') return { as: 'failed', reason };
    const rest = selections.filter((selection) => selection !== this.#clipboard);
    await this.#restore(rest, saved.slice(selections.length - rest.length));
    return this.#copied(text, reason);
  }

  /** What is selected in the focused program, which is made to copy it. The clipboard is restored. A program that says nothing may still be busy. */
  async readSelection(): Promise<SelectedText> {
    const target = await this.#targetAt(undefined);
    if (typeof target === 'string') return { is: 'unreadable' };
    // In a terminal, Ctrl+C ends a program; what is selected there is in PRIMARY.
    if (target.isTerminal) return this.#primaryOf(target);
    const saved = await this.#save(this.#clipboard);
    await this.#keys.freeKeys();
    if (typeof (await this.#targetAt(target.place)) === 'string') return { is: 'unreadable' };
    const before = this.#changes.get(this.#clipboard) ?? 0;
    if (!(await this.#keys.press(keyCombinations.copy))) return { is: 'unreadable' };
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
  async #primaryOf(target: PasteTarget): Promise<SelectedText> {
    const isIts = await target.isSameProgram(await this.#reader.owner(this.#primary));
    return isIts ? selected(await this.#reader.text(this.#primary, PATIENCE_MS), target) : { is: 'nothing' };
  }

  async #targetAt(place: string | undefined): Promise<PasteTarget | NotPasted> {
    const target = await PasteTarget.focused(this.#connection);
    if (!target) return 'no-focus';
    if (place !== undefined && target.place !== place) return 'focus-moved';
    return target.isPasswordPrompt ? 'password-prompt' : target;
  }

  /**
   * CLIPBOARD and PRIMARY: terminals paste the second one by Shift+Insert. If the program itself owns PRIMARY, its selected text is to be
   * replaced, and many programs drop the selection when PRIMARY is taken from them.
   */
  async #selectionsFor(target: PasteTarget): Promise<readonly number[]> {
    const both = [this.#clipboard, this.#primary];
    if (target.isTerminal) return both;
    const isIts = await target.isSameProgram(await this.#reader.owner(this.#primary));
    return isIts ? [this.#clipboard] : both;
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
  async #pasted(target: PasteTarget, selections: readonly number[]): Promise<true | NotPasted> {
    let state: PasteState = startPaste(performance.now());
    const step = (event: PasteEvent) => {
      state = stepPaste(state, event);
    };
    const lost = this.#owner.onLost;
    this.#owner.onLost = () => {
      if (!selections.some((selection) => this.#owner.owns(selection))) step({ type: 'overtaken' });
    };
    this.#owner.onRequest = ({ requestor, target: form, served }) => {
      void target.isSameProgram(requestor).then(async (byTarget) => {
        if (!isTextTarget(form)) {
          if (byTarget) step({ type: 'looked', now: performance.now() });
          return;
        }
        step({ type: 'asked', byTarget, now: performance.now() });
        if (byTarget) step({ type: 'served', isWhole: await served, now: performance.now() });
      });
    };
    try {
      if (!(await this.#keys.press(keyCombinations.paste))) return 'no-paste-key';
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

  async #copied(text: string, reason: NotPasted): Promise<Delivered> {
    return (await this.copy(text)) ? { as: 'copied', reason } : { as: 'failed', reason };
  }
}

function selected(text: string | undefined, { place }: PasteTarget): SelectedText {
  if (text === undefined) return { is: 'unreadable' };
  return text === '' ? { is: 'nothing' } : { is: 'text', text, place };
}

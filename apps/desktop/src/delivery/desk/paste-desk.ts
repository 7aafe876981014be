import { setTimeout as pause } from 'node:timers/promises';
import type { SelectedText } from '@quoth/core';
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
import type { FocusedTarget, PasteSystem } from './paste-system.ts';

/** How long to wait for a held modifier: whoever pressed a shortcut is about to release it. */
const RELEASE_MS = 1_000;
const TICK_MS = 10;

/** Delivers texts to the focused program on macOS and Windows, one at a time. */
export class PasteDesk<Saved, Target extends FocusedTarget> implements DeliveryDesk {
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

  async paste({ text, joint, place, pressEnter }: PasteOrder): Promise<Delivered> {
    const found = this.#targetAt(place);
    if (typeof found === 'string') return this.#copied(text, found);
    const saved = await this.#save();
    await this.#freeModifiers();
    // The last look before the key press: whoever waited for a modifier may have gone elsewhere.
    const target = this.#targetAt(found.place);
    if (typeof target === 'string') return this.#copied(text, target);
    const result = await this.#pasted(joint + (target.isTerminal ? onOneLine(text) : text), target);
    if (result === 'overtaken') return { as: 'failed', reason: result };
    if (result !== 'pasted') return this.#copied(text, result);
    if (pressEnter) this.#system.press('enter', target);
    return { as: 'pasted', isRestored: await this.#system.restore(saved) };
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
      onOvertaken: () => step({ type: 'overtaken' }),
    };
    if (!(await this.#system.offer(text, target, events))) return 'overtaken';
    this.#isOffering = true;
    try {
      if (!this.#system.press('paste', target)) return 'keys-refused';
      while (!isOver(state)) {
        await pause(TICK_MS);
        step({ type: 'tick', now: performance.now() });
      }
      return (state as Extract<PasteState, { phase: 'pasted' | 'not-asked' | 'overtaken' }>).phase;
    } finally {
      this.#isOffering = false;
    }
  }

  async #copied(text: string, reason: NotPasted): Promise<Delivered> {
    return (await this.#system.put(text)) ? { as: 'copied', reason } : { as: 'failed', reason };
  }
}

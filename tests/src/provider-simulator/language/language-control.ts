import { setTimeout as sleep } from 'node:timers/promises';
import type { Behaviour, Instructions } from './behaviours.ts';

interface Planned {
  readonly vendor: string;
  readonly behaviour: Behaviour;
  left: number;
}

/** How simulated models behave, and what they were told. */
export class LanguageControl {
  #planned: Planned[] = [];
  /** What writing takes. */
  writingMs = 0;
  /** What each model was told, in order. */
  readonly reported: (Instructions & { readonly vendor: string; readonly model: string })[] = [];

  /** The vendor's next answers (all of them, where no number is given) are of this kind. */
  behave(vendor: string, behaviour: Behaviour, times = Number.POSITIVE_INFINITY): void {
    this.#planned.unshift({ vendor, behaviour, left: times });
  }

  /** Models clean up again; what they were told is forgotten. */
  heal(): void {
    this.#planned = [];
    this.reported.length = 0;
  }

  /** How the next answer of the vendor is, after as long as writing takes. */
  async next(vendor: string): Promise<Behaviour> {
    if (this.writingMs > 0) await sleep(this.writingMs);
    const planned = this.#planned.find((plan) => plan.vendor === vendor && plan.left > 0);
    if (!planned) return 'cleans';
    planned.left -= 1;
    return planned.behaviour;
  }
}

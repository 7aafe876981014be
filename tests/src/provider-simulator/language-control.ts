import { setTimeout as sleep } from 'node:timers/promises';
import { type Behaviour, type Instructions, type Said, sayingOf } from './behaviours.ts';

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

  /** The vendor's next answer, after as long as writing takes. */
  async say(vendor: string, model: string, instructions: Instructions): Promise<Said> {
    this.reported.push({ vendor, model, ...instructions });
    if (this.writingMs > 0) await sleep(this.writingMs);
    const planned = this.#planned.find((plan) => plan.vendor === vendor && plan.left > 0);
    if (planned) planned.left -= 1;
    return sayingOf(planned?.behaviour ?? 'cleans', instructions);
  }
}

import type { Mode } from '@quoth/contract';
import type { ModeSource } from './mode-source.ts';

/**
 * The modes as transcription and rewriting work with them: each with the vocabulary for all modes behind its own, so that it
 * reaches every engine that takes hints, the text rules and every prompt. A mode's own entry goes first and wins.
 */
export class ModesWithVocabulary implements ModeSource {
  readonly #modes: ModeSource;
  readonly #terms: () => readonly string[];
  readonly #merged = new WeakMap<Mode, { readonly terms: readonly string[]; readonly mode: Mode }>();

  constructor(modes: ModeSource, terms: () => readonly string[]) {
    this.#modes = modes;
    this.#terms = terms;
  }

  list(): readonly Mode[] {
    return this.#modes.list().map((mode) => this.with(mode));
  }

  get(id: string): Mode {
    return this.with(this.#modes.get(id));
  }

  default(): Mode {
    return this.with(this.#modes.default());
  }

  /** The mode with the vocabulary for all modes; also for one that is not saved. */
  with(mode: Mode): Mode {
    const terms = this.#terms();
    if (terms.length === 0) return mode;
    const before = this.#merged.get(mode);
    if (before?.terms === terms) return before.mode;
    const merged = { ...mode, customVocabulary: [...mode.customVocabulary, ...terms] };
    this.#merged.set(mode, { terms, mode: merged });
    return merged;
  }
}

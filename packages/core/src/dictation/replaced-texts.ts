/** How long a text that was replaced can be had back. */
export const REPLACED_MS = 10 * 60_000;
const MOST_KEPT = 20;

/** The texts that edits by voice have replaced in other programs: in memory alone, never on disk, for ten minutes, the last twenty. */
export class ReplacedTexts {
  readonly #texts = new Map<string, { readonly text: string; readonly timer: NodeJS.Timeout }>();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Ids of the dictations that replaced something. */
  get ids(): string[] {
    return [...this.#texts.keys()];
  }

  keep(id: string, text: string): void {
    this.#drop(id);
    this.#texts.set(id, { text, timer: setTimeout(() => this.#expire(id), REPLACED_MS).unref() });
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > MOST_KEPT && oldest !== undefined) this.#drop(oldest);
  }

  get(id: string): string | undefined {
    return this.#texts.get(id)?.text;
  }

  #expire(id: string): void {
    this.#drop(id);
    this.#onChange();
  }

  #drop(id: string): void {
    clearTimeout(this.#texts.get(id)?.timer);
    this.#texts.delete(id);
  }
}

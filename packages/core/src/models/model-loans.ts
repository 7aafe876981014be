/** Counts the users of each model file, so that none is deleted while in use. */
export class ModelLoans {
  readonly #counts = new Map<string, number>();

  /** True while at least one borrower has the model. */
  isLent(id: string): boolean {
    return (this.#counts.get(id) ?? 0) > 0;
  }

  /** Lends the model until the returned function is called; calling that again does nothing. */
  lend(id: string): () => void {
    this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1);
    let isBack = false;
    return () => {
      if (isBack) return;
      isBack = true;
      const left = (this.#counts.get(id) ?? 1) - 1;
      if (left > 0) this.#counts.set(id, left);
      else this.#counts.delete(id);
    };
  }
}

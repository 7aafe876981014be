import { AppError, limits } from '@quoth/contract';

/** Large bodies in memory, of all listeners together: the memory that they share is the process's. */
let held = 0;

/** The bytes of a JSON body that are kept until it is parsed. Beyond some KiB it takes one of a few places, which it gives back when it is disposed of. */
export class HeldJson implements Disposable {
  #bytes = 0;
  #hasPlace = false;

  /** Throws RATE_LIMITED for a large body while as many others are on their way as there may be. */
  grow(bytes: number): void {
    this.#bytes += bytes;
    if (this.#hasPlace || this.#bytes <= limits.largeJsonBytes) return;
    if (held >= limits.largeJsonBodies) {
      throw new AppError('RATE_LIMITED', {
        message: `${limits.largeJsonBodies} large JSON bodies are already on their way.`,
        hint: 'Wait until one of them has been read, then try again.',
      });
    }
    held++;
    this.#hasPlace = true;
  }

  [Symbol.dispose](): void {
    if (this.#hasPlace) held--;
    this.#hasPlace = false;
  }
}

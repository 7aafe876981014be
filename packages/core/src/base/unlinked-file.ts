import { closeSync, existsSync, openSync, rmSync, unlinkSync } from 'node:fs';

/**
 * An empty file for what is not to be kept. Where the system allows it (Linux), it has no name from the beginning: who is given `path`
 * can open it while this process holds it, and whatever ends this process leaves nothing. Elsewhere it has its name until it is closed.
 */
export class UnlinkedFile {
  readonly path: string;
  readonly #descriptor: number | undefined;

  private constructor(path: string, descriptor: number | undefined) {
    this.path = path;
    this.#descriptor = descriptor;
  }

  /** Throws where there is such a file already. */
  static create(path: string): UnlinkedFile {
    const descriptor = openSync(path, 'wx+', 0o600);
    const nameless = `/proc/${process.pid}/fd/${descriptor}`;
    if (!existsSync(nameless)) {
      closeSync(descriptor);
      return new UnlinkedFile(path, undefined);
    }
    unlinkSync(path);
    return new UnlinkedFile(nameless, descriptor);
  }

  /** Lets go of it: it is gone once nobody has it open. To be called once. */
  close(): void {
    if (this.#descriptor === undefined) rmSync(this.path, { force: true });
    else closeSync(this.#descriptor);
  }
}

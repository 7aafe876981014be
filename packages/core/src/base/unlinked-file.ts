import { closeSync, existsSync, openSync, rmSync, unlinkSync } from 'node:fs';

/**
 * An empty file for data that is not kept. If the system allows it (Linux), it never has a name: `path` can be opened while this process holds it,
 * and nothing is left however this process ends. Elsewhere it has a name until it is closed.
 */
export class UnlinkedFile {
  readonly path: string;
  readonly #descriptor: number | undefined;

  private constructor(path: string, descriptor: number | undefined) {
    this.path = path;
    this.#descriptor = descriptor;
  }

  /** Throws if the file already exists. */
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

  /** Closes it; it is deleted once nobody has it open. Call it once. */
  close(): void {
    if (this.#descriptor === undefined) rmSync(this.path, { force: true });
    else closeSync(this.#descriptor);
  }
}

import { openSync, writeSync } from 'node:fs';

/** A file that lines are appended to. A line that the disk does not take is dropped; what writes a log must never end because of it. */
export class LogFile {
  readonly #fd: number;
  readonly #onLost: (lines: number) => void;
  #lost = 0;
  #isCutOff = false;

  /** Creates it with mode 600. `onLost` is called once lines are taken again, with how many were not. */
  constructor(path: string, onLost: (lines: number) => void) {
    this.#fd = openSync(path, 'a', 0o600);
    this.#onLost = onLost;
  }

  /** At once: what is written last before a crash matters most. Never throws. */
  write(line: string): void {
    const bytes = Buffer.from(this.#isCutOff ? `\n${line}` : line);
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(this.#fd, bytes, written);
    } catch {
      this.#lost++;
      this.#isCutOff ||= written > 0;
      return;
    }
    this.#isCutOff = false;
    if (this.#lost === 0) return;
    const lines = this.#lost;
    this.#lost = 0;
    this.#onLost(lines);
  }
}

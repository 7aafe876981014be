import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { namedTokenFolder } from '@quoth/contract';
import { moveDurably, writeWhole } from '../base/index.ts';

/** The files of tokens that the MCP bridge reads by name: in a folder of the data folder that only the user can open. */
export class TokenFiles {
  readonly #folder: string;

  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, namedTokenFolder);
  }

  pathOf(file: string): string {
    return join(this.#folder, file);
  }

  /** Writes the token beside its file, readable by the user alone: after that, a full disk cannot keep it from its place. */
  async prepare(file: string, token: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeWhole(this.#newPathOf(file), `${token}\n`);
  }

  /** Puts what was prepared into its place. */
  async place(file: string): Promise<void> {
    await moveDurably(this.#newPathOf(file), this.pathOf(file));
  }

  async discard(file: string): Promise<void> {
    await rm(this.#newPathOf(file), { force: true });
  }

  #newPathOf(file: string): string {
    return `${this.pathOf(file)}.new`;
  }

  async remove(file: string): Promise<void> {
    await rm(this.pathOf(file), { force: true });
  }
}

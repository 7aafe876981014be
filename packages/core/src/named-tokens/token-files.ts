import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { namedTokenFolder } from '@quoth/contract';
import { writeWhole } from '../base/index.ts';

/** The files of tokens that the MCP bridge reads by name: in a folder of the data folder that only the user can open. */
export class TokenFiles {
  readonly #folder: string;

  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, namedTokenFolder);
  }

  pathOf(file: string): string {
    return join(this.#folder, file);
  }

  /** The whole file or none, readable by the user alone. */
  async write(file: string, token: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeWhole(this.pathOf(file), `${token}\n`);
  }

  async remove(file: string): Promise<void> {
    await rm(this.pathOf(file), { force: true });
  }
}

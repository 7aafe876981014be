import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '@quoth/core';
import * as z from 'zod';

const content = z.object({ port: z.int().min(1).max(65_535) });

/** The port that the server had last, so that clients with a copied address find it again. */
export class PortMemory {
  readonly #path: string;

  constructor(dataFolder: string) {
    this.#path = join(dataFolder, 'api-server.json');
  }

  async last(): Promise<number | undefined> {
    try {
      return content.parse(JSON.parse(await readFile(this.#path, 'utf8'))).port;
    } catch {
      return undefined;
    }
  }

  async remember(port: number): Promise<void> {
    await writeWhole(this.#path, `${JSON.stringify({ port })}\n`);
  }
}

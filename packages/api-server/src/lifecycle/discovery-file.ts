import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Discovery, discovery, discoveryFileName } from '@quoth/contract';
import { writeWhole } from '@quoth/core';

/** The file by which clients find the server (contract, section 3). Mode 600 from its first byte on. */
export class DiscoveryFile {
  readonly path: string;

  constructor(dataFolder: string) {
    this.path = join(dataFolder, discoveryFileName);
  }

  async write(content: Discovery): Promise<void> {
    await writeWhole(this.path, `${JSON.stringify(content, null, 2)}\n`);
  }

  /** Whether there is one, and of this process. */
  async isOf(pid: number): Promise<boolean> {
    try {
      return discovery.parse(JSON.parse(await readFile(this.path, 'utf8'))).pid === pid;
    } catch {
      return false;
    }
  }

  /** Deletes what a killed run left: this process owns the data folder, so it cannot belong to another server. */
  async removeSurvivor(): Promise<void> {
    await rm(this.path, { force: true });
  }

  /** Deletes the file, if it is still this process's own. */
  async remove(pid: number): Promise<void> {
    try {
      const found = discovery.safeParse(JSON.parse(await readFile(this.path, 'utf8')));
      if (found.success && found.data.pid !== pid) return;
    } catch (error) {
      if (!(error instanceof SyntaxError)) return;
    }
    await rm(this.path, { force: true });
  }
}

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@quoth/core';
import * as z from 'zod';
import type { SoundOutputs } from './sound-outputs.ts';

/** Names of the outputs that were muted here, and nothing about what plays on them. */
const mutedOutputs = z.object({ outputs: z.array(z.string().max(500)).max(100) });

/**
 * Silences the machine while one records. The outputs are written to the disk before the first of them is muted, so that the next
 * start undoes what a kill left. It mutes outputs, not the streams of programs, because a sound server remembers a muted stream beyond its program.
 */
export class OtherSound {
  readonly #outputs: SoundOutputs;
  readonly #file: string;
  readonly #logger: Logger;
  #isWanted = false;
  #work: Promise<void>;

  constructor(outputs: SoundOutputs, dataFolder: string, logger: Logger) {
    this.#outputs = outputs;
    this.#file = join(dataFolder, 'muted-outputs.json');
    this.#logger = logger;
    this.#work = this.#undo();
  }

  /** Can be called any number of times; carried out one after the other, and the last one counts. */
  mute(isWanted: boolean): void {
    if (isWanted === this.#isWanted) return;
    this.#isWanted = isWanted;
    this.#work = this.#work
      .then(() => (this.#isWanted ? this.#mute() : this.#undo()))
      .catch((error: unknown) => this.#logger.warn({ error }, 'Other sound could not be muted or unmuted.'));
  }

  /** Unmutes what was left muted. */
  async close(): Promise<void> {
    this.mute(false);
    await this.#work;
  }

  async #mute(): Promise<void> {
    const outputs = (await this.#outputs.list()).filter(({ isMuted }) => !isMuted).map(({ name }) => name);
    if (outputs.length === 0) return;
    await writeFile(this.#file, JSON.stringify({ outputs }), { mode: 0o600, flush: true });
    for (const name of outputs) await this.#outputs.setMuted(name, true);
  }

  async #undo(): Promise<void> {
    // No file: nothing was muted.
    const text = await readFile(this.#file, 'utf8').catch(() => undefined);
    if (text === undefined) return;
    const read = mutedOutputs.safeParse(parsed(text));
    for (const name of read.success ? read.data.outputs : []) await this.#outputs.setMuted(name, false);
    await rm(this.#file, { force: true });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

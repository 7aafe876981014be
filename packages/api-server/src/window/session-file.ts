import { readFileSync, rmSync } from 'node:fs';
import { writeWhole } from '@quoth/core';
import * as z from 'zod';

/** Windows that were open, and the port on which they expect the application. */
const kept = z.object({
  port: z.int().min(1).max(65_535),
  sessions: z
    .array(z.object({ code: z.string().max(200), token: z.string().min(40).max(200), madeAt: z.number() }))
    .max(50),
});
export type KeptSessions = z.output<typeof kept>;

/** What lets open windows go on after a restart: a file of mode 600, taken away when it is read, and when the last window is closed. */
export class SessionFile {
  readonly #path: string;
  #writing: Promise<void> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
  }

  /** Reads and deletes it; undefined if there is no usable one. */
  take(): KeptSessions | undefined {
    try {
      const parsed = kept.safeParse(JSON.parse(readFileSync(this.#path, 'utf8')));
      return parsed.success ? parsed.data : undefined;
    } catch {
      return undefined;
    } finally {
      rmSync(this.#path, { force: true });
    }
  }

  /** Writes after what is being written; a window that cannot be kept only has to be opened again. */
  keep(sessions: KeptSessions | undefined): Promise<void> {
    this.#writing = this.#writing
      .then(() =>
        sessions === undefined || sessions.sessions.length === 0
          ? rmSync(this.#path, { force: true })
          : writeWhole(this.#path, JSON.stringify(sessions)),
      )
      .catch(() => undefined);
    return this.#writing;
  }
}

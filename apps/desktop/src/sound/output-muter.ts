import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backoff, parsedJson } from '@quoth/contract';
import { type Logger, writeWhole } from '@quoth/core';
import { execFile } from '@quoth/processes/programs';
import * as z from 'zod';

/**
 * An output that cannot be unmuted now, because its server is starting again or it was unplugged, is tried again: soon
 * at first, then less often.
 */
const FIRST_AGAIN_MS = 1_000;
const LAST_AGAIN_MS = 60_000;

/** Names of the outputs that were muted here, and nothing about what plays on them. */
const mutedOutputs = z.object({ outputs: z.array(z.string().max(500)).max(100) });

/**
 * Silences the machine while one records. The outputs are written to the disk before the first of them is muted, and
 * stay there until each is unmuted, so that the next start undoes what a kill left. It mutes outputs, not the streams
 * of programs, because a sound server remembers a muted stream beyond its program.
 */
export class OutputMuter {
  readonly #outputs: SoundOutputs;
  readonly #file: string;
  readonly #logger: Logger;
  #isWanted = false;
  #again: NodeJS.Timeout | undefined;
  #failures = 0;
  #work: Promise<void>;

  constructor(outputs: SoundOutputs, dataFolder: string, logger: Logger) {
    this.#outputs = outputs;
    this.#file = join(dataFolder, 'muted-outputs.json');
    this.#logger = logger;
    this.#work = Promise.resolve();
    this.#then(() => this.#undo());
  }

  /** Can be called any number of times; carried out one after the other, and the last one counts. */
  mute(isWanted: boolean): void {
    if (isWanted === this.#isWanted) return;
    this.#isWanted = isWanted;
    this.#failures = 0;
    this.#then(() => (this.#isWanted ? this.#mute() : this.#undo()));
  }

  /** Unmutes what was left muted, if that can be done now. */
  async close(): Promise<void> {
    this.mute(false);
    await this.#work;
    clearTimeout(this.#again);
  }

  #then(work: () => Promise<void>): void {
    this.#work = this.#work
      .then(work)
      .catch((error: unknown) => this.#logger.warn({ error }, 'Other sound could not be muted or unmuted.'));
  }

  async #mute(): Promise<void> {
    clearTimeout(this.#again);
    const all = await this.#outputs.list();
    const names = all.filter(({ isMuted }) => !isMuted).map(({ name }) => name);
    if (names.length === 0) return;
    // Outputs that an earlier run still has to unmute stay on the list.
    await this.#remember([...new Set([...(await this.#remembered()), ...names])]);
    for (const name of names) await this.#outputs.setMuted(name, true);
  }

  async #undo(): Promise<void> {
    clearTimeout(this.#again);
    const left: string[] = [];
    for (const name of await this.#remembered())
      await this.#outputs.setMuted(name, false).catch(() => left.push(name));
    await this.#remember(left);
    if (left.length === 0) return;
    this.#again = setTimeout(
      () => this.#then(() => this.#undoAgain()),
      backoff(this.#failures++, FIRST_AGAIN_MS, LAST_AGAIN_MS),
    ).unref();
  }

  /** A recording that has begun meanwhile wants it muted. */
  async #undoAgain(): Promise<void> {
    if (!this.#isWanted) await this.#undo();
  }

  async #remembered(): Promise<readonly string[]> {
    // No file: nothing was muted.
    const text = await readFile(this.#file, 'utf8').catch(() => '');
    return mutedOutputs.safeParse(parsedJson(text)).data?.outputs ?? [];
  }

  async #remember(outputs: readonly string[]): Promise<void> {
    if (outputs.length === 0) await rm(this.#file, { force: true });
    // A kill or a full disk midway must not lose what is still muted.
    else await writeWhole(this.#file, JSON.stringify({ outputs }));
  }
}

const ANSWER_MS = 2_000;

export interface SoundOutputs {
  /** Throws if the sound system does not answer. */
  list(): Promise<readonly { readonly name: string; readonly isMuted: boolean }[]>;
  /** Throws if it was not done, also because the output has gone: it comes back as it went. */
  setMuted(name: string, isMuted: boolean): Promise<void>;
}

export interface SoundOutputsOptions {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * PulseAudio and PipeWire by `pactl`; macOS by its volume settings, which was not run; on Windows, where the window
 * does not offer it, nothing is muted.
 */
export function soundOutputs({ platform, env }: SoundOutputsOptions): SoundOutputs {
  const run = (program: string, args: readonly string[]) => output(program, args, env);
  if (platform === 'linux') return pulseOutputs(run);
  if (platform === 'darwin') return macOutputs(run);
  return { list: async () => [], setMuted: async () => undefined };
}

type Run = (program: string, args: readonly string[]) => Promise<string>;

const pulseSinks = z.array(z.object({ name: z.string(), mute: z.boolean() }));

function pulseOutputs(run: Run): SoundOutputs {
  return {
    list: async () => {
      const sinks = pulseSinks.parse(JSON.parse(await run('pactl', ['--format=json', 'list', 'sinks'])));
      return sinks.map(({ name, mute }) => ({ name, isMuted: mute }));
    },
    setMuted: async (name, isMuted) => {
      await run('pactl', ['set-sink-mute', name, isMuted ? '1' : '0']);
    },
  };
}

function macOutputs(run: Run): SoundOutputs {
  return {
    list: async () => {
      const printed = await run('osascript', ['-e', 'output muted of (get volume settings)']);
      return printed.trim() === 'false' ? [{ name: 'output', isMuted: false }] : [];
    },
    setMuted: async (_name, isMuted) => {
      await run('osascript', ['-e', `set volume output muted ${isMuted}`]);
    },
  };
}

function output(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      env: { ...env, LC_ALL: 'C' },
      timeout: ANSWER_MS,
      killSignal: 'SIGKILL' as const,
      maxBuffer: 4 * 1024 * 1024,
    };
    execFile(program, [...args], options, (error, printed) => {
      if (error) reject(error);
      else resolve(String(printed));
    });
  });
}

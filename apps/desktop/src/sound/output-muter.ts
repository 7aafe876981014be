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

/** How loud music is beside what it was: 24 dB less, on the cubic scale of sound servers. */
const LOWERED = 0.4;
/** PipeWire counts a volume in other steps than it is asked for. */
const SAME_VOLUME = 0xffff / 100;

const volume = z.array(z.number());
const loweredOutput = z.object({ name: z.string(), was: volume, lowered: volume });
/** The outputs that were muted here, by their names, or lowered; and nothing about what plays on them. */
const mutedOutputs = z.object({ outputs: z.array(z.union([z.string(), loweredOutput])) });
type Changed = z.infer<typeof mutedOutputs>['outputs'][number];

/**
 * Silences or lowers the machine while one records. The outputs are written to the disk before the first of them is
 * changed, and stay there until each is as it was, so that the next start undoes what a kill left. It changes outputs,
 * not the streams of programs, because a sound server remembers a muted stream beyond its program.
 */
export class OutputMuter {
  readonly #outputs: SoundOutputs;
  readonly #file: string;
  readonly #logger: Logger;
  #wanted: 'mute' | 'lower' | undefined;
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

  mute(): void {
    this.#want('mute');
  }

  lower(): void {
    this.#want('lower');
  }

  /** As it was, but for a volume that its user has changed meanwhile. */
  leave(): void {
    this.#want(undefined);
  }

  /** Can be called any number of times; carried out one after the other, and the last one counts. */
  #want(wanted: 'mute' | 'lower' | undefined): void {
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    this.#failures = 0;
    this.#then(async () => {
      await this.#undo();
      if (this.#wanted) await this.#change(this.#wanted);
    });
  }

  /** Undoes what is left, if that can be done now. */
  async close(): Promise<void> {
    this.leave();
    await this.#work;
    clearTimeout(this.#again);
  }

  #then(work: () => Promise<void>): void {
    this.#work = this.#work
      .then(work)
      .catch((error: unknown) =>
        this.#logger.warn({ error }, 'Other sound could not be muted or lowered, or put back.'),
      );
  }

  async #change(how: 'mute' | 'lower'): Promise<void> {
    const heard = (await this.#outputs.list()).filter(({ isMuted }) => !isMuted);
    // Outputs that an earlier run still has to put back stay on the list.
    const left = await this.#remembered();
    const changed = heard
      .filter(({ name }) => !left.some((one) => name === (typeof one === 'string' ? one : one.name)))
      .map(({ name, volume: was }): Changed => {
        const lowered = was.map((value) => Math.round(value * LOWERED));
        return how === 'mute' || was.length === 0 ? name : { name, was, lowered };
      });
    await this.#remember([...left, ...changed]);
    for (const one of changed) {
      if (typeof one === 'string') await this.#outputs.setMuted(one, true);
      else await this.#outputs.setVolume(one.name, one.lowered);
    }
  }

  async #putBack(one: Changed): Promise<void> {
    if (typeof one === 'string') return this.#outputs.setMuted(one, false);
    const now = (await this.#outputs.list()).find(({ name }) => name === one.name)?.volume;
    if (!now) throw new Error('The output has gone.');
    const isOurs = now.every((value, at) => Math.abs(value - (one.lowered[at] ?? 0)) < SAME_VOLUME);
    if (isOurs) await this.#outputs.setVolume(one.name, one.was);
  }

  async #undo(): Promise<void> {
    clearTimeout(this.#again);
    const left: Changed[] = [];
    for (const one of await this.#remembered()) await this.#putBack(one).catch(() => left.push(one));
    await this.#remember(left);
    if (left.length === 0) return;
    this.#again = setTimeout(
      () => this.#then(() => this.#undoAgain()),
      backoff(this.#failures++, FIRST_AGAIN_MS, LAST_AGAIN_MS),
    ).unref();
  }

  /** A recording that has begun meanwhile wants it so. */
  async #undoAgain(): Promise<void> {
    if (!this.#wanted) await this.#undo();
  }

  async #remembered(): Promise<readonly Changed[]> {
    // No file: nothing was changed.
    const text = await readFile(this.#file, 'utf8').catch(() => '');
    return mutedOutputs.safeParse(parsedJson(text)).data?.outputs ?? [];
  }

  async #remember(outputs: readonly Changed[]): Promise<void> {
    if (outputs.length === 0) await rm(this.#file, { force: true });
    // A kill or a full disk midway must not lose what is still to be put back.
    else await writeWhole(this.#file, JSON.stringify({ outputs }));
  }
}

const ANSWER_MS = 2_000;

/** What programs play on; its volume by channels, 65,536 being the whole. */
interface SoundOutput {
  readonly name: string;
  readonly isMuted: boolean;
  readonly volume: number[];
}

export interface SoundOutputs {
  /** Throws if the sound system does not answer. */
  list(): Promise<readonly SoundOutput[]>;
  /** Throws if it was not done, also because the output has gone: it comes back as it went. */
  setMuted(name: string, isMuted: boolean): Promise<void>;
  /** The same of a volume. */
  setVolume(name: string, volume: readonly number[]): Promise<void>;
}

export interface SoundOutputsOptions {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * PulseAudio and PipeWire by `pactl`; macOS by its volume settings, which was not run, and where lowering means muting;
 * on Windows, where the window does not offer it, nothing is muted.
 */
export function soundOutputs({ platform, env }: SoundOutputsOptions): SoundOutputs {
  const run = (program: string, args: readonly string[]) => output(program, args, env);
  if (platform === 'linux') return pulseOutputs(run);
  if (platform === 'darwin') return macOutputs(run);
  return { list: async () => [], setMuted: async () => undefined, setVolume: async () => undefined };
}

type Run = (program: string, args: readonly string[]) => Promise<string>;

const pulseSinks = z.array(
  z.object({
    name: z.string(),
    mute: z.boolean(),
    volume: z.record(z.string(), z.object({ value: z.number() })),
  }),
);

function pulseOutputs(run: Run): SoundOutputs {
  return {
    list: async () => {
      const sinks = pulseSinks.parse(JSON.parse(await run('pactl', ['--format=json', 'list', 'sinks'])));
      return sinks.map(({ name, mute, volume }) => ({
        name,
        isMuted: mute,
        volume: Object.values(volume).map(({ value }) => value),
      }));
    },
    setMuted: async (name, isMuted) => {
      await run('pactl', ['set-sink-mute', name, isMuted ? '1' : '0']);
    },
    setVolume: async (name, volume) => {
      await run('pactl', ['set-sink-volume', name, ...volume.map(String)]);
    },
  };
}

function macOutputs(run: Run): SoundOutputs {
  return {
    list: async () => {
      const printed = await run('osascript', ['-e', 'output muted of (get volume settings)']);
      return printed.trim() === 'false' ? [{ name: 'output', isMuted: false, volume: [] }] : [];
    },
    setMuted: async (_name, isMuted) => {
      await run('osascript', ['-e', `set volume output muted ${isMuted}`]);
    },
    setVolume: async () => undefined,
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

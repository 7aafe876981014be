import { execFile } from 'node:child_process';
import * as z from 'zod';

const ANSWER_MS = 2_000;

/** The sound outputs of the machine. */
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

/** PulseAudio and PipeWire by `pactl`; macOS by its volume settings, which was not run; Windows has none yet. */
export function soundOutputs({ platform, env }: SoundOutputsOptions): SoundOutputs {
  const run = (program: string, words: readonly string[]) => output(program, words, env);
  if (platform === 'linux') return pulseOutputs(run);
  if (platform === 'darwin') return macOutputs(run);
  return { list: async () => [], setMuted: async () => undefined };
}

type Run = (program: string, words: readonly string[]) => Promise<string>;

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
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      env: { ...env, LC_ALL: 'C' },
      timeout: ANSWER_MS,
      killSignal: 'SIGKILL' as const,
      maxBuffer: 4 * 1024 * 1024,
    };
    execFile(program, [...words], options, (error, printed) => {
      if (error) reject(error);
      else resolve(String(printed));
    });
  });
}

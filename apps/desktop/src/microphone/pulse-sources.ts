import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { soundSystemSilent } from './microphone-errors.ts';

/** No sound server was ever seen on this machine, or `pactl` is missing. */
export class NoSoundServer extends Error {
  constructor() {
    super('No sound server answers.');
    this.name = 'NoSoundServer';
  }
}

/** A source of the sound server (PulseAudio, or PipeWire in its place). */
export interface PulseSource {
  /** Its name on the server. */
  readonly name: string;
  /** Its name for people, under which other libraries list it. */
  readonly description: string;
  readonly isMonitor: boolean;
  readonly isDefault: boolean;
}

const ANSWER_MS = 3_000;
/** If the server ends, it may be restarted; then listening resumes. */
const AGAIN_MS = 3_000;
/** Changes come in bursts. */
const QUIET_MS = 50;

/** What a server offers when it has no device at all; nothing is ever heard there. */
const NOTHING_CONNECTED = 'auto_null.monitor';

const listed = z.array(
  z.object({ name: z.string(), description: z.string(), monitor_source: z.string().optional() }),
);
const info = z.object({ default_source_name: z.string().optional() });

/** The sources of a Linux desktop's sound server, read through `pactl`. */
export class PulseSources {
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #listeners = new Set<() => void>();
  #subscription: ChildProcess | undefined;
  #again: NodeJS.Timeout | undefined;
  #quiet: NodeJS.Timeout | undefined;
  /** A server has answered, or taken a question and hung. */
  #hasServer = false;

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#env = env;
  }

  /**
   * Throws NoSoundServer, and MICROPHONE_UNAVAILABLE where a server that was there before does not answer: it may be starting again, and whoever took its sound
   * cards meanwhile would keep them from it.
   */
  async list(): Promise<readonly PulseSource[]> {
    const [sources, server] = await Promise.all([this.#ask(['list', 'sources']), this.#ask(['info'])]);
    const all = listed.safeParse(sources);
    const known = info.safeParse(server);
    if (!all.success || !known.success) throw this.#hasServer ? soundSystemSilent() : new NoSoundServer();
    this.#hasServer = true;
    const microphones = all.data.filter(({ name }) => name !== NOTHING_CONNECTED);
    return microphones.map(({ name, description, monitor_source }) => ({
      name,
      description,
      // For a monitor, this names the sink that it records.
      isMonitor: Boolean(monitor_source) || name.endsWith('.monitor'),
      isDefault: name === known.data.default_source_name,
    }));
  }

  /** Calls the listener after sources or the default have changed. Returns the function that ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.#subscribe();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.close();
    };
  }

  close(): void {
    clearTimeout(this.#again);
    clearTimeout(this.#quiet);
    this.#quiet = undefined;
    this.#subscription?.removeAllListeners('close');
    this.#subscription?.kill('SIGKILL');
    this.#subscription = undefined;
  }

  #subscribe(): void {
    if (this.#subscription) return;
    const child = spawn('pactl', ['subscribe'], {
      env: this.#environment(),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.#subscription = child;
    createInterface({ input: child.stdout }).on('line', (line) => {
      // Of a source that only changes, its volume or its sleep, nobody wants to know.
      if (/'(new|remove)' on source |'change' on server /.test(line)) this.#changed();
    });
    // Without `pactl` there is nobody to ask.
    child.on('error', () => child.removeAllListeners('close'));
    child.on('close', () => {
      this.#subscription = undefined;
      if (this.#listeners.size === 0) return;
      // A server that ended took its sources with it.
      this.#changed();
      this.#again = setTimeout(() => this.#subscribe(), AGAIN_MS);
      this.#again.unref();
    });
  }

  #changed(): void {
    // Not delayed by the next change: listeners are told even if changes never end.
    this.#quiet ??= setTimeout(() => {
      this.#quiet = undefined;
      for (const listener of [...this.#listeners]) listener();
    }, QUIET_MS);
    this.#quiet.unref();
  }

  #ask(words: readonly string[]): Promise<unknown> {
    return new Promise((resolve) => {
      execFile(
        'pactl',
        ['--format=json', ...words],
        { env: this.#environment(), timeout: ANSWER_MS, killSignal: 'SIGKILL', maxBuffer: 4 * 2 ** 20 },
        (error, text) => {
          // Without a server, it ends at once.
          if (error?.killed) this.#hasServer = true;
          resolve(error ? undefined : parsedJson(text));
        },
      );
    });
  }

  /** Independent of the user's language, because a program reads its output. */
  #environment(): NodeJS.ProcessEnv {
    return { ...this.#env, LC_ALL: 'C' };
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

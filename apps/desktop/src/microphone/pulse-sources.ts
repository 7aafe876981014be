import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import * as z from 'zod';

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

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#env = env;
  }

  /** Undefined if there is no `pactl`, or no server that answers. */
  async list(): Promise<readonly PulseSource[] | undefined> {
    const [sources, server] = await Promise.all([this.#ask(['list', 'sources']), this.#ask(['info'])]);
    const parsed = listed.safeParse(sources);
    if (!parsed.success) return undefined;
    const standard = info.safeParse(server).data?.default_source_name;
    return parsed.data.map(({ name, description, monitor_source }) => ({
      name,
      description,
      // For a monitor, this names the sink that it records.
      isMonitor: Boolean(monitor_source) || name.endsWith('.monitor'),
      isDefault: name === standard,
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
    this.#subscription?.kill();
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
        { env: this.#environment(), timeout: ANSWER_MS, maxBuffer: 4 * 2 ** 20 },
        (error, text) => resolve(error ? undefined : parsedJson(text)),
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

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@quoth/client';
import { controlSocketClient, readControlSocketFile } from '@quoth/client/node';
import type { Discovery } from '@quoth/contract';

const root = join(import.meta.dirname, '..', '..', '..');
/** What the application may take to end. */
const ENDING_MS = 60_000;
/**
 * The whole check names the built program, which starts in a third of the time; a file that is run alone runs the
 * sources as they are.
 */
export const builtApplication = process.env.QUOTH_TEST_APPLICATION;
/** Engines, too, work by one thread in tests. */
const main = builtApplication ?? join(root, 'apps', 'desktop', 'src', 'main.ts');

/**
 * The environment of an application that believes in a single core, for tests that hear much by real models: engines
 * take a thread for each core, and these wait for each other without sleeping, which doubles the processor time of
 * recordings where other tests run beside them.
 */
export const oneCore: NodeJS.ProcessEnv = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`
    import { syncBuiltinESMExports } from 'node:module';
    import os from 'node:os';
    os.availableParallelism = () => 1;
    syncBuiltinESMExports();`)}`,
};

/** Speech that comes with the command line; both included models write the synthetic ones alike, to the full stop. */
export const sample = (name: string): string => join(root, 'apps', 'cli', 'samples', `${name}.wav`);

/**
 * Where the models of the tests are. The smallest, as a file to import: it knows 204 words, and takes a tenth of the
 * time of the engine that is always there.
 */
export const testModels = join(root, 'packages', 'core', 'src', 'models', 'fixtures');
export const tinyModel = join(testModels, 'quoth-test-en.gguf');
/** Speech that it knows, and what it writes. */
export const tinySpeech = join(
  root,
  'packages',
  'audio',
  'src',
  'fixtures',
  'sentences',
  '12-save-the-document-please.wav',
);
export const TINY_TEXT = 'save the document please';

/**
 * The environment of somebody who speaks English: default modes take Moonshine Tiny, the quicker one of the included
 * models.
 */
export const englishSpeaker: NodeJS.ProcessEnv = {
  LANG: 'en_US.UTF-8',
  LC_ALL: undefined,
  LC_MESSAGES: undefined,
};

/** The same speech many times over, as one wav file. */
export function repeated(speech: Buffer, times: number): Buffer<ArrayBuffer> {
  const whole = Buffer.concat([
    speech.subarray(0, 44),
    ...Array.from({ length: times }, () => speech.subarray(44)),
  ]);
  whole.writeUInt32LE(whole.length - 44, 40);
  return whole;
}

/** A data folder below the system's temporary folder, deleted at the end. */
export function temporaryHome(): string {
  return mkdtempSync(join(tmpdir(), 'quoth-e2e-'));
}

/** The real application as a process, on a data folder of its own. */
export class RunningApplication {
  static readonly #started: RunningApplication[] = [];

  readonly home: string;
  readonly child: ChildProcess;
  stderr = '';

  private constructor(home: string, child: ChildProcess) {
    this.home = home;
    this.child = child;
    child.stderr?.on('data', (chunk: Buffer) => {
      this.stderr += chunk;
    });
  }

  /** Starts it and waits until its listener answers; with `--api`, until the discovery file is there too. */
  static async start(
    home: string,
    flags: readonly string[] = ['--api'],
    env: NodeJS.ProcessEnv = {},
    program = main,
  ): Promise<RunningApplication> {
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', program, '--headless', ...flags],
      {
        env: { ...process.env, ...englishSpeaker, ...env, QUOTH_HOME: home },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    const running = new RunningApplication(home, child);
    RunningApplication.#started.push(running);
    const answers = async () => {
      if (child.exitCode !== null) throw new Error(`it ended: ${running.stderr}`);
      const controlSocket = await readControlSocketFile(home);
      return (
        controlSocket?.pid === child.pid &&
        (!flags.includes('--api') || existsSync(join(home, 'local-api.json')))
      );
    };
    // One that fails ends; on a busy machine, one that starts may take a minute.
    await until('the application answers', answers, 180);
    return running;
  }

  /** Ends what a test that failed has left running. */
  static async endAll(): Promise<void> {
    for (const app of RunningApplication.#started) await app.end('SIGKILL');
  }

  get discoveryPath(): string {
    return join(this.home, 'local-api.json');
  }

  discovery(): Discovery {
    return JSON.parse(readFileSync(this.discoveryPath, 'utf8')) as Discovery;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.discovery().port}`;
  }

  /** The command line's way in: every route, whatever the public API does. */
  async controlSocket(): Promise<Client> {
    const controlSocket = await readControlSocketFile(this.home);
    if (!controlSocket) throw new Error('there is no control socket file');
    return controlSocketClient(controlSocket);
  }

  /** A request to the public API with the right token. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${this.discovery().token}`);
    return fetch(`${this.baseUrl}${path}`, { ...init, headers });
  }

  /** The same, with the answer read as JSON. */
  async json(path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await this.fetch(path, init);
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
  }

  /** JSON to a route. */
  send(method: string, path: string, body: unknown): Promise<Answer> {
    return this.json(path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  /** Ends it and returns its exit code; null after a signal. Kills it after a minute, and throws with its stderr. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const { child } = this;
    const isRunning = () => child.exitCode === null && child.signalCode === null;
    if (isRunning()) {
      const closed = once(child, 'close', { signal: AbortSignal.timeout(ENDING_MS) });
      child.kill(signal);
      await closed.catch(async () => {
        child.kill('SIGKILL');
        if (isRunning()) await once(child, 'exit');
        throw new Error(`a minute after ${signal} the application had not ended: ${this.stderr}`);
      });
    }
    return child.exitCode;
  }

  /** Ends it and deletes its data. */
  async remove(): Promise<void> {
    try {
      await this.end();
    } finally {
      rmSync(this.home, { recursive: true, force: true });
    }
  }
}

/** An answer's JSON; fields are looked at where they are expected. */
type Body = Record<string, unknown> & {
  readonly ok: boolean;
  readonly error?: { code: string; message: string; hint?: string; details?: unknown[] };
};

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/**
 * Waits for a condition, for 30 s at most unless said otherwise. What lasts is asked for less often: each question
 * takes time from what is waited for.
 */
export async function until(
  what: string,
  condition: () => Promise<boolean> | boolean,
  seconds = 30,
): Promise<void> {
  const begun = performance.now();
  for (let pause = 10; performance.now() - begun < seconds * 1_000; pause = Math.min(40, pause * 1.1)) {
    if (await condition()) return;
    await sleep(pause);
  }
  throw new Error(`waited too long until ${what}`);
}

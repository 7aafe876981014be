import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** What the engine made of a file by itself. */
export interface DirectResult {
  readonly text: string;
  /** Milliseconds in the engine. */
  readonly runMs: number;
  /** The same with reading the file. */
  readonly totalMs: number;
}

/** transcribe-cpp in a process of its own, with its model warm. */
export class DirectNeural {
  readonly #child: ChildProcess;
  readonly #gone = new AbortController();

  private constructor(child: ChildProcess) {
    this.#child = child;
    const gone = (why: unknown) => this.#gone.abort(new Error(`The engine by itself has ended: ${why}.`));
    child.on('error', gone);
    child.once('exit', (code, signal) => gone(signal ?? code));
  }

  static async start(modelPath: string): Promise<DirectNeural> {
    // One thread of libuv, as the product's hosts have it: memory and speed are then those of the engine.
    const env = { ...process.env, UV_THREADPOOL_SIZE: '1' };
    const direct = new DirectNeural(
      fork(join(import.meta.dirname, 'direct-engine.ts'), [modelPath], { env }),
    );
    await direct.#answer();
    return direct;
  }

  async run(wav: string, threads: number, language?: string): Promise<DirectResult> {
    const answer = this.#answer();
    this.#child.send({ wav, threads, language });
    return (await answer) as DirectResult;
  }

  /** Rejects where the child ends before it answers. */
  async #answer(): Promise<unknown> {
    const { signal } = this.#gone;
    try {
      return (await once(this.#child, 'message', { signal }))[0];
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    }
  }

  async end(): Promise<void> {
    if (this.#gone.signal.aborted) return;
    const closed = once(this.#child, 'close');
    this.#child.kill('SIGKILL');
    await closed;
  }
}

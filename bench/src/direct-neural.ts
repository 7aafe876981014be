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

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(modelPath: string): Promise<DirectNeural> {
    // One thread of libuv, as the product's hosts have it: memory and speed are then those of the engine.
    const env = { ...process.env, UV_THREADPOOL_SIZE: '1' };
    const child = fork(join(import.meta.dirname, 'direct-engine.ts'), [modelPath], { env });
    await once(child, 'message');
    return new DirectNeural(child);
  }

  async run(wav: string, threads: number, language?: string): Promise<DirectResult> {
    const answer = once(this.#child, 'message');
    this.#child.send({ wav, threads, language });
    const [result] = await answer;
    return result as DirectResult;
  }

  async end(): Promise<void> {
    const closed = once(this.#child, 'close');
    this.#child.kill('SIGKILL');
    await closed;
  }
}

import { type ChildProcess, fork } from 'node:child_process';
import type { FromHost, ToHost } from './host-protocol.ts';

/** The host waits for keys to be let go, and for the target; if it takes longer than this, it hangs. */
const ANSWER_MS = 20_000;

type Order = ToHost extends infer One ? (One extends ToHost ? Omit<One, 'id'> : never) : never;

export interface DeliveryHostOptions {
  /** Path of the file to run, and its arguments. */
  readonly main: string;
  readonly words: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** The process that owns the clipboard, started when it is first used, and again if it dies. */
export class DeliveryHost {
  readonly #options: DeliveryHostOptions;
  readonly #waiting = new Map<number, (answer: FromHost | undefined) => void>();
  #child: ChildProcess | undefined;
  #lastId = 0;
  #isClosed = false;

  constructor(options: DeliveryHostOptions) {
    this.#options = options;
  }

  /** Undefined if the host died or hangs. */
  ask(order: Order): Promise<FromHost | undefined> {
    if (this.#isClosed) return Promise.resolve(undefined);
    const child = this.#running();
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        // Whatever it still does would come too late.
        child.kill('SIGKILL');
        done(undefined);
      }, ANSWER_MS);
      const done = (answer: FromHost | undefined) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(answer);
      };
      this.#waiting.set(id, done);
      child.send({ ...order, id } as ToHost, (error) => {
        if (error) done(undefined);
      });
    });
  }

  /** It stays while somebody may still paste its contents, and then ends by itself. */
  close(): void {
    this.#isClosed = true;
    if (this.#child?.connected) this.#child.disconnect();
    this.#gone();
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  #running(): ChildProcess {
    if (this.#child?.connected) return this.#child;
    const { main, words, env } = this.#options;
    const child = fork(main, words, {
      env,
      // A small young generation: it lives for hours with a clipboard's content and makes little garbage.
      windowsHide: true,
      execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=1'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    this.#child = child;
    child.on('message', (answer: FromHost) => this.#waiting.get(answer.id)?.(answer));
    const gone = () => {
      if (this.#child === child) this.#gone();
    };
    child.on('error', gone);
    // Not "exit", which a busy thread can see before the last answer.
    child.on('disconnect', gone);
    child.unref();
    child.channel?.unref();
    return child;
  }

  #gone(): void {
    this.#child = undefined;
    for (const done of [...this.#waiting.values()]) done(undefined);
  }
}

import { type ChildProcess, fork } from 'node:child_process';

/** A process that dies is restarted: soon at first, then less often. */
const FIRST_AGAIN_MS = 250;
const LAST_AGAIN_MS = 30_000;
/** A process that has lived this long counts as healthy. */
const WELL_MS = 10_000;

export interface RestartedProcessOptions<From> {
  /** Path of the file to run. */
  readonly main: string;
  readonly env: NodeJS.ProcessEnv;
  readonly onMessage: (message: From) => void;
  /** A new process is running and has received nothing yet. */
  readonly onStart: () => void;
  /** It died by itself, and will be restarted. */
  readonly onGone: () => void;
}

/** A child process for native code that may abort: it is kept running while it is wanted, however often it dies. */
export class RestartedProcess<To extends object, From> {
  readonly #options: RestartedProcessOptions<From>;
  #child: ChildProcess | undefined;
  #again: NodeJS.Timeout | undefined;
  #againMs = FIRST_AGAIN_MS;

  constructor(options: RestartedProcessOptions<From>) {
    this.#options = options;
  }

  /** Undefined while none runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts it if it is not running. */
  start(): void {
    if (this.#child) return;
    clearTimeout(this.#again);
    this.#again = undefined;
    const { main, env, onMessage, onStart, onGone } = this.#options;
    const child = fork(main, [], {
      env,
      windowsHide: true,
      execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=1'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child = child;
    const startedAt = performance.now();
    child.on('message', (message: From) => {
      if (this.#child === child) onMessage(message);
    });
    const gone = () => {
      if (this.#child !== child) return;
      this.#child = undefined;
      onGone();
      if (performance.now() - startedAt > WELL_MS) this.#againMs = FIRST_AGAIN_MS;
      this.#again = setTimeout(() => this.start(), this.#againMs).unref();
      this.#againMs = Math.min(this.#againMs * 2, LAST_AGAIN_MS);
    };
    child.on('error', gone);
    child.on('exit', gone);
    child.unref();
    child.channel?.unref();
    onStart();
  }

  /** Sends to the running process; lost if there is none. */
  send(message: To): void {
    this.#child?.send(message, () => undefined);
  }

  stop(): void {
    this.#forget()?.kill('SIGKILL');
  }

  /** For a process that ends by itself when it is disconnected. */
  leave(): void {
    const child = this.#forget();
    if (child?.connected) child.disconnect();
  }

  #forget(): ChildProcess | undefined {
    clearTimeout(this.#again);
    this.#again = undefined;
    const child = this.#child;
    this.#child = undefined;
    return child;
  }
}

import type { ChildProcess } from 'node:child_process';
import {
  type Answered,
  type Channel,
  handle,
  type Names,
  OpenRequests,
  type Sent,
  type Wire,
} from './parent.ts';
import { fork } from './programs.ts';

export type { Channel, Names, Sent } from './parent.ts';

/** A small young generation: our children live for hours and make little garbage. */
const FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=1'];
/** How long a child that was asked to end may take, and how long after SIGTERM. */
const GRACE_MS = 2_000;
/** A channel that is still open this long after its process has ended is held open by another process. */
const LAST_MESSAGES_MS = 1_000;

export interface ProcessExit {
  /** Null where a signal ended it, or it could not be started. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ChildOptions<C extends Channel> {
  /** Path of the file that it runs, which calls `serveParent`. */
  readonly main: string;
  readonly args?: readonly string[];
  /** All of its environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Flags of Node instead of the usual ones. */
  readonly flags?: readonly string[];
  readonly on: C['toParent'];
  /** Called once, after its last message; not for a child that was left to itself. */
  readonly onEnd?: (ended: ProcessExit) => void;
}

/**
 * A child process with a typed channel. It does not keep this process running, has no window, and its standard streams
 * lead nowhere, so that none can fill up. However it ends, every request is settled.
 */
export class Child<C extends Channel> {
  readonly #child: ChildProcess;
  readonly #asked = new OpenRequests();
  readonly #ended = Promise.withResolvers<ProcessExit>();
  readonly #onEnd: ((ended: ProcessExit) => void) | undefined;
  #isOver = false;
  #isLeft = false;
  /** It was asked to end, or was left: its further messages are ignored. */
  #isDismissed = false;

  constructor({ main, args = [], env, flags = FLAGS, on, onEnd }: ChildOptions<C>) {
    this.#onEnd = onEnd;
    const child = fork(main, args, {
      env: { ...env },
      execArgv: [...flags],
      // Binary data and what is undefined arrive as they were sent.
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child = child;
    child.on('message', (message: Wire) => {
      if ('answers' in message) this.#asked.answered(message.answers, message.value);
      else if (!this.#isDismissed) handle(on, message, (answer) => this.#write(answer));
    });
    child.on('error', () => {
      // Also reported where a message or a signal could not be sent: then its end is still to come.
      if (child.pid === undefined) this.#over({ code: null, signal: null });
    });
    // The child no longer takes requests; if it does not end by itself, it hangs.
    child.on('disconnect', () => {
      if (!this.#isLeft) setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref();
    });
    // Its end is judged by "close", which comes when the process has ended and its channel was read to the end: a busy
    // parent sees "exit" before the last messages.
    child.on('close', (code, signal) => this.#over({ code, signal }));
    child.on('exit', (code, signal) => {
      setTimeout(() => this.#over({ code, signal }), LAST_MESSAGES_MS).unref();
    });
    child.unref();
    child.channel?.unref();
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** False once its channel is closed: nothing can be sent to it any more. */
  get isConnected(): boolean {
    return this.#child.connected;
  }

  /** Lost if the child is gone. */
  send<Name extends Names<C['toChild']>>(name: Name, ...args: Sent<C['toChild'], Name>): void {
    this.#write({ name, args });
  }

  /**
   * Undefined if the child ends, fails, or does not answer in time; then it is ended, since whatever it still does
   * would come too late.
   */
  request<Name extends Names<C['requests']>>(
    name: Name,
    withinMs: number,
    ...args: Sent<C['requests'], Name>
  ): Promise<Answered<C['requests'], Name> | undefined> {
    if (this.#isOver || !this.isConnected) return Promise.resolve(undefined);
    return this.#asked.ask(
      withinMs,
      (id, failed) => this.#write({ name, args, id }, failed),
      () => void this.end(0),
    ) as Promise<Answered<C['requests'], Name> | undefined>;
  }

  /**
   * Asks it to end by closing the channel, then by SIGTERM, then by force; at once by force if it has no time. Resolves
   * when it has ended.
   */
  end(graceMs = GRACE_MS): Promise<ProcessExit> {
    this.#isDismissed = true;
    if (this.#isOver) return this.#ended.promise;
    if (graceMs === 0) this.#child.kill('SIGKILL');
    else {
      if (this.isConnected) this.#child.disconnect();
      const timers = (['SIGTERM', 'SIGKILL'] as const).map((signal, at) =>
        setTimeout(() => this.#child.kill(signal), graceMs * (at + 1)).unref(),
      );
      void this.#ended.promise.then(() => {
        for (const timer of timers) clearTimeout(timer);
      });
    }
    return this.#ended.promise;
  }

  /** Closes the channel and lets it live on: it ends when it is no longer needed. */
  leave(): void {
    this.#isLeft = true;
    this.#isDismissed = true;
    if (this.isConnected) this.#child.disconnect();
    this.#asked.settle();
  }

  #write(message: Wire, failed?: () => void): void {
    if (!this.isConnected) return;
    this.#child.send(message, (error) => {
      if (error) failed?.();
    });
  }

  #over(ended: ProcessExit): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#asked.settle();
    this.#ended.resolve(ended);
    if (!this.#isLeft) this.#onEnd?.(ended);
  }
}

/** When a child that died is started again. */
export interface RestartPolicy {
  /**
   * How long to wait: after a child that was well, after the first that was not, and so on; the last one counts for all
   * others.
   */
  readonly waitsMs: readonly number[];
  /** A child that has lived this long was well; without it, only one that was said to be. */
  readonly healthyMs?: number;
  /** After this many in a row that were not well, it is abandoned. */
  readonly maxFailures?: number;
  /** An exit code after which starting again is of no use, unless the child was well. */
  readonly fatalCode?: number;
}

/**
 * Soon at first, then less often, and forever: for native code, which may crash for a while, until a screen or a driver
 * is back.
 */
const WHILE_WANTED: RestartPolicy = {
  waitsMs: [250, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000],
  healthyMs: 10_000,
};

export interface SupervisedOptions<C extends Channel> extends Omit<ChildOptions<C>, 'onEnd'> {
  /**
   * By default soon and then less often, forever. One that is never started again is started by anyone who needs it
   * next.
   */
  readonly restart?: RestartPolicy | 'never';
  /** A new child is running and has received nothing yet. */
  readonly onStart?: () => void;
  /** It died by itself. It is started again, unless it was abandoned. */
  readonly onDied?: (ended: ProcessExit, isFinal: boolean) => void;
}

/** A child that may be started again, and is kept running while it is wanted however often it dies. */
export class SupervisedChild<C extends Channel> {
  readonly #options: SupervisedOptions<C>;
  #child: Child<C> | undefined;
  #waiting: NodeJS.Timeout | undefined;
  #failures = 0;
  #isHealthy = false;

  constructor(options: SupervisedOptions<C>) {
    this.#options = options;
  }

  /** Undefined while none runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** It died and will be started again. */
  get isWaiting(): boolean {
    return this.#waiting !== undefined;
  }

  /** Starts it if it is not running, also before it would be started again. */
  start(): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    if (!this.#child) this.#start();
  }

  /** Lost while none runs. */
  send<Name extends Names<C['toChild']>>(name: Name, ...args: Sent<C['toChild'], Name>): void {
    this.#child?.send(name, ...args);
  }

  /** As `Child.request` does; undefined while none runs. */
  request<Name extends Names<C['requests']>>(
    name: Name,
    withinMs: number,
    ...args: Sent<C['requests'], Name>
  ): Promise<Answered<C['requests'], Name> | undefined> {
    return this.#child?.request(name, withinMs, ...args) ?? Promise.resolve(undefined);
  }

  /** The running child does what it is for. */
  well(): void {
    this.#isHealthy = true;
  }

  /** Ends it, as `Child.end` does; it may be started again at once. */
  end(graceMs?: number): void {
    void this.#forget()?.end(graceMs);
  }

  /** As `Child.leave` does. */
  leave(): void {
    this.#forget()?.leave();
  }

  #forget(): Child<C> | undefined {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    const child = this.#child;
    this.#child = undefined;
    return child;
  }

  #start(): void {
    const { restart = WHILE_WANTED, onStart, onDied, ...options } = this.#options;
    const startedAt = performance.now();
    this.#isHealthy = false;
    const child: Child<C> = new Child<C>({
      ...options,
      onEnd: (ended) => {
        if (this.#child !== child) return;
        this.#child = undefined;
        const isFinal = this.#isFinal(ended, performance.now() - startedAt);
        if (!isFinal && restart !== 'never') {
          const wait = restart.waitsMs[Math.min(this.#failures, restart.waitsMs.length - 1)];
          this.#waiting = setTimeout(() => this.start(), wait).unref();
        }
        onDied?.(ended, isFinal);
      },
    });
    this.#child = child;
    onStart?.();
  }

  #isFinal({ code }: ProcessExit, uptimeMs: number): boolean {
    const { restart = WHILE_WANTED } = this.#options;
    if (restart === 'never') return false;
    const { healthyMs, maxFailures, fatalCode } = restart;
    const wasHealthy = this.#isHealthy || (healthyMs !== undefined && uptimeMs >= healthyMs);
    this.#failures = wasHealthy ? 0 : this.#failures + 1;
    const isFinal =
      this.#failures === maxFailures || (!wasHealthy && fatalCode !== undefined && code === fatalCode);
    if (isFinal) this.#failures = 0;
    return isFinal;
  }
}

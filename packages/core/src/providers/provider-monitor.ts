import { AppError } from '@quoth/contract';
import { type Clock, settledOrAborted } from '../base/index.ts';
import {
  type CheckOutcome,
  type HealthCheck,
  type HealthEffect,
  type HealthEvent,
  type HealthState,
  initialHealth,
  KEY_PAUSE_MS,
  RESULT_LIFE_MS,
  statusOf,
  step,
} from './health-machine.ts';

/** What a monitor needs from outside, so that it is tested without waiting. */
interface MonitorOptions {
  readonly credential: HealthState['credential'];
  readonly clock: Clock;
  readonly timers: Timers;
  /** Asks the provider with the key of now. Throws nothing. */
  readonly probe: (signal: AbortSignal) => Promise<CheckOutcome>;
  /** True while the mode in use needs this provider. */
  readonly isInUse: () => boolean;
  /** Called with every move. */
  readonly onMove: () => void;
  readonly refusal: (check: HealthCheck | undefined) => AppError;
}

/** Time-outs, injected. A running one never keeps the process alive. */
export interface Timers {
  /** Returns the function that stops it. */
  start(milliseconds: number, work: () => void): () => void;
}

/** The machine's own. */
export const systemTimers: Timers = {
  start(milliseconds, work) {
    const timer = setTimeout(work, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

interface Waiter {
  admit(version: number): void;
  refuse(error: AppError): void;
}

/** The health of one provider: the pure machine, and what it asks to be done. */
export class ProviderMonitor {
  readonly #options: MonitorOptions;
  readonly #waiters = new Map<number, Waiter>();
  #state: HealthState;
  #lastWaiter = 0;
  #stopPause = () => {};
  #stopReminder = () => {};
  #probing = new AbortController();
  #settled: (() => void)[] = [];
  #closed = false;

  constructor(options: MonitorOptions) {
    this.#options = options;
    this.#state = initialHealth(options.credential);
  }

  status(): ReturnType<typeof statusOf> {
    return statusOf(this.#state);
  }

  check(): HealthCheck | undefined {
    return this.#state.check;
  }

  /** Counts the keys. */
  version(): number {
    return this.#state.version;
  }

  keyChanged(credential: HealthState['credential']): void {
    this.#take({ type: 'key-changed', credential });
  }

  /** Test connection: checks now and waits for the result; joins a check that is running. */
  async test(): Promise<void> {
    this.#take({ type: 'test-pressed' });
    if (this.status() === 'checking') await new Promise<void>((resolve) => this.#settled.push(resolve));
  }

  /**
   * Waits until audio may be sent and returns the version of the key to send it with. Throws MISSING_API_KEY or
   * ENGINE_UNAVAILABLE, or the signal's reason.
   */
  async ready(signal: AbortSignal): Promise<number> {
    signal.throwIfAborted();
    if (this.#closed) throw new AppError('CANCELLED');
    const waiter = ++this.#lastWaiter;
    try {
      return await settledOrAborted<number>(signal, (resolve, reject) => {
        this.#waiters.set(waiter, { admit: resolve, refuse: reject });
        this.#take({ type: 'transcription-starting', waiter, now: this.#options.clock.now() });
        return () => this.#take({ type: 'transcription-abandoned', waiter });
      });
    } finally {
      this.#waiters.delete(waiter);
    }
  }

  /** What a request met that was sent with the key of that version. */
  report(version: number, outcome: CheckOutcome): void {
    this.#take({ type: 'request-met', version, outcome, now: this.#options.clock.now() });
  }

  /** The network came back, the machine woke, the window got focus. */
  refresh(): void {
    if (this.#options.isInUse()) this.#take({ type: 'refresh-asked', now: this.#options.clock.now() });
  }

  close(): void {
    this.#closed = true;
    this.#stopPause();
    this.#stopReminder();
    this.#probing.abort();
    this.#settle();
    for (const waiter of this.#waiters.values()) waiter.refuse(new AppError('CANCELLED'));
  }

  #take(event: HealthEvent): void {
    if (this.#closed) return;
    const before = this.#state;
    const { state, effects } = step(before, event);
    this.#state = state;
    for (const effect of effects) this.#applyEffect(effect);
    const isMove = statusOf(before) !== statusOf(state) || before.check !== state.check;
    if (isMove || before.credential !== state.credential) this.#options.onMove();
    if (this.status() !== 'checking') this.#settle();
  }

  #applyEffect(effect: HealthEffect): void {
    const { timers, refusal } = this.#options;
    switch (effect.type) {
      case 'pause':
        this.#stopPause();
        this.#stopPause = timers.start(KEY_PAUSE_MS, () => this.#take({ type: 'pause-ended' }));
        return;
      case 'end-pause':
        this.#stopPause();
        return;
      case 'remind':
        this.#stopReminder();
        this.#stopReminder = timers.start(RESULT_LIFE_MS, () => this.#reminded());
        return;
      case 'abort-probe':
        this.#probing.abort();
        return;
      case 'probe':
        void this.#probe(effect.version);
        return;
      case 'admit':
        this.#waiters.get(effect.waiter)?.admit(effect.version);
        return;
      case 'refuse':
        this.#waiters.get(effect.waiter)?.refuse(refusal(effect.check));
        return;
    }
  }

  #reminded(): void {
    this.#take({
      type: 'reminder',
      inUse: this.#options.isInUse(),
      now: this.#options.clock.now(),
    });
  }

  async #probe(version: number): Promise<void> {
    this.#probing = new AbortController();
    const outcome = await this.#options.probe(this.#probing.signal);
    this.#take({ type: 'probe-ended', version, outcome, now: this.#options.clock.now() });
  }

  #settle(): void {
    const settled = this.#settled;
    this.#settled = [];
    for (const resolve of settled) resolve();
  }
}

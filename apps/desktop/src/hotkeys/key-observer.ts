import { type BareModifier, isBareModifier } from '@quoth/contract';
import { type Channel, SupervisedChild } from '@quoth/processes';
import { ownFile } from '@quoth/processes/places';
import { agoMs } from '../native/shared-clock.ts';
import type { Binding, BoundKey, KeyEvents } from './hotkeys.ts';

/** What the application and its observer say to each other. */
export interface ObserverChannel extends Channel {
  readonly toChild: {
    /** The keys that it may report. */
    watch(keys: readonly BareModifier[]): void;
  };
  /**
   * Only those keys, with when it happened in milliseconds of the clock that all processes share (`process.hrtime`).
   */
  readonly toParent: {
    down(key: BareModifier, at: number): void;
    up(key: BareModifier, at: number): void;
    /** Some other key went down while one of them was held; not which. */
    interrupted(): void;
  };
  readonly requests: {
    /** Answered once it sees every key; it ends where it cannot. */
    start(): void;
  };
}

/**
 * The library for macOS and Windows may wait for its own thread forever, and then does not see that the application has
 * gone: it is started again.
 */
const START_MS = 10_000;

const MAIN = ownFile('./observer-main.ts', import.meta.url);

/** Reports when a bare modifier is pressed and released. Its process exists only while there is one to watch. */
export class KeyObserver {
  readonly #process: SupervisedChild<ObserverChannel>;
  readonly #events: Pick<KeyEvents, 'onKey' | 'onInterrupted' | 'onLost'>;
  readonly #wanted = new Map<BareModifier, BoundKey>();

  constructor(
    env: Readonly<Record<string, string | undefined>>,
    events: Pick<KeyEvents, 'onKey' | 'onInterrupted' | 'onLost'>,
  ) {
    const { DISPLAY, XAUTHORITY, HOME, PATH, NODE_COMPILE_CACHE } = env;
    this.#events = events;
    this.#process = new SupervisedChild<ObserverChannel>({
      main: MAIN,
      args: [DISPLAY ?? '', XAUTHORITY ?? '', HOME ?? ''],
      // Where compiled code is kept, a child need not load what takes the types out of it: 12 MB, measured.
      env: { DISPLAY, XAUTHORITY, HOME, PATH, NODE_COMPILE_CACHE },
      on: {
        down: (key, at) => this.#key(key, true, at),
        up: (key, at) => this.#key(key, false, at),
        interrupted: () => events.onInterrupted(),
      },
      onStart: () => {
        this.#tell();
        void this.#process.request('start', START_MS);
      },
      // Keys that were held when the observer died will never be reported as released.
      onDied: () => events.onLost(),
    });
  }

  /** Pid of its process, while it runs. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  watch(bindings: readonly Binding[]): void {
    this.#wanted.clear();
    for (const { action, keys } of bindings) if (isBareModifier(keys.key)) this.#wanted.set(keys.key, action);
    if (this.#wanted.size === 0) this.close();
    else if (this.pid === undefined) this.#process.start();
    else this.#tell();
  }

  close(): void {
    this.#process.end(0);
  }

  #tell(): void {
    this.#process.send('watch', [...this.#wanted.keys()]);
  }

  #key(key: BareModifier, isDown: boolean, at: number): void {
    const action = this.#wanted.get(key);
    if (action) this.#events.onKey(action, isDown, agoMs(at));
  }
}

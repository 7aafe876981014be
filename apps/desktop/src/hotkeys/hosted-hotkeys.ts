import { isBareModifier, say } from '@quoth/contract';
import { SupervisedChild } from '@quoth/processes';
import { ownFile } from '@quoth/processes/places';
import { agoMs } from '../native/shared-clock.ts';
import type { Binding, BindingProblem, BoundKey, Hotkeys, KeyEvents } from './hotkeys.ts';
import type { KeyChannel } from './key-host.ts';
import { KeyObserver } from './key-observer.ts';

const MAIN = ownFile('./key-host-main.ts', import.meta.url);
/** A host that has not answered after this time hangs or cannot be started. */
const ANSWER_MS = 5_000;

type Problems = ReadonlyMap<BoundKey, BindingProblem>;

const noHost: BindingProblem = {
  state: 'unavailable',
  problem: say('keyProcessStopped'),
};

export interface HostedHotkeysOptions {
  readonly way: 'macos' | 'windows';
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly events: KeyEvents;
  /** Path of the host's file; the platform's own by default. */
  readonly main?: string | undefined;
}

/**
 * Keys of macOS and Windows, taken by a separate process; another one observes bare modifiers. Neither runs while no
 * key is set.
 */
export class HostedHotkeys implements Hotkeys {
  readonly way: 'macos' | 'windows';
  readonly #events: KeyEvents;
  readonly #observer: KeyObserver;
  readonly #host: SupervisedChild<KeyChannel>;
  readonly #down = new Set<BoundKey>();
  #wanted: readonly Binding[] = [];
  #isStarting = false;

  constructor({ way, env, events, main }: HostedHotkeysOptions) {
    this.way = way;
    this.#events = events;
    this.#observer = new KeyObserver(env, {
      onKey: (action, isDown, ms) => this.#observed(action, isDown, ms),
      onInterrupted: () => events.onInterrupted(),
      onLost: () => this.#lost(),
    });
    this.#host = new SupervisedChild<KeyChannel>({
      main: main ?? MAIN,
      env,
      on: {
        down: (action, at) => this.#key(action, true, agoMs(at)),
        up: (action, at) => this.#key(action, false, agoMs(at)),
      },
      onStart: () => {
        // Started again by itself, so no one waits for the outcome.
        if (!this.#isStarting) void this.#ask().then((problems) => events.onProblems(problems));
      },
      onDied: () => {
        this.#lost();
        events.onProblems(this.#noHost());
      },
    });
  }

  /** Pid of the process that takes the keys, while it runs. */
  get hostPid(): number | undefined {
    return this.#host.pid;
  }

  async bind(bindings: readonly Binding[]): Promise<Problems> {
    this.#wanted = bindings;
    this.#observer.watch(bindings.filter(({ keys }) => isBareModifier(keys.key)));
    if (bindings.length === 0) {
      this.#stop();
      return new Map();
    }
    this.#isStarting = true;
    this.#host.start();
    this.#isStarting = false;
    return this.#ask();
  }

  close(): Promise<void> {
    this.#wanted = [];
    this.#observer.close();
    this.#stop();
    return Promise.resolve();
  }

  /** At once, so that no key is taken by the old process while the next one asks for it. */
  #stop(): void {
    this.#host.end(0);
    if (this.#down.size > 0) this.#lost();
  }

  async #ask(): Promise<Problems> {
    return (await this.#host.request('bind', ANSWER_MS, this.#wanted)) ?? this.#noHost();
  }

  #noHost(): Problems {
    return new Map(this.#wanted.map(({ action }) => [action, noHost]));
  }

  #observed(action: BoundKey, isDown: boolean, ms: number | undefined): void {
    this.#key(action, isDown, ms);
    // Releases are missed where the desktop is locked meanwhile, or asks for an administrator's consent.
    if (isDown) this.#host.send('hold', action);
  }

  #key(action: BoundKey, isDown: boolean, ms?: number): void {
    if (isDown === this.#down.has(action)) return;
    if (isDown) this.#down.add(action);
    else this.#down.delete(action);
    this.#events.onKey(action, isDown, ms);
  }

  #lost(): void {
    this.#down.clear();
    this.#events.onLost();
  }
}

import { fileURLToPath } from 'node:url';
import { isBareModifier, type ShortcutAction } from '@quoth/contract';
import { RestartedProcess } from '../restarted-process.ts';
import type { FromKeyHost, ToKeyHost } from './host/host-protocol.ts';
import type { Binding, BindingProblem, Hotkeys, KeyEvents } from './hotkeys.ts';
import { KeyObserver } from './observer/key-observer.ts';

const MAIN = fileURLToPath(new URL('./host/host-main.ts', import.meta.url));
/** A host that has not answered after this time hangs or cannot be started. */
const ANSWER_MS = 5_000;

type Problems = ReadonlyMap<ShortcutAction, BindingProblem>;

const noHost: BindingProblem = {
  state: 'unavailable',
  problem: 'The process that takes keys does not run. Quoth keeps starting it again.',
};

export interface HostedHotkeysOptions {
  readonly way: 'macos' | 'windows';
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly events: KeyEvents;
  /** Path of the host's file; the platform's own by default. */
  readonly main?: string | undefined;
}

/** Keys of macOS and Windows, taken by a separate process; another one observes bare modifiers. Neither runs while no key is set. */
export class HostedHotkeys implements Hotkeys {
  readonly way: 'macos' | 'windows';
  readonly #events: KeyEvents;
  readonly #observer: KeyObserver;
  readonly #host: RestartedProcess<ToKeyHost, FromKeyHost>;
  readonly #down = new Set<ShortcutAction>();
  #wanted: readonly Binding[] = [];
  #turn = 0;
  #answered: ((problems: Problems) => void) | undefined;

  constructor({ way, env, events, main }: HostedHotkeysOptions) {
    this.way = way;
    this.#events = events;
    this.#observer = new KeyObserver(env, {
      onKey: (action, isDown, agoMs) => this.#observed(action, isDown, agoMs),
      onInterrupted: () => events.onInterrupted(),
      onLost: () => this.#lost(),
    });
    this.#host = new RestartedProcess({
      main: main ?? MAIN,
      env: { ...env },
      onMessage: (message) => this.#receive(message),
      onStart: () => this.#ask(),
      onGone: () => {
        this.#lost();
        this.#found(new Map(this.#wanted.map(({ action }) => [action, noHost])));
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
    const answer = this.#nextAnswer();
    if (this.#host.pid === undefined) this.#host.start();
    else this.#ask();
    return answer;
  }

  close(): Promise<void> {
    this.#wanted = [];
    this.#observer.close();
    this.#stop();
    return Promise.resolve();
  }

  #stop(): void {
    this.#host.stop();
    this.#answered?.(new Map());
    if (this.#down.size > 0) this.#lost();
  }

  /** A request that comes meanwhile replaces the one before, which then gets the same answer. */
  #nextAnswer(): Promise<Problems> {
    const before = this.#answered;
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => done(new Map(this.#wanted.map(({ action }) => [action, noHost]))),
        ANSWER_MS,
      );
      timer.unref();
      const done = (problems: Problems) => {
        clearTimeout(timer);
        if (this.#answered === done) this.#answered = undefined;
        before?.(problems);
        resolve(problems);
      };
      this.#answered = done;
    });
  }

  #ask(): void {
    this.#turn += 1;
    this.#host.send({ type: 'bind', turn: this.#turn, bindings: this.#wanted });
  }

  #receive(message: FromKeyHost): void {
    switch (message.type) {
      case 'bound':
        if (message.turn === this.#turn) this.#found(new Map(message.problems));
        break;
      case 'down':
        this.#key(message.action, true);
        break;
      case 'up':
        this.#key(message.action, false);
        break;
    }
  }

  /** For the caller; without one, the host was restarted automatically. */
  #found(problems: Problems): void {
    if (this.#answered) this.#answered(problems);
    else this.#events.onProblems(problems);
  }

  #observed(action: ShortcutAction, isDown: boolean, agoMs: number | undefined): void {
    this.#key(action, isDown, agoMs);
    // Releases are missed where the desktop is locked meanwhile, or asks for an administrator's consent.
    if (isDown) this.#host.send({ type: 'hold', action });
  }

  #key(action: ShortcutAction, isDown: boolean, agoMs?: number): void {
    if (isDown === this.#down.has(action)) return;
    if (isDown) this.#down.add(action);
    else this.#down.delete(action);
    this.#events.onKey(action, isDown, agoMs);
  }

  #lost(): void {
    this.#down.clear();
    this.#events.onLost();
  }
}

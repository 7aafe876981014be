import { formatShortcut, isBareModifier, type KeyCombination } from '@quoth/contract';
import { type Channel, serveParent } from '@quoth/processes/parent';
import { monotonicMs } from '../native/shared-clock.ts';
import { takeTurns } from '../native/system-turns.ts';
import type { Binding, BindingProblem, BoundKey } from './hotkeys.ts';

/** A registered key went down, or up if the system reports that too. */
export interface KeyPress {
  readonly id: number;
  readonly isDown: boolean;
}

/** Keys as macOS and Windows give them to programs. All calls come from one thread, to which the keys belong. */
export interface SystemKeys {
  /** True if the system reports releases, too; otherwise they are found by polling. */
  readonly reportsReleases: boolean;
  /** Takes a combination from all other programs. `id` is 1 to 0xBFFF. Returns what prevents it, if anything does. */
  register(id: number, keys: KeyCombination): BindingProblem | undefined;
  unregister(id: number): void;
  /** What prevents bare modifiers from being observed; undefined if nothing does. */
  observingProblem(): BindingProblem | undefined;
  /** True if this key, by our name, is physically down, as far as the system lets us see. */
  isDown(key: string): boolean;
  /** Waits for the system's messages, `ms` at most, and reports them. Blocks its thread. */
  wait(ms: number): readonly KeyPress[];
}

/** What the application and the process that takes keys from the system say to each other. */
export interface KeyChannel extends Channel {
  readonly toChild: {
    /** The observer saw this bare modifier go down: report when it is up, in case the observer misses it. */
    hold(action: BoundKey): void;
  };
  /** With when it happened (shared-clock.ts): the application may be busy, and hear of both only later. */
  readonly toParent: {
    down(action: BoundKey, at: number): void;
    up(action: BoundKey, at: number): void;
  };
  readonly requests: {
    /** Takes these keys and releases all others. */
    bind(bindings: readonly Binding[]): ReadonlyMap<BoundKey, BindingProblem>;
  };
}

/** Milliseconds to wait for the system's messages before checking for orders from the application. */
const IDLE_WAIT_MS = 100;
/** How often to check for the release of a held key. */
const HELD_WAIT_MS = 15;

interface Registered {
  readonly id: number;
  readonly action: BoundKey;
  readonly key: string;
}

type Report = (event: 'down' | 'up', action: BoundKey, at: number) => void;

/** Carries out the application's orders on the system's keys, and reports the outcome. */
export class KeyHost {
  readonly #keys: SystemKeys;
  readonly #report: Report;
  /** By combination, as it is written. */
  #registered: ReadonlyMap<string, Registered> = new Map();
  #bare: ReadonlyMap<BoundKey, string> = new Map();
  #held: HeldKeys = [];
  #lastId = 0;

  constructor(keys: SystemKeys, report: Report) {
    this.#keys = keys;
    this.#report = report;
  }

  /** The application knows of this press: only its release is wanted. */
  hold(action: BoundKey): void {
    const key = this.#bare.get(action);
    if (key === undefined) return;
    this.#held = stepHeld(this.#held, { type: 'down', action, key, now: monotonicMs() }).held;
  }

  /** One turn of the loop: waits for messages and reports them. Blocks for at most a tenth of a second. */
  turn(): void {
    for (const { id, isDown } of this.#keys.wait(this.#held.length > 0 ? HELD_WAIT_MS : IDLE_WAIT_MS)) {
      const found = [...this.#registered.values()].find((one) => one.id === id);
      if (!found) continue;
      const { action, key } = found;
      const now = monotonicMs();
      this.#step(isDown ? { type: 'down', action, key, now } : { type: 'up', action, now });
    }
    if (this.#held.length === 0) return;
    const { reportsReleases } = this.#keys;
    const now = monotonicMs();
    this.#step({ type: 'looked', isDown: (key) => this.#keys.isDown(key), reportsReleases, now });
  }

  /** Unchanged keys are left alone: releasing a key while it is held would lose its release. */
  bind(bindings: readonly Binding[]): Map<BoundKey, BindingProblem> {
    const problems = new Map<BoundKey, BindingProblem>();
    const wanted = new Map<string, Binding>();
    const bare = new Map<BoundKey, string>();
    for (const binding of bindings) {
      const { action, keys } = binding;
      if (!isBareModifier(keys.key)) {
        wanted.set(formatShortcut(keys), binding);
        continue;
      }
      bare.set(action, keys.key);
      const problem = this.#keys.observingProblem();
      if (problem) problems.set(action, problem);
    }
    this.#bare = bare;
    const kept = new Map<string, Registered>();
    for (const [written, registered] of this.#registered) {
      if (wanted.get(written)?.action === registered.action) kept.set(written, registered);
      else this.#keys.unregister(registered.id);
    }
    for (const [written, { action, keys }] of wanted) {
      if (kept.has(written)) continue;
      this.#lastId = (this.#lastId % 0xbfff) + 1;
      const problem = this.#keys.register(this.#lastId, keys);
      if (problem) problems.set(action, problem);
      else kept.set(written, { id: this.#lastId, action, key: keys.key });
    }
    this.#registered = kept;
    const bound = new Set<BoundKey>([...bare.keys(), ...[...kept.values()].map(({ action }) => action)]);
    for (const { action } of this.#held)
      if (!bound.has(action)) this.#step({ type: 'up', action, now: monotonicMs() });
    return problems;
  }

  #step(event: HeldEvent): void {
    const { held, reported } = stepHeld(this.#held, event);
    this.#held = held;
    for (const { type, action, at } of reported) this.#report(type, action, at);
  }
}

/** A key that is held. `isSeen`: polling has seen it down, so polling can also notice when it is up. */
interface Held {
  readonly action: BoundKey;
  readonly key: string;
  readonly isSeen: boolean;
  /** When it was last known to be down. */
  readonly downAt: number;
}

export type HeldKeys = readonly Held[];

export type HeldEvent = { readonly now: number } & (
  | { readonly type: 'down'; readonly action: BoundKey; readonly key: string }
  /** The system reports it, or its binding is gone. */
  | { readonly type: 'up'; readonly action: BoundKey }
  /** Each held key was polled. */
  | {
      readonly type: 'looked';
      readonly isDown: (key: string) => boolean;
      /** Releases are reported too: then a key that was never seen down is one that we may not see. */
      readonly reportsReleases: boolean;
    }
);

export interface HeldStep {
  readonly held: HeldKeys;
  /** What to report, in this order. */
  readonly reported: readonly {
    readonly type: 'down' | 'up';
    readonly action: BoundKey;
    readonly at: number;
  }[];
}

/**
 * One move: a key is reported down once and up once, however often it repeats and no matter who notices its release
 * first. If polling is the only way, a key that cannot be seen counts as up: a recording must not go on because of a
 * release that no one can notice. A release that polling finds was right after the key was last known to be down, so
 * that a process that had no time to poll makes no tap a held key. Pure.
 */
export function stepHeld(held: HeldKeys, event: HeldEvent): HeldStep {
  switch (event.type) {
    case 'down': {
      const { action, key, now } = event;
      if (held.some((one) => one.action === action)) return { held, reported: [] };
      return {
        held: [...held, { action, key, isSeen: false, downAt: now }],
        reported: [{ type: 'down', action, at: now }],
      };
    }
    case 'up': {
      const { action, now } = event;
      const still = held.filter((one) => one.action !== action);
      return { held: still, reported: still.length < held.length ? [{ type: 'up', action, at: now }] : [] };
    }
    case 'looked': {
      const seen = held.map((one) => ({ ...one, isDown: event.isDown(one.key) }));
      const isUp = (one: Held & { isDown: boolean }) => !one.isDown && (one.isSeen || !event.reportsReleases);
      return {
        held: seen
          .filter((one) => !isUp(one))
          .map(({ isDown, ...one }) => (isDown ? { ...one, isSeen: true, downAt: event.now } : one)),
        reported: seen.filter(isUp).map(({ action, downAt }) => ({ type: 'up', action, at: downAt })),
      };
    }
  }
}

/** Runs a key host in this process until the application is gone. */
export function serveKeys(keys: SystemKeys): void {
  const host = new KeyHost(keys, (event, action, at) => parent.send(event, action, at));
  const parent = serveParent<KeyChannel>({
    on: { hold: (action) => host.hold(action) },
    answer: { bind: (bindings) => host.bind(bindings) },
  });
  takeTurns(() => host.turn());
}

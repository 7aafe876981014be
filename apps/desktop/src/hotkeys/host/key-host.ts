import { formatShortcut, isBareModifier, type ShortcutAction } from '@quoth/contract';
import type { Binding, BindingProblem } from '../hotkeys.ts';
import { type HeldEvent, type HeldKeys, stepHeld } from './held-keys.ts';
import type { FromKeyHost, ToKeyHost } from './host-protocol.ts';
import type { SystemKeys } from './system-keys.ts';

/** Milliseconds to wait for the system's messages before checking for orders from the application. */
const IDLE_WAIT_MS = 100;
/** How often to check for the release of a held key. */
const HELD_WAIT_MS = 15;

interface Registered {
  readonly id: number;
  readonly action: ShortcutAction;
  readonly key: string;
}

/** Carries out the application's orders on the system's keys, and reports the outcome. */
export class KeyHost {
  readonly #keys: SystemKeys;
  readonly #tell: (message: FromKeyHost) => void;
  /** By combination, as it is written. */
  #registered: ReadonlyMap<string, Registered> = new Map();
  #bare: ReadonlyMap<ShortcutAction, string> = new Map();
  #held: HeldKeys = [];
  #lastId = 0;

  constructor(keys: SystemKeys, tell: (message: FromKeyHost) => void) {
    this.#keys = keys;
    this.#tell = tell;
  }

  obey(order: ToKeyHost): void {
    if (order.type === 'bind') {
      const problems = this.#bind(order.bindings);
      this.#tell({ type: 'bound', turn: order.turn, problems: [...problems] });
      return;
    }
    const key = this.#bare.get(order.action);
    // The application has told itself of this press: only its release is wanted.
    if (key !== undefined)
      this.#held = stepHeld(this.#held, { type: 'down', action: order.action, key }).held;
  }

  /** One turn of the loop: waits for messages and reports them. Blocks for at most a tenth of a second. */
  turn(): void {
    for (const { id, isDown } of this.#keys.wait(this.#held.length > 0 ? HELD_WAIT_MS : IDLE_WAIT_MS)) {
      const found = [...this.#registered.values()].find((one) => one.id === id);
      if (!found) continue;
      const { action, key } = found;
      this.#step(isDown ? { type: 'down', action, key } : { type: 'up', action });
    }
    if (this.#held.length === 0) return;
    const { tellsReleases } = this.#keys;
    this.#step({ type: 'looked', isDown: (key) => this.#keys.isDown(key), tellsReleases });
  }

  /** Unchanged keys are left alone: releasing a key while it is held would lose its release. */
  #bind(bindings: readonly Binding[]): Map<ShortcutAction, BindingProblem> {
    const problems = new Map<ShortcutAction, BindingProblem>();
    const wanted = new Map<string, Binding>();
    const bare = new Map<ShortcutAction, string>();
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
    const bound = new Set<ShortcutAction>([
      ...bare.keys(),
      ...[...kept.values()].map(({ action }) => action),
    ]);
    for (const { action } of this.#held) if (!bound.has(action)) this.#step({ type: 'up', action });
    return problems;
  }

  #step(event: HeldEvent): void {
    const { held, told } = stepHeld(this.#held, event);
    this.#held = held;
    for (const message of told) this.#tell(message);
  }
}

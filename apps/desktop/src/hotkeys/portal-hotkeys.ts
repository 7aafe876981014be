import {
  isBareModifier,
  type KeyCombination,
  type Message,
  type ModifierName,
  say,
  xkbName,
} from '@quoth/contract';
import { APP_ID, type ApplicationEntry, PortalError } from '../session/portal.ts';
import type { SessionBus } from '../session/session-bus.ts';
import {
  type Binding,
  type BindingProblem,
  type BoundKey,
  type DesktopKeys,
  type Hotkeys,
  type KeyEvents,
  keyParts,
  noKeys,
} from './hotkeys.ts';
import { idlePortal, type PortalEffect, type PortalEvent, stepPortal } from './portal-machine.ts';
import { ShortcutsPortal, type Triggers, type WantedShortcut } from './shortcuts-portal.ts';

/** Desktops that report a held key repeatedly do so within this time. */
const REPEAT_MS = 1_000;

const unavailable = (problem: Message): BindingProblem => ({ state: 'unavailable', problem });
const alwaysEscape = unavailable(say('escapeAlwaysTaken'));
const asked = unavailable(say('desktopAskedForShortcut'));
const declined = unavailable(say('desktopDeclinedShortcut'));
const unassigned = unavailable(say('desktopGaveNoKeys'));
const bareModifier = unavailable(say('modifierNotHeldHere'));

export interface PortalHotkeysOptions {
  /** A connection that no one else uses; it is closed with the keys. */
  readonly bus: SessionBus;
  readonly entry: ApplicationEntry;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly events: KeyEvents;
}

/**
 * Keys from the desktop's own service (GNOME, KDE, Hyprland): we propose them, the user decides, and the service
 * reports presses and releases.
 */
export class PortalHotkeys implements Hotkeys {
  readonly desktop: DesktopKeys = {
    hint: () =>
      this.#namesNoKeys
        ? say('writeKeysInHyprland', { line: `bind = CTRL ALT, Space, global, ${APP_ID}:toggle` })
        : say('desktopDecidesKeys'),
    trigger: (action) => (this.#state.phase === 'bound' && this.#triggers.get(action)) || null,
    canConfigure: () => this.#state.phase === 'bound' && this.#portal.canConfigure,
    configure: async () => {
      if (this.#session !== undefined) await this.#portal.configure(this.#session);
    },
  };
  readonly #options: PortalHotkeysOptions;
  readonly #portal: ShortcutsPortal;
  /** Hyprland never says which keys a shortcut has: its users write them into its configuration. */
  readonly #namesNoKeys: boolean;
  #state = idlePortal;
  #bindings: readonly Binding[] = [];
  #session: string | undefined;
  #opening: AbortController | undefined;
  #waking: NodeJS.Timeout | undefined;
  #triggers: Triggers = new Map();
  #trouble = '';
  /** When the desktop last reported that a key is down. */
  readonly #down = new Map<BoundKey, number>();

  constructor(options: PortalHotkeysOptions) {
    this.#options = options;
    this.#namesNoKeys = Boolean(options.env.HYPRLAND_INSTANCE_SIGNATURE);
    this.#portal = new ShortcutsPortal(options.bus, options.entry, {
      onPresence: (isThere) => this.#step({ type: isThere ? 'appeared' : 'vanished' }),
      onActivated: (session, id) => this.#activated(session, id),
      onDeactivated: (session, id) => this.#deactivated(session, id),
      onTriggers: (session, triggers) => {
        if (session !== this.#session) return;
        // Some desktops report only those that have changed.
        this.#triggers = new Map([...this.#triggers, ...triggers]);
        this.#tell();
      },
      onClosed: (session) => {
        if (session === this.#session)
          this.#step({ type: 'closed', run: this.#state.run, now: performance.now() });
      },
    });
  }

  get way(): 'portal' | 'none' {
    return this.#state.phase === 'absent' ? 'none' : 'portal';
  }

  /** Returns at once: the desktop may ask its user, and the outcome is reported by events. */
  bind(bindings: readonly Binding[]): Promise<ReadonlyMap<BoundKey, BindingProblem>> {
    const before = JSON.stringify(this.#asked());
    this.#bindings = bindings;
    const wanted = this.#asked();
    if (JSON.stringify(wanted) !== before) this.#step({ type: 'wanted', isAny: wanted.length > 0 });
    return Promise.resolve(this.#problems());
  }

  async close(): Promise<void> {
    this.#bindings = [];
    this.#step({ type: 'wanted', isAny: false });
    // The portal ends what belongs to a connection with it.
    await this.#options.bus.close();
  }

  #asked(): readonly WantedShortcut[] {
    return this.#bindings
      .filter((binding) => !isAlwaysEscape(binding))
      .map(({ action, keys }) => ({
        id: action,
        description: this.#options.events.nameOf(action),
        preferredTrigger: preferredTrigger(keys),
      }));
  }

  #step(event: PortalEvent): void {
    const { state, effects } = stepPortal(this.#state, event);
    const hasMoved = state.phase !== this.#state.phase;
    this.#state = state;
    for (const effect of effects) this.#applyEffect(effect);
    if (hasMoved) this.#tell();
  }

  #applyEffect(effect: PortalEffect): void {
    switch (effect.type) {
      case 'close':
        clearTimeout(this.#waking);
        this.#opening?.abort(new PortalError('trouble', 'it is not wanted any more'));
        this.#opening = undefined;
        if (this.#session !== undefined) this.#portal.close(this.#session);
        this.#session = undefined;
        this.#triggers = new Map();
        this.#release();
        break;
      case 'open':
        void this.#open(effect.run);
        break;
      case 'wake':
        this.#waking = setTimeout(
          () => this.#step({ type: 'timer', run: effect.run }),
          effect.afterMs,
        ).unref();
        break;
    }
  }

  async #open(run: number): Promise<void> {
    const opening = new AbortController();
    this.#opening = opening;
    try {
      const { session, triggers } = await this.#portal.open(this.#asked(), opening.signal);
      if (opening.signal.aborted) {
        this.#portal.close(session);
        return;
      }
      this.#session = session;
      this.#triggers = triggers;
      this.#step({ type: 'opened', run, now: performance.now() });
    } catch (error) {
      const { why, message } = PortalError.of(error);
      if (!opening.signal.aborted) this.#trouble = message;
      this.#step({ type: 'failed', run, why });
    }
  }

  #activated(session: string, id: string): void {
    const action = this.#actionOf(session, id);
    if (!action) return;
    const now = performance.now();
    const since = this.#down.get(action);
    this.#down.set(action, now);
    if (since !== undefined) {
      if (now - since < REPEAT_MS) return;
      // Its release was never reported. Of a key that need not be held, no one knows when it was.
      if (keyParts(action).action === 'pushToTalk') this.#options.events.onKey(action, false);
    }
    this.#options.events.onKey(action, true);
  }

  #deactivated(session: string, id: string): void {
    const action = this.#actionOf(session, id);
    if (action && this.#down.delete(action)) this.#options.events.onKey(action, false);
  }

  #actionOf(session: string, id: string): BoundKey | undefined {
    if (session !== this.#session) return undefined;
    return this.#bindings.find((binding) => binding.action === id && !isAlwaysEscape(binding))?.action;
  }

  #release(): void {
    if (this.#down.size === 0) return;
    this.#down.clear();
    this.#options.events.onLost();
  }

  #tell(): void {
    if (this.#state.phase !== 'idle') this.#options.events.onProblems(this.#problems());
  }

  #problems(): ReadonlyMap<BoundKey, BindingProblem> {
    return new Map(
      this.#bindings.flatMap((binding) => {
        const problem = this.#problemOf(binding);
        return problem ? [[binding.action, problem] as const] : [];
      }),
    );
  }

  #problemOf(binding: Binding): BindingProblem | undefined {
    const { phase } = this.#state;
    if (phase === 'absent') return noKeys;
    if (isAlwaysEscape(binding)) return alwaysEscape;
    if (phase === 'opening') return asked;
    if (phase === 'declined') return declined;
    if (phase === 'waiting') return unavailable(say('shortcutServiceFailed', { why: this.#trouble }));
    if (this.#namesNoKeys || this.#triggers.get(binding.action)) return undefined;
    return isBareModifier(binding.keys.key) ? bareModifier : unassigned;
  }
}

/** Keys of a portal cannot be taken just for a moment, and Esc must not be taken permanently. */
function isAlwaysEscape({ keys }: Binding): boolean {
  return keys.key === 'Escape' && keys.modifiers.length === 0;
}

const modifiers: Readonly<Record<ModifierName, string>> = {
  Ctrl: 'CTRL',
  Alt: 'ALT',
  Shift: 'SHIFT',
  Super: 'LOGO',
};

/**
 * A combination as the XDG specification of shortcuts writes it, such as `CTRL+ALT+space`; undefined for a modifier
 * alone, which it does not know. https://specifications.freedesktop.org/shortcuts-spec/latest/
 */
export function preferredTrigger({ modifiers: held, key }: KeyCombination): string | undefined {
  if (isBareModifier(key)) return undefined;
  return [...held.map((modifier) => modifiers[modifier]), xkbName(key)].join('+');
}

import type { ShortcutAction } from '@quoth/contract';

/** A key that is held. `isSeen`: polling has seen it down, so polling can also notice when it is up. */
interface Held {
  readonly action: ShortcutAction;
  readonly key: string;
  readonly isSeen: boolean;
}

/** The keys that are down. */
export type HeldKeys = readonly Held[];

export type HeldEvent =
  | { readonly type: 'down'; readonly action: ShortcutAction; readonly key: string }
  /** The system reports it, or its binding is gone. */
  | { readonly type: 'up'; readonly action: ShortcutAction }
  /** Each held key was polled. */
  | {
      readonly type: 'looked';
      readonly isDown: (key: string) => boolean;
      /** Releases are reported too: then a key that was never seen down is one that we may not see. */
      readonly tellsReleases: boolean;
    };

export interface HeldStep {
  readonly held: HeldKeys;
  /** What to report, in this order. */
  readonly told: readonly { readonly type: 'down' | 'up'; readonly action: ShortcutAction }[];
}

/**
 * One move: a key is reported down once and up once, however often it repeats and whoever notices its release first. If polling is the only
 * way, a key that cannot be seen counts as up: a recording must not go on because of a release that nobody can notice. Pure.
 */
export function stepHeld(held: HeldKeys, event: HeldEvent): HeldStep {
  switch (event.type) {
    case 'down': {
      const { action, key } = event;
      if (held.some((one) => one.action === action)) return { held, told: [] };
      return { held: [...held, { action, key, isSeen: false }], told: [{ type: 'down', action }] };
    }
    case 'up':
      return without(held, (one) => one.action === event.action);
    case 'looked': {
      const seen = held.map((one) => ({ ...one, isDown: event.isDown(one.key) }));
      const isUp = (one: Held & { isDown: boolean }) => !one.isDown && (one.isSeen || !event.tellsReleases);
      const told = seen.filter(isUp).map(({ action }) => ({ type: 'up' as const, action }));
      const still = seen.filter((one) => !isUp(one));
      return {
        held: still.map(({ action, key, isSeen, isDown }) => ({ action, key, isSeen: isSeen || isDown })),
        told,
      };
    }
  }
}

function without(held: HeldKeys, isGone: (one: Held) => boolean): HeldStep {
  const told = held.filter(isGone).map(({ action }) => ({ type: 'up' as const, action }));
  return { held: held.filter((one) => !isGone(one)), told };
}

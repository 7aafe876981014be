import { setTimeout as pause } from 'node:timers/promises';
import type { NotPasted } from '../host/host-protocol.ts';
import { isOver, type PasteEvent, type PasteState, startPaste, stepPaste } from '../paste-machine.ts';
import { type Offer, WaylandSelection } from './wayland-selection.ts';

const TICK_MS = 10;
/** The compositor receives an offer within this time, even on a machine at its limits. */
const OFFER_MS = 3_000;
/** A clipboard manager that reads everything has done so within this time. */
const MANAGER_MS = 150;

export interface WaylandDeskOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** False if it cannot be pressed. */
  readonly press: (key: 'paste') => Promise<boolean>;
  /** The last check before the key is pressed. */
  readonly isStillThere: () => Promise<boolean>;
}

/** The outcome of a paste; `isRestored`: both selections are as they were before. */
export type WaylandPasted = { readonly as: 'pasted'; readonly isRestored: boolean } | NotPasted;

/**
 * Pastes on Wayland: offers the text once on CLIPBOARD and on PRIMARY (terminals paste the latter, other programs the former), presses Shift+Insert,
 * and restores both when the text was requested. `wl-copy --paste-once` ends after any request; so if a clipboard manager asks
 * before the key is pressed, it would be unknown whether the target did, and nothing is pressed.
 */
export async function pasteOnWayland(
  text: string,
  { env, press, isStillThere }: WaylandDeskOptions,
): Promise<WaylandPasted> {
  const selections = [new WaylandSelection('clipboard', env), new WaylandSelection('primary', env)];
  const before = await Promise.all(selections.map((selection) => selection.keep()));
  // An empty selection shows when ours is there.
  await Promise.all(selections.map((selection) => selection.restore(undefined)));
  const offers = selections.map((selection) => selection.offerOnce(text));
  const overtaken = new Set<WaylandSelection>();
  let result: 'pasted' | NotPasted | undefined;
  try {
    result = await offered(selections, offers);
    if (result === undefined && !(await isStillThere())) result = 'focus-moved';
    result ??= await pasted(selections, offers, overtaken, press);
  } finally {
    await Promise.all(offers.map((offer) => offer.withdraw()));
  }
  const restored = await Promise.all(
    selections.map(async (selection, at) => {
      // Where it was not pasted, the text itself is about to be copied there.
      if (result !== 'pasted' && at === 0) return true;
      // What another program has put there meanwhile stays.
      if (overtaken.has(selection) || (await selection.types())?.length !== 0) return true;
      const { kept, isWhole } = before[at] ?? { kept: undefined, isWhole: false };
      return (await selection.restore(kept)) && isWhole;
    }),
  );
  return result === 'pasted' ? { as: 'pasted', isRestored: restored.every(Boolean) } : result;
}

/** Waits until the compositor has both; returns what prevents it, if anything does. */
async function offered(
  selections: readonly WaylandSelection[],
  offers: readonly Offer[],
): Promise<NotPasted | undefined> {
  const end = performance.now() + OFFER_MS;
  for (;;) {
    const types = await Promise.all(selections.map((selection) => selection.types()));
    if (offers.some((offer) => offer.isOver)) break;
    if (types.every((list) => list !== undefined && list.length > 0)) {
      await pause(MANAGER_MS);
      break;
    }
    if (performance.now() > end) return 'no-display';
    await pause(TICK_MS);
  }
  return offers.some((offer) => offer.isOver) ? 'clipboard-manager' : undefined;
}

async function pasted(
  selections: readonly WaylandSelection[],
  offers: readonly Offer[],
  overtaken: Set<WaylandSelection>,
  press: WaylandDeskOptions['press'],
): Promise<'pasted' | NotPasted> {
  let state: PasteState = startPaste(performance.now());
  const step = (event: PasteEvent) => {
    state = stepPaste(state, event);
  };
  const watching = offers.map(async (offer, at) => {
    const selection = selections[at];
    const code = await offer.ended;
    const types = await selection?.types();
    // It ends as well when another program copies something, and then that is there.
    if (code === 0 && types?.length === 0) {
      step({ type: 'asked', byTarget: true, now: performance.now() });
      step({ type: 'served', isWhole: true, now: performance.now() });
      return;
    }
    if (selection) overtaken.add(selection);
    if (overtaken.size === selections.length) step({ type: 'overtaken' });
  });
  // An offer that breaks off tells nothing: the wait below ends without it, and the text is copied instead.
  for (const one of watching) one.catch(() => undefined);
  if (!(await press('paste'))) return 'no-paste-key';
  while (!isOver(state)) {
    await pause(TICK_MS);
    step({ type: 'tick', now: performance.now() });
  }
  return (state as Extract<PasteState, { phase: 'pasted' | 'not-asked' | 'overtaken' }>).phase;
}

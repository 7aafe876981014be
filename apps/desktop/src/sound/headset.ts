import * as z from 'zod';

const cards = z.array(
  z.object({
    name: z.string(),
    properties: z.record(z.string(), z.unknown()),
    profiles: z.record(z.string(), z.object({ sources: z.number(), available: z.boolean().optional() })),
    active_profile: z.string(),
  }),
);

/** A Bluetooth headset that plays music, in a profile without a microphone. */
export interface MusicHeadset {
  readonly name: string;
  /** Names of the sound server, safe in a command: its card, the profile in use, and one with a microphone. */
  readonly card: string;
  readonly music: string;
  readonly speech: string;
}

/** Letters that a shell takes as they are. */
const PLAIN = /^[\w.-]{1,100}$/;

/** The first such headset among the cards of a sound server, as `pactl` lists them. */
export function musicHeadset(listed: unknown): MusicHeadset | undefined {
  for (const { name: card, properties, profiles, active_profile: music } of cards.safeParse(listed).data ??
    []) {
    const hasMicrophone = ([, { sources, available }]: [
      string,
      { sources: number; available?: boolean | undefined },
    ]) => sources > 0 && available !== false;
    const all = Object.entries(profiles);
    const speech = all.find(hasMicrophone)?.[0];
    const isMusic = all.some((one) => one[0] === music && one[1].sources === 0) && music !== 'off';
    if (!card.startsWith('bluez_card.') || !isMusic || speech === undefined) continue;
    const name = String(properties['device.description'] ?? card);
    if ([card, music, speech].every((word) => PLAIN.test(word))) return { name, card, music, speech };
  }
  return undefined;
}

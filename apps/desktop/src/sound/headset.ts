import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parsedJson } from '@quoth/contract';
import { writeWhole } from '@quoth/core';
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

const switched = z.object({ card: z.string(), music: z.string() });

/**
 * Brings a headset into the profile with a microphone, and back. It is written to the disk before, so that the next
 * start undoes what a kill left.
 */
export class HeadsetSwitch {
  readonly #file: string;
  readonly #setProfile: (card: string, profile: string) => Promise<void>;

  constructor(dataFolder: string, setProfile: (card: string, profile: string) => Promise<void>) {
    this.#file = join(dataFolder, 'headset-switched.json');
    this.#setProfile = setProfile;
    void this.back();
  }

  async toSpeech({ card, music, speech }: MusicHeadset): Promise<void> {
    await writeWhole(this.#file, JSON.stringify({ card, music }));
    await this.#setProfile(card, speech);
  }

  /** Where it was switched. A headset that has gone comes back in a profile of the sound server's own choice. */
  async back(): Promise<void> {
    const left = switched.safeParse(parsedJson(textOf(this.#file))).data;
    if (!left) return;
    await this.#setProfile(left.card, left.music);
    rmSync(this.#file, { force: true });
  }
}

function textOf(file: string): string {
  try {
    // Core refuses a folder with anything else there, and has not looked yet.
    return lstatSync(file).isFile() ? readFileSync(file, 'utf8') : '';
  } catch {
    return '';
  }
}

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '@quoth/core';
import { Variant } from 'dbus-native';
import type { SessionBus } from './session-bus.ts';

const STATUS = {
  destination: 'org.a11y.Bus',
  path: '/org/a11y/bus',
  interface: 'org.freedesktop.DBus.Properties',
} as const;

/**
 * The session's accessibility status (org.a11y.Status), switched on while its user wants it: programs built on Chromium
 * read it when they start, and speak AT-SPI only then. The desktop keeps it beyond its session, and so it also holds
 * for those that the next one starts before Quoth. A file says that it was off before, until it is off again: the next
 * start on any desktop puts back what a kill left. `ScreenReaderEnabled` is never written: with it GNOME starts its
 * screen reader, and Chromium does not read it.
 */
export class AccessibilityStatus {
  readonly #bus: SessionBus;
  readonly #file: string;
  /** False on desktops that tell where the cursor is without it. */
  readonly isNeeded: boolean;
  #isWanted = false;
  #work: Promise<void> = Promise.resolve();

  constructor(bus: SessionBus, dataFolder: string, isNeeded: boolean) {
    this.#bus = bus;
    this.isNeeded = isNeeded;
    this.#file = join(dataFolder, 'accessibility-switched-on');
  }

  get isWanted(): boolean {
    return this.#isWanted;
  }

  /** Can be called any number of times; carried out one after the other, and the last one counts. Never rejects. */
  follow(isWanted: boolean): Promise<void> {
    this.#isWanted = isWanted && this.isNeeded;
    this.#work = this.#work
      .then(() => (this.#isWanted ? this.#switchOn() : this.#switchBack()))
      // A full disk: what could not be put back is not switched on.
      .catch(() => undefined);
    return this.#work;
  }

  async #switchOn(): Promise<void> {
    // Somebody else's choice is not ours to end.
    if ((await this.#get('IsEnabled')) !== false) return;
    await writeWhole(this.#file, '');
    await this.#set(true);
  }

  async #switchBack(): Promise<void> {
    if (!existsSync(this.#file)) return;
    // A screen reader that was started meanwhile needs it.
    if ((await this.#get('ScreenReaderEnabled')) !== true) {
      await this.#set(false);
      // The session has ended: the next one starts with it.
      if ((await this.#get('IsEnabled')) !== false) return;
    }
    await rm(this.#file, { force: true });
  }

  #get(property: string): Promise<boolean | undefined> {
    return this.#bus.call<boolean>({
      ...STATUS,
      member: 'Get',
      signature: 'ss',
      body: ['org.a11y.Status', property],
    });
  }

  async #set(isEnabled: boolean): Promise<void> {
    await this.#bus.call({
      ...STATUS,
      member: 'Set',
      signature: 'ssv',
      body: ['org.a11y.Status', 'IsEnabled', new Variant('b', isEnabled)],
    });
  }
}

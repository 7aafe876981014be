import { setTimeout as pause } from 'node:timers/promises';
import type { KeyboardPermission } from '@quoth/contract';
import { type SecretStore, SecretStoreError } from '@quoth/core';
import { Variant } from 'dbus-native';
import * as z from 'zod';
import {
  type ApplicationEntry,
  CALL_MS,
  PORTAL,
  PORTAL_PATH,
  PortalConnection,
  PortalError,
} from '../session/portal.ts';
import type { SessionBus } from '../session/session-bus.ts';
import type { Chord, NotPasted } from './delivery-host.ts';

const REMOTE_DESKTOP = 'org.freedesktop.portal.RemoteDesktop';
/** Of the kinds of devices: no pointer, no touch screen. */
const KEYBOARD = 1;
/** Until the user revokes it. */
const PERSISTENT = 2;
/** How long the desktop's dialog may stay open, and how long a session that needs none may take on a busy machine. */
const DIALOG_MS = 5 * 60_000;
const OPEN_MS = 5_000;
const PRESS_MS = 2_000;
/** Programs hear of the new keyboard, and lose keys that come before. */
const SETTLE_MS = 50;
/** Kept instead of a token. No token of a portal looks like it. */
const REFUSED = 'refused';

/**
 * By their place on the keyboard (linux/input-event-codes.h): keysyms are looked up in the layout, and Neo has Insert
 * on a letter as well.
 */
const [SHIFT, CONTROL, INSERT, ENTER, LEFT] = [42, 29, 110, 28, 105];
/** Ctrl+Insert copies where Ctrl+C does, and each keyboard layout has it. */
const chords: Readonly<Record<Chord, readonly number[]>> = {
  paste: [SHIFT, INSERT],
  copy: [CONTROL, INSERT],
  enter: [ENTER],
  'ctrl-enter': [CONTROL, ENTER],
  left: [LEFT],
};

/** A keyboard that presses keys in the focused program. While it is open, GNOME shows a sign in its panel. */
export interface OpenKeyboard {
  /** Presses these keys, once or several times. False if the desktop takes none any more. */
  press(chord: Chord, times?: number): Promise<boolean>;
  close(): void;
}

export interface PortalKeyboardOptions {
  /** A connection that no one else uses; it is closed with the keyboard. */
  readonly bus: SessionBus;
  readonly entry: ApplicationEntry;
  /** Keeps the token that opens a session without a dialog: anyone who has it can press keys. */
  readonly store: SecretStore;
}

const startAnswer = z.object({ devices: z.int().default(0), restore_token: z.string().min(1).optional() });

/**
 * Key presses by the desktop's portal (org.freedesktop.portal.RemoteDesktop), which asks the user once. From version 2
 * on (GNOME 46, Plasma 6) it gives a token that opens later sessions without a dialog; with version 1, one session
 * stays open until Quoth ends.
 * https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.RemoteDesktop.html
 */
export class PortalKeyboard {
  readonly #portal: PortalConnection;
  readonly #store: SecretStore;
  #permission: KeyboardPermission | undefined;
  #token: string | undefined;
  #loading: Promise<void> | undefined;
  #asking: { readonly answer: Promise<KeyboardPermission>; readonly abort: AbortController } | undefined;
  /** The session that stays open, of a portal that gives no token. */
  #kept: string | undefined;

  constructor({ bus, entry, store }: PortalKeyboardOptions) {
    this.#store = store;
    this.#portal = new PortalConnection(bus, entry, {
      onPresence: (isThere) => {
        if (isThere) this.#loading = undefined;
        else if (this.#kept !== undefined) this.#ended(this.#kept);
      },
      onClosed: (session) => this.#ended(session),
    });
  }

  /** Undefined until it was asked for once. */
  get known(): KeyboardPermission | undefined {
    return this.#asking ? 'asking' : this.#permission;
  }

  /** Asks only the portal and the secret store. Never rejects. */
  async permission(): Promise<KeyboardPermission> {
    this.#loading ??= this.#load();
    await this.#loading;
    return this.known ?? 'unavailable';
  }

  /** The same, and asks the portal whether it still knows our token: its user may have revoked it. Never rejects. */
  async checkedPermission(): Promise<KeyboardPermission> {
    if ((await this.permission()) === 'allowed' && (await this.#isRevoked())) await this.#remember(undefined);
    return this.known ?? 'unavailable';
  }

  /** Shows the desktop's dialog and waits for the user's answer; a second call waits for the same. Never rejects. */
  async ask(): Promise<KeyboardPermission> {
    if ((await this.permission()) === 'unavailable') return 'unavailable';
    if (!this.#asking) {
      const abort = new AbortController();
      const answer = this.#askUser(abort.signal).finally(() => {
        this.#asking = undefined;
      });
      this.#asking = { answer, abort };
    }
    return this.#asking.answer;
  }

  /** A keyboard, without any dialog; undefined if it is not allowed or does not open. Never rejects. */
  async open(): Promise<OpenKeyboard | undefined> {
    // Where the user has revoked it, the portal would show its dialog again, in the middle of a delivery.
    if ((await this.checkedPermission()) !== 'allowed') return undefined;
    if (this.#kept !== undefined) return { press: this.#presser(this.#kept), close: () => undefined };
    try {
      const session = await this.#start(OPEN_MS, AbortSignal.timeout(OPEN_MS));
      await pause(SETTLE_MS);
      return { press: this.#presser(session), close: () => this.#portal.closeSession(session) };
    } catch (error) {
      const { why } = PortalError.of(error);
      if (why === 'declined') await this.#remember(REFUSED);
      return undefined;
    }
  }

  /** Closes what is open, a dialog included. The permission stays. */
  async close(): Promise<void> {
    this.#asking?.abort.abort(new PortalError('trouble', 'it is not wanted any more'));
    await this.#asking?.answer;
    await this.#portal.close();
  }

  async #load(): Promise<void> {
    try {
      const devices = await this.#portal.property(REMOTE_DESKTOP, 'AvailableDeviceTypes');
      if ((Number(devices) & KEYBOARD) === 0) throw new PortalError('absent', 'it has no keyboard');
    } catch (error) {
      this.#permission = 'unavailable';
      // A portal that was only slow is asked again.
      if (PortalError.of(error).why === 'trouble') this.#loading = undefined;
      return;
    }
    const kept = await this.#store.read().catch(() => undefined);
    this.#token = kept === REFUSED ? undefined : kept;
    if (this.#token !== undefined || this.#kept !== undefined) this.#permission = 'allowed';
    else this.#permission = kept === REFUSED ? 'refused' : 'not-asked';
  }

  async #askUser(signal: AbortSignal): Promise<KeyboardPermission> {
    try {
      if (this.#token !== undefined && (await this.#isRevoked())) this.#token = undefined;
      const session = await this.#start(DIALOG_MS, signal);
      if (this.#token === undefined) {
        // An earlier refusal is over.
        await this.#remember(undefined);
        this.#kept = session;
      } else this.#portal.closeSession(session);
      this.#permission = 'allowed';
    } catch (error) {
      if (PortalError.of(error).why === 'declined') await this.#remember(REFUSED);
    }
    return this.#permission ?? 'not-asked';
  }

  /** The path of a session whose keyboard may be used. Throws PortalError. */
  async #start(answerMs: number, signal: AbortSignal): Promise<string> {
    const ask = (
      member: string,
      signature: string,
      body: readonly unknown[],
      options: Record<string, unknown> = {},
    ) => this.#portal.ask({ interface: REMOTE_DESKTOP, member, signature, body, options, answerMs }, signal);
    const session = await this.#portal.createSession(REMOTE_DESKTOP, answerMs, signal);
    try {
      const version = Number(await this.#portal.property(REMOTE_DESKTOP, 'version'));
      await ask('SelectDevices', 'oa{sv}', [session], {
        types: new Variant('u', KEYBOARD),
        ...(version >= 2 ? { persist_mode: new Variant('u', PERSISTENT) } : {}),
        ...(version >= 2 && this.#token !== undefined ? { restore_token: this.#token } : {}),
      });
      const { devices, restore_token } = startAnswer.parse(await ask('Start', 'osa{sv}', [session, '']));
      // The dialog was answered, and what lets us press keys was left off.
      if ((devices & KEYBOARD) === 0) throw new PortalError('declined', 'it gave no keyboard');
      if (restore_token !== undefined && restore_token !== this.#token) await this.#remember(restore_token);
      return session;
    } catch (error) {
      this.#portal.closeSession(session);
      throw error;
    }
  }

  #presser(session: string): OpenKeyboard['press'] {
    return async (chord, times = 1) => {
      const keys = chords[chord];
      if (!this.#portal.hasSession(session)) return false;
      const once = [
        ...keys.map((key) => [key, 1] as const),
        ...keys.toReversed().map((key) => [key, 0] as const),
      ];
      const strokes = Array.from({ length: times }, () => once).flat();
      try {
        const bus = await this.#portal.open();
        // One after the other: the portal carries out what it is asked at once in any order.
        for (const [key, state] of strokes)
          await bus.invoke(
            {
              destination: PORTAL,
              path: PORTAL_PATH,
              interface: REMOTE_DESKTOP,
              member: 'NotifyKeyboardKeycode',
              signature: 'oa{sv}iu',
              body: [session, {}, key, state],
            },
            { timeout: PRESS_MS },
          );
        return true;
      } catch {
        return false;
      }
    };
  }

  /** Whether the portal has forgotten our token. What cannot be found out counts as no. */
  async #isRevoked(): Promise<boolean> {
    const bus = await this.#portal.open().catch(() => undefined);
    if (!bus || this.#token === undefined) return false;
    return bus
      .invoke(
        {
          destination: 'org.freedesktop.impl.portal.PermissionStore',
          path: '/org/freedesktop/impl/portal/PermissionStore',
          interface: 'org.freedesktop.impl.portal.PermissionStore',
          member: 'Lookup',
          signature: 'ss',
          body: ['remote-desktop', this.#token],
        },
        { timeout: CALL_MS },
      )
      .then(
        () => false,
        (error) => error?.dbusName === 'org.freedesktop.portal.Error.NotFound',
      );
  }

  /** Keeps a token, or the refusal, or forgets both. Without a secret store, they are known until Quoth ends. */
  async #remember(kept: string | undefined): Promise<void> {
    this.#token = kept === REFUSED ? undefined : kept;
    this.#permission = kept === undefined ? 'not-asked' : kept === REFUSED ? 'refused' : 'allowed';
    try {
      await (kept === undefined ? this.#store.remove() : this.#store.write(kept));
    } catch (error) {
      if (!(error instanceof SecretStoreError)) throw error;
    }
  }

  /** The desktop ended a session: the user pressed the button in the panel, or the shell started again. */
  #ended(session: string): void {
    if (session !== this.#kept) return;
    this.#kept = undefined;
    this.#permission = 'not-asked';
  }
}

/** Why a keyboard with this permission presses no keys; undefined if it may. */
export function keyboardRefusal(
  permission: KeyboardPermission | undefined,
): NotPasted | 'no-way' | undefined {
  switch (permission) {
    case 'allowed':
      return undefined;
    case 'refused':
      return 'keys-declined';
    case 'not-asked':
    case 'asking':
      return 'keys-not-asked';
    default:
      return 'no-way';
  }
}

/**
 * A text comes within this time after speaking ended, or its keyboard is opened again: the sign in GNOME's panel is not
 * to stay.
 */
const EXPECTED_MS = 3_000;

/** Opens the keyboard before it is needed, while the text is still being recognized. */
export class ExpectedKeyboard {
  readonly #keyboard: Pick<PortalKeyboard, 'open'>;
  readonly #waitMs: number;
  #opened: Promise<OpenKeyboard | undefined> | undefined;
  #ending: NodeJS.Timeout | undefined;

  constructor(keyboard: Pick<PortalKeyboard, 'open'>, waitMs = EXPECTED_MS) {
    this.#keyboard = keyboard;
    this.#waitMs = waitMs;
  }

  expect(): void {
    this.#opened ??= this.#openOne();
    clearTimeout(this.#ending);
    this.#ending = setTimeout(() => this.close(), this.#waitMs).unref();
  }

  /** One that did not open is tried again: its user may allow it meanwhile. */
  #openOne(): Promise<OpenKeyboard | undefined> {
    const opened = this.#keyboard.open();
    void opened.then((open) => {
      if (!open && this.#opened === opened) this.#opened = undefined;
    });
    return opened;
  }

  /** The keyboard, which the caller closes. */
  take(): Promise<OpenKeyboard | undefined> {
    clearTimeout(this.#ending);
    const opened = this.#opened ?? this.#keyboard.open();
    this.#opened = undefined;
    return opened;
  }

  close(): void {
    clearTimeout(this.#ending);
    void this.#opened?.then((open) => open?.close());
    this.#opened = undefined;
  }
}

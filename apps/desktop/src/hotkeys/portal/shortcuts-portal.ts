import type { Message, MessageBus } from 'dbus-native';
import * as z from 'zod';
import type { SessionBus } from '../../session-bus/index.ts';
import { type ApplicationEntry, registerHost } from './host-registration.ts';
import { isSilent, PortalError } from './portal-error.ts';
import { PORTAL, PORTAL_PATH, PortalRequests, portalToken } from './portal-requests.ts';

const SHORTCUTS = 'org.freedesktop.portal.GlobalShortcuts';
const SESSION = 'org.freedesktop.portal.Session';
const CALL_MS = 15_000;
const MOST_CHARACTERS = 100;
const signals = `type='signal',sender='${PORTAL}',path_namespace='${PORTAL_PATH}'`;
const ownership = `type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='${PORTAL}'`;

/** A shortcut as the portal is asked for it. */
export interface WantedShortcut {
  readonly id: string;
  readonly description: string;
  /** Only a proposal: the user decides. */
  readonly preferredTrigger: string | undefined;
}

/** The desktop's names for the keys of each shortcut; empty if it names none. */
export type Triggers = ReadonlyMap<string, string>;

export interface PortalListener {
  /** The portal is on the bus now, or has left it. */
  onPresence(isThere: boolean): void;
  onActivated(session: string, id: string): void;
  onDeactivated(session: string, id: string): void;
  onTriggers(session: string, triggers: Triggers): void;
  onClosed(session: string): void;
}

const shortcutList = z.array(
  z.tuple([z.string(), z.looseObject({ trigger_description: z.string().optional().catch(undefined) })]),
);

/**
 * org.freedesktop.portal.GlobalShortcuts, versions 1 and 2, on a connection of its own, because the portal knows a program by its
 * connection: https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.GlobalShortcuts.html
 */
export class ShortcutsPortal {
  readonly #bus: SessionBus;
  readonly #entry: ApplicationEntry;
  readonly #listener: PortalListener;
  readonly #requests = new PortalRequests();
  #watching: Promise<void> | undefined;
  /** Unique name of the portal: signals of others are ignored. */
  #owner = '';
  /** The portal at which we are registered. */
  #registeredWith = '';
  #introducing: Promise<void> = Promise.resolve();

  constructor(bus: SessionBus, entry: ApplicationEntry, listener: PortalListener) {
    this.#bus = bus;
    this.#entry = entry;
    this.#listener = listener;
  }

  /** Opens a session and binds these shortcuts, which may ask the user. Throws PortalError, or the signal's reason. */
  async open(
    shortcuts: readonly WantedShortcut[],
    signal: AbortSignal,
  ): Promise<{ readonly session: string; readonly triggers: Triggers }> {
    const bus = await this.#bus.connection();
    if (!bus) throw new PortalError('absent', 'there is no session bus');
    this.#watching ??= this.#watch();
    await this.#watching;
    await this.#introduce(bus);
    signal.throwIfAborted();
    await this.#findOut(bus);
    const made = await this.#requests.ask(
      bus,
      {
        interface: SHORTCUTS,
        member: 'CreateSession',
        signature: 'a{sv}',
        body: [],
        options: { session_handle_token: portalToken() },
        answerMs: CALL_MS,
      },
      signal,
    );
    const session = z.string().safeParse(made.session_handle);
    if (!session.success) throw new PortalError('trouble', 'it gave no session');
    try {
      const bound = await this.#requests.ask(
        bus,
        {
          interface: SHORTCUTS,
          member: 'BindShortcuts',
          signature: 'oa(sa{sv})sa{sv}',
          body: [session.data, shortcuts.map(asAsked), ''],
        },
        signal,
      );
      return { session: session.data, triggers: triggersOf(bound.shortcuts) };
    } catch (error) {
      this.close(session.data);
      throw error;
    }
  }

  /** Ends a session and releases its keys. */
  close(session: string): void {
    void this.#bus.call({ destination: PORTAL, path: session, interface: SESSION, member: 'Close' });
  }

  async #watch(): Promise<void> {
    this.#bus.onReconnected(() => {
      this.#registeredWith = '';
      this.#listener.onPresence(false);
      this.#listener.onPresence(true);
    });
    await this.#bus.onSignal(signals, (message) => this.#onSignal(message));
    await this.#bus.onSignal(ownership, (message) => this.#onOwner(message));
  }

  #onOwner({ sender, member, body = [] }: Message): void {
    if (sender !== 'org.freedesktop.DBus' || member !== 'NameOwnerChanged' || body[0] !== PORTAL) return;
    this.#owner = String(body[2]);
    if (body[1] !== '') this.#listener.onPresence(false);
    if (body[2] !== '') this.#listener.onPresence(true);
  }

  #onSignal(message: Message): void {
    if (message.sender !== this.#owner || this.#owner === '') return;
    this.#requests.onSignal(message);
    const { interface: from, member, path = '', body = [] } = message;
    if (from === SESSION && member === 'Closed') this.#listener.onClosed(path);
    if (from !== SHORTCUTS) return;
    const [session, what] = [String(body[0]), body[1]];
    if (member === 'Activated') this.#listener.onActivated(session, String(what));
    if (member === 'Deactivated') this.#listener.onDeactivated(session, String(what));
    if (member === 'ShortcutsChanged') this.#listener.onTriggers(session, triggersOf(what));
  }

  /** Before any other call, and once for each portal, even if sessions are opened in quick succession. */
  #introduce(bus: MessageBus): Promise<void> {
    this.#introducing = this.#introducing.catch(() => undefined).then(() => this.#register(bus));
    return this.#introducing;
  }

  async #register(bus: MessageBus): Promise<void> {
    if (this.#registeredWith !== '' && (await owner(bus)) === this.#registeredWith) return;
    await registerHost(bus, this.#entry);
    this.#owner = await owner(bus);
    this.#registeredWith = this.#owner;
  }

  /** Throws if this portal does not support shortcuts. */
  async #findOut(bus: MessageBus): Promise<void> {
    try {
      await bus.invoke(
        {
          destination: PORTAL,
          path: PORTAL_PATH,
          interface: 'org.freedesktop.DBus.Properties',
          member: 'Get',
          signature: 'ss',
          body: [SHORTCUTS, 'version'],
        },
        { timeout: CALL_MS },
      );
    } catch (error) {
      if (isSilent(error)) throw new PortalError('trouble', 'it did not answer in time');
      // Each implementation says in its own words that it has no such interface.
      throw new PortalError('absent', 'it has no shortcuts');
    }
  }
}

/** Unique name of the portal; empty if there is none. */
async function owner(bus: MessageBus): Promise<string> {
  return bus.getNameOwner(PORTAL).catch(() => '');
}

function asAsked({ id, description, preferredTrigger }: WantedShortcut) {
  const trigger = preferredTrigger === undefined ? {} : { preferred_trigger: preferredTrigger };
  return [id, { description, ...trigger }];
}

function triggersOf(list: unknown): Triggers {
  const read = shortcutList.safeParse(list);
  if (!read.success) return new Map();
  return new Map(
    read.data.map(([id, { trigger_description = '' }]) => [
      id,
      trigger_description.slice(0, MOST_CHARACTERS),
    ]),
  );
}

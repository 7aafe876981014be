import type { Message } from 'dbus-native';
import * as z from 'zod';
import { type ApplicationEntry, CALL_MS, PortalConnection, PortalError } from '../session/portal.ts';
import type { SessionBus } from '../session/session-bus.ts';

const SHORTCUTS = 'org.freedesktop.portal.GlobalShortcuts';

const MAX_CHARACTERS = 100;
/** The version that has ConfigureShortcuts. */
const WITH_CONFIGURE = 2;

/** A shortcut as the portal is asked for it. */
export interface WantedShortcut {
  readonly id: string;
  readonly description: string;
  /** Only a proposal: the user decides. */
  readonly preferredTrigger: string | undefined;
}

/** The desktop's names for the keys of each shortcut; empty if it names none. */
export type Triggers = ReadonlyMap<string, string>;

export interface ShortcutsListener {
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
 * org.freedesktop.portal.GlobalShortcuts, versions 1 and 2:
 * https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.GlobalShortcuts.html
 */
export class ShortcutsPortal {
  readonly #portal: PortalConnection;
  readonly #listener: ShortcutsListener;
  #version = 0;

  /** The bus is used by no one else. */
  constructor(bus: SessionBus, entry: ApplicationEntry, listener: ShortcutsListener) {
    this.#listener = listener;
    this.#portal = new PortalConnection(bus, entry, {
      onPresence: (isThere) => listener.onPresence(isThere),
      onClosed: (session) => listener.onClosed(session),
      onSignal: (message) => this.#onSignal(message),
    });
  }

  /** Opens a session and binds these shortcuts, which may ask the user. Throws PortalError, or the signal's reason. */
  async open(
    shortcuts: readonly WantedShortcut[],
    signal: AbortSignal,
  ): Promise<{ readonly session: string; readonly triggers: Triggers }> {
    this.#version = Number(await this.#portal.property(SHORTCUTS, 'version'));
    signal.throwIfAborted();
    const session = await this.#portal.createSession(SHORTCUTS, CALL_MS, signal);
    try {
      return { session, triggers: await this.#bind(session, shortcuts, signal) };
    } catch (error) {
      this.close(session);
      throw error;
    }
  }

  /** Whether it has a dialog to change what is bound. */
  get canConfigure(): boolean {
    return this.#version >= WITH_CONFIGURE;
  }

  /** Opens that; what is changed there is reported. Throws PortalError. */
  async configure(session: string): Promise<void> {
    if (!this.canConfigure) return;
    const body = [session, '', {}];
    await this.#portal.call({
      interface: SHORTCUTS,
      member: 'ConfigureShortcuts',
      signature: 'osa{sv}',
      body,
    });
  }

  /** Ends a session and releases its keys. */
  close(session: string): void {
    this.#portal.closeSession(session);
  }

  async #bind(session: string, shortcuts: readonly WantedShortcut[], signal: AbortSignal): Promise<Triggers> {
    try {
      const bound = await this.#portal.ask(
        {
          interface: SHORTCUTS,
          member: 'BindShortcuts',
          signature: 'oa(sa{sv})sa{sv}',
          body: [session, shortcuts.map(asAsked), ''],
        },
        signal,
      );
      return triggersOf(bound.shortcuts);
    } catch (error) {
      if (!(error instanceof PortalError) || error.why !== 'trouble' || signal.aborted) throw error;
      // GNOME 48 answers as if the request had failed, although it has bound the keys and names them.
      const answered = triggersOf(
        z.object({ shortcuts: z.unknown() }).safeParse(error.results).data?.shortcuts,
      );
      const triggers = answered.size > 0 ? answered : await this.#list(session, signal).catch(() => answered);
      if (triggers.size === 0) throw error;
      return triggers;
    }
  }

  /** The shortcuts that the session has. */
  async #list(session: string, signal: AbortSignal): Promise<Triggers> {
    const listed = await this.#portal.ask(
      {
        interface: SHORTCUTS,
        member: 'ListShortcuts',
        signature: 'oa{sv}',
        body: [session],
        answerMs: CALL_MS,
      },
      signal,
    );
    return triggersOf(listed.shortcuts);
  }

  #onSignal({ interface: from, member, body = [] }: Message): void {
    if (from !== SHORTCUTS) return;
    const [session, what] = [String(body[0]), body[1]];
    if (member === 'Activated') this.#listener.onActivated(session, String(what));
    if (member === 'Deactivated') this.#listener.onDeactivated(session, String(what));
    if (member === 'ShortcutsChanged') this.#listener.onTriggers(session, triggersOf(what));
  }
}

function asAsked({ id, description, preferredTrigger }: WantedShortcut) {
  const trigger = preferredTrigger === undefined ? {} : { preferred_trigger: preferredTrigger };
  return [id, { description, ...trigger }];
}

function triggersOf(list: unknown): Triggers {
  const read = shortcutList.safeParse(list);
  if (!read.success) return new Map();
  return new Map(
    read.data.map(([id, { trigger_description = '' }]) => [id, trigger_description.slice(0, MAX_CHARACTERS)]),
  );
}

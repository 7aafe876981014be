import { randomBytes } from 'node:crypto';
import { addAbortListener } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileExists, writeWhole } from '@quoth/core';
import type { Message, MessageBus } from 'dbus-native';
import * as z from 'zod';
import type { Config } from '../read-config.ts';
import { entryLines } from '../text/texts.ts';
import { execLine, launcher } from './autostart.ts';
import type { SessionBus } from './session-bus.ts';

export const PORTAL = 'org.freedesktop.portal.Desktop';
export const PORTAL_PATH = '/org/freedesktop/portal/desktop';
const REQUEST = 'org.freedesktop.portal.Request';
const SESSION = 'org.freedesktop.portal.Session';
/** Calls are answered at once; only the user takes longer, and answers by a Request. */
export const CALL_MS = 15_000;

export interface PortalCall {
  readonly interface: string;
  readonly member: string;
  readonly signature: string;
  /** The arguments; those of the vardict `options`, which every request takes last, come with `options`. */
  readonly body: readonly unknown[];
  readonly options?: Readonly<Record<string, unknown>>;
  /** How long to wait for the answer; without limit if absent, because a person may have to decide. */
  readonly answerMs?: number;
}

/**
 * Calls of a portal that are answered later, by the signal Response of a Request object:
 * https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Request.html
 */
class PortalRequests {
  readonly #waiting = new Map<string, (code: number, results: unknown) => void>();

  /** Takes every signal that the portal sends. */
  onSignal({ interface: from, member, path = '', body = [] }: Message): void {
    if (from !== REQUEST || member !== 'Response') return;
    this.#waiting.get(path)?.(Number(body[0]), body[1]);
  }

  /** The answer. Throws PortalError, `declined` if the user declined; and the signal's reason. */
  async ask(bus: MessageBus, call: PortalCall, signal: AbortSignal): Promise<Record<string, unknown>> {
    signal.throwIfAborted();
    const token = portalToken();
    // The answer may come before that of the call: its path is known beforehand.
    const sender = (bus.name ?? '').slice(1).replaceAll('.', '_');
    const paths = new Set([`${PORTAL_PATH}/request/${sender}/${token}`]);
    const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>();
    // A refusal may come before it is awaited below; until then nothing handles it.
    promise.catch(() => undefined);
    const answered = (code: number, results: unknown) => {
      if (code === 0) resolve(results as Record<string, unknown>);
      else if (code === 1) reject(new PortalError('declined', 'it was declined'));
      else reject(new PortalError('trouble', 'the request ended without an answer', results));
    };
    for (const path of paths) this.#waiting.set(path, answered);
    // A dialog that the portal shows for it is closed with it.
    const abandon = (reason: unknown) => {
      reject(reason);
      for (const path of paths)
        void bus
          .invoke({ destination: PORTAL, path, interface: REQUEST, member: 'Close' }, { timeout: CALL_MS })
          .catch(() => undefined);
    };
    using _abandoning = addAbortListener(signal, () => abandon(signal.reason));
    let timer: NodeJS.Timeout | undefined;
    try {
      const options = { ...call.options, handle_token: token };
      const handle = await bus.invoke<string>(
        {
          destination: PORTAL,
          path: PORTAL_PATH,
          interface: call.interface,
          member: call.member,
          signature: call.signature,
          body: [...call.body, options],
        },
        { timeout: CALL_MS },
      );
      // Portals before version 0.9 chose the path themselves.
      if (!paths.has(handle)) {
        paths.add(handle);
        this.#waiting.set(handle, answered);
      }
      if (call.answerMs !== undefined) {
        timer = setTimeout(
          () => abandon(new PortalError('trouble', 'it did not answer in time')),
          call.answerMs,
        ).unref();
      }
      return await promise;
    } catch (error) {
      throw signal.aborted ? signal.reason : PortalError.of(error);
    } finally {
      clearTimeout(timer);
      for (const path of paths) this.#waiting.delete(path);
    }
  }
}

/** An element of an object path that no one else uses. */
function portalToken(): string {
  return `quoth${randomBytes(8).toString('hex')}`;
}

const SIGNALS = `type='signal',sender='${PORTAL}',path_namespace='${PORTAL_PATH}'`;
const OWNERSHIP = `type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='${PORTAL}'`;

export interface PortalListener {
  /** The portal is on the bus now, or has left it. */
  onPresence(isThere: boolean): void;
  /** The portal ended a session. */
  onClosed(session: string): void;
  /** Another signal of the portal itself. */
  onSignal?(message: Message): void;
}

const sessionAnswer = z.object({ session_handle: z.string() });

/** One connection to the desktop's portal, which knows a program by its connection. No one else may use that one. */
export class PortalConnection {
  readonly #bus: SessionBus;
  readonly #entry: ApplicationEntry;
  readonly #listener: PortalListener;
  readonly #requests = new PortalRequests();
  #watching: Promise<void> | undefined;
  /** Unique name of the portal: signals of others are ignored. */
  #owner = '';
  /** The portal to which we have given our name. */
  #registeredWith = '';
  /** It did not take the name. */
  #isRefused = false;
  #isReconnecting = false;
  /** Sessions that are open now. */
  readonly #sessions = new Set<string>();
  #introducing: Promise<void> = Promise.resolve();

  constructor(bus: SessionBus, entry: ApplicationEntry, listener: PortalListener) {
    this.#bus = bus;
    this.#entry = entry;
    this.#listener = listener;
  }

  /** The bus, once the portal was given our name. Throws PortalError. */
  open(): Promise<MessageBus> {
    return this.#open(false);
  }

  async #open(beginsSession: boolean): Promise<MessageBus> {
    const bus = await this.#bus.connection();
    if (!bus) throw new PortalError('absent', 'there is no session bus');
    this.#watching ??= this.#watch();
    await this.#watching;
    // Before any other call, and once for each portal, even if sessions are opened in quick succession.
    this.#introducing = this.#introducing
      .catch(() => undefined)
      .then(() => this.#register(bus, beginsSession));
    await this.#introducing;
    return bus;
  }

  /** Makes a request and waits for its answer. Throws PortalError, and the signal's reason. */
  async ask(call: PortalCall, signal: AbortSignal): Promise<Record<string, unknown>> {
    return this.#requests.ask(await this.open(), call, signal);
  }

  /** A call that is not answered by a request. Throws PortalError. */
  async call(call: Pick<Message, 'interface' | 'member' | 'signature' | 'body'>): Promise<void> {
    const bus = await this.open();
    try {
      await bus.invoke({ destination: PORTAL, path: PORTAL_PATH, ...call }, { timeout: CALL_MS });
    } catch (error) {
      throw PortalError.of(error);
    }
  }

  /** A property of one of the portal's interfaces. Throws PortalError, `absent` if it has no such interface. */
  async property(name: string, property: string): Promise<unknown> {
    const bus = await this.open();
    try {
      return await bus.invoke(
        {
          destination: PORTAL,
          path: PORTAL_PATH,
          interface: 'org.freedesktop.DBus.Properties',
          member: 'Get',
          signature: 'ss',
          body: [name, property],
        },
        { timeout: CALL_MS },
      );
    } catch (error) {
      if (isSilent(error)) throw new PortalError('trouble', 'it did not answer in time');
      // Implementations have different errors for a missing interface.
      throw new PortalError('absent', 'it has none');
    }
  }

  /**
   * The path of a new session of one of the portal's interfaces. A portal that refused our name is given it again
   * first: it may have noticed our application entry late. Throws PortalError, and the signal's reason.
   */
  async createSession(name: string, answerMs: number, signal: AbortSignal): Promise<string> {
    await this.#open(true);
    const options = { session_handle_token: portalToken() };
    const made = await this.ask(
      { interface: name, member: 'CreateSession', signature: 'a{sv}', body: [], options, answerMs },
      signal,
    );
    const session = sessionAnswer.safeParse(made).data?.session_handle;
    if (session === undefined) throw new PortalError('trouble', 'it gave no session');
    this.#sessions.add(session);
    return session;
  }

  hasSession(path: string): boolean {
    return this.#sessions.has(path);
  }

  /** Ends a session, and whatever the portal granted for it. */
  closeSession(path: string): void {
    if (!this.#sessions.delete(path)) return;
    void this.#bus.call({ destination: PORTAL, path, interface: SESSION, member: 'Close' });
  }

  /** Closes the connection; the portal ends the sessions that belong to it. */
  close(): Promise<void> {
    return this.#bus.close();
  }

  async #watch(): Promise<void> {
    this.#bus.onReconnected(() => {
      if (this.#isReconnecting) return;
      this.#registeredWith = '';
      this.#vanished();
      this.#listener.onPresence(true);
    });
    await this.#bus.onSignal(SIGNALS, (message) => {
      if (message.sender !== this.#owner || this.#owner === '') return;
      this.#requests.onSignal(message);
      const { interface: from, member, path = '' } = message;
      if (from === SESSION && member === 'Closed') {
        this.#sessions.delete(path);
        this.#listener.onClosed(path);
      } else this.#listener.onSignal?.(message);
    });
    await this.#bus.onSignal(OWNERSHIP, (message) => this.#onOwner(message));
  }

  #onOwner({ sender, member, body = [] }: Message): void {
    if (sender !== 'org.freedesktop.DBus' || member !== 'NameOwnerChanged' || body[0] !== PORTAL) return;
    this.#owner = String(body[2]);
    if (body[1] !== '') this.#vanished();
    if (body[2] !== '') this.#listener.onPresence(true);
  }

  #vanished(): void {
    this.#sessions.clear();
    this.#listener.onPresence(false);
  }

  async #register(bus: MessageBus, beginsSession: boolean): Promise<void> {
    const wasAsked = this.#registeredWith !== '' && (await owner(bus)) === this.#registeredWith;
    // Only a connection without sessions can be replaced: they end with it.
    if (wasAsked && !(this.#isRefused && beginsSession && this.#sessions.size === 0)) return;
    if (wasAsked) await this.#reconnect();
    this.#isRefused = !(await registerHost(bus, this.#entry, wasAsked ? 1 : TRIES));
    this.#owner = await owner(bus);
    this.#registeredWith = this.#owner;
  }

  /** A portal takes a name only as the first call of a connection. */
  async #reconnect(): Promise<void> {
    this.#isReconnecting = true;
    await this.#bus.reconnect();
    this.#isReconnecting = false;
  }
}

/** Unique name of the portal; empty if none exists. */
async function owner(bus: MessageBus): Promise<string> {
  return bus.getNameOwner(PORTAL).catch(() => '');
}

/** Our name on desktops: that of the application entry. */
export const APP_ID = 'app.quoth.Quoth';

const TRIES = 4;
/** The portal notices a new file because it watches the folder. */
const NOTICE_MS = 300;

/** The entry by which a desktop knows a program. */
export interface ApplicationEntry {
  readonly path: string;
  /** Brings it up to date. True if that changed something. */
  write(): Promise<boolean>;
}

/**
 * Tells the portal who we are (org.freedesktop.host.portal.Registry, from xdg-desktop-portal 1.20 on): a program
 * outside a sandbox has no name otherwise, and from 1.21 on shortcuts are only for those that have one. It must be the
 * first call of the connection, and needs an application entry of that name; if none exists, it is written and the
 * portal asked again. Portals without the registry are older and need no name. False if it was refused. Throws
 * PortalError if the portal does not answer.
 */
async function registerHost(bus: MessageBus, entry: ApplicationEntry, tries: number): Promise<boolean> {
  for (let attempt = 1; attempt <= tries; attempt++) {
    try {
      await bus.invoke(
        {
          destination: PORTAL,
          path: PORTAL_PATH,
          interface: 'org.freedesktop.host.portal.Registry',
          member: 'Register',
          signature: 'sa{sv}',
          body: [APP_ID, {}],
        },
        { timeout: CALL_MS },
      );
      return true;
    } catch (error) {
      if (isSilent(error)) throw new PortalError('trouble', 'it did not answer in time');
      // No registry, or no portal at all: what is asked next will tell.
      if (isAbsent(error)) return true;
      // Once the entry is there, only the portal's notice of it is waited for.
      const isNew = await entry.write().catch(() => false);
      if (attempt === 1 && !isNew && !(await fileExists(entry.path))) return false;
      if (attempt < tries) await sleep(NOTICE_MS * attempt);
    }
  }
  return false;
}

/**
 * Our entry among the user's applications, which opens the window; it is written only for a portal that asks for it.
 */
export function applicationEntry(
  config: Pick<Config, 'platform' | 'home' | 'env' | 'dataFolder'>,
): ApplicationEntry {
  const { home, env } = config;
  // Relative paths are to be ignored, the specification of base directories says.
  const data =
    env.XDG_DATA_HOME && isAbsolute(env.XDG_DATA_HOME) ? env.XDG_DATA_HOME : join(home, '.local', 'share');
  const path = join(data, 'applications', `${APP_ID}.desktop`);
  return {
    path,
    write: async () => {
      const text = [
        '[Desktop Entry]',
        'Type=Application',
        'Name=Quoth',
        ...(await entryLines('Comment', 'genericName')),
        `Exec=${execLine(launcher(config, ['start']))}`,
        'Terminal=false',
        'Categories=Utility;AudioVideo;',
        '',
      ].join('\n');
      if ((await readFile(path, 'utf8').catch(() => undefined)) === text) return false;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeWhole(path, text);
      return true;
    },
  };
}

/** Names of D-Bus errors which say that something does not exist. */
const absent = new Set(
  [
    'ServiceUnknown',
    'NameHasNoOwner',
    'UnknownMethod',
    'UnknownObject',
    'UnknownInterface',
    'UnknownProperty',
    'Spawn.ServiceNotFound',
    'Spawn.ChildExited',
  ].map((name) => `org.freedesktop.DBus.Error.${name}`),
);
const MAX_ERROR_CHARACTERS = 200;

/** Why a portal did not do what it was asked. */
export type PortalFailure =
  /** There is no such portal; it may appear. */
  | 'absent'
  /** The user declined. */
  | 'declined'
  /** Anything else: it is tried again. */
  | 'trouble';

/** Why the portal did not do what it was asked; the message is a clause for the user. */
export class PortalError extends Error {
  readonly why: PortalFailure;
  /** What it answered all the same, if anything. */
  readonly results: unknown;

  constructor(why: PortalFailure, message: string, results?: unknown) {
    super(message);
    this.name = 'PortalError';
    this.why = why;
    this.results = results;
  }

  /** The error of a D-Bus call. */
  static of(error: unknown): PortalError {
    if (error instanceof PortalError) return error;
    if (isAbsent(error)) return new PortalError('absent', 'none exists');
    const said = error instanceof Error ? error.message.slice(0, MAX_ERROR_CHARACTERS) : 'unknown error';
    return new PortalError('trouble', said);
  }
}

function isAbsent(error: unknown): boolean {
  const name = error instanceof Error && 'dbusName' in error ? error.dbusName : undefined;
  return typeof name === 'string' && absent.has(name);
}

/** Whether there was no answer at all: the connection ended, or it took too long. */
function isSilent(error: unknown): boolean {
  return error instanceof Error && 'code' in error;
}

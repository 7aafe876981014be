import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type ApiCall,
  type ApiServerState,
  AppError,
  type ApplicationState,
  type AutostartState,
  asAppError,
  type BackupState,
  type Finding,
  type InstallMcpClientBody,
  type KeyboardState,
  type McpClient,
  type McpInstallation,
  modeMeant,
  type Reader,
  type RestoreResult,
  type RevealPathBody,
  type Said,
  type ShortcutMode,
  type Shortcuts,
  type WyomingState,
} from '@quoth/contract';
import type { Caller, Core, Logger, ProgramIdentity } from '@quoth/core';
import type { CallLog } from './call-log.ts';
import type { EventStreams } from './events.ts';
import type { ListenerEnding } from './http/connections.ts';
import { jsonForReader } from './http/errors.ts';
import type { WindowSessions } from './listeners/window-sessions.ts';
import type { RealtimeSockets, UpgradeRequest } from './realtime/realtime-sockets.ts';

/** A handler of requests, without a port. */
export type FetchHandler = (request: Request, bindings?: NodeBindings) => Response | Promise<Response>;

/** What an application of routes is built from, one for each listener. */
export interface AppOptions {
  readonly core: Core;
  /** Who reads the answers of this listener; the agents and other programs of the public one tell themselves apart. */
  readonly reader?: Reader | undefined;
  /** Given for the listeners that mount the application's own routes too. */
  readonly application?: ApplicationControl | undefined;
  /** Who called here lately. */
  readonly calls?: CallLog | undefined;
  /** Given for the window's listener alone. */
  readonly windowSessions?: WindowSessions | undefined;
  /** What stands before every route's path; nothing when absent. */
  readonly basePath?: string | undefined;
  /** Who this server says it is; asked at every GET /health. */
  readonly identity: () => ServerIdentity;
  readonly logger: Logger;
  /** Who reads events at this listener. */
  readonly events: EventStreams;
  /** WebSockets of OpenAI's dialect; none at a listener that has no such. */
  readonly realtime?: RealtimeSockets | undefined;
  /** Tells open requests that this listener is closing; absent for one that never does. */
  readonly ending?: ListenerEnding | undefined;
  /** Whether the callers see other files than Quoth: paths of theirs are refused. */
  readonly isForContainers?: boolean;
  /** How long a body may pause. */
  readonly bodyIdleTimeoutMs: number;
  /** Milliseconds after which work sends its headers early. */
  readonly earlyHeadersMs: number;
}

/** What GET /health reports about the server itself. */
interface ServerIdentity {
  readonly port: number;
  readonly startedAt: string;
  readonly token: string;
}

/** What the application itself offers to its window and command line, beyond core. */
export interface ApplicationControl {
  state(): Promise<ApplicationState>;
  /** From now on the application does not stop when idle. */
  keep(): void;
  /** Begins a clean stop; the answer is still sent. */
  stop(): void;
  readonly apiServer: {
    state(): ApiServerState;
    /** Writes the discovery file again if somebody has deleted it. */
    restoreDiscovery(): Promise<void>;
    switch(enabled: boolean, thisRunOnly: boolean): Promise<ApiServerState>;
    regenerateToken(): Promise<string>;
    /** The latest callers, most recent first. */
    calls(): readonly ApiCall[];
  };
  readonly wyoming: {
    state(): WyomingState;
    switch(enabled: boolean): Promise<WyomingState>;
  };
  /** Programs that the MCP bridge can be added to. */
  mcpClients(): Promise<readonly McpClient[]>;
  /**
   * Adds the bridge to one of them, with a token of its own if scopes are named. Throws INVALID_REQUEST for one that is
   * not known, ALREADY_EXISTS for a token of this name that was shown.
   */
  installMcpClient(id: string, body: InstallMcpClientBody): Promise<McpInstallation>;
  /** Takes it out again, and the token with it. */
  removeMcpClient(id: string): Promise<McpInstallation>;
  /** Shows a file or folder in the file manager, if there is one. */
  revealPath(what: RevealPathBody['what']): Promise<{ readonly path: string; readonly shown: boolean }>;
  /** Whether Quoth starts at login. Throws DESKTOP_UNAVAILABLE if the desktop does not reveal it. */
  autostart(): Promise<AutostartState>;
  switchAutostart(isOn: boolean): Promise<AutostartState>;
  keyboardPermission(): Promise<KeyboardState>;
  /** Opens the desktop's dialog, and does not wait for its answer. */
  askKeyboardPermission(): Promise<KeyboardState>;
  /** What the desktop lacks for dictation; empty if nothing is missing. */
  desktopFindings(): Promise<readonly Said<Finding>[]>;
  /** The keys that work everywhere on the desktop. */
  readonly keys: {
    shortcuts(): Shortcuts;
    setMode(mode: ShortcutMode): Promise<Shortcuts>;
    /** Opens the desktop's own dialog for them, where it has one. */
    configure(): Promise<Shortcuts>;
  };
  readonly backups: BackupControl;
  readonly windows: {
    /**
     * Opens a window at a page. With `browser` false it only returns an address. Throws WINDOW_UNAVAILABLE if no window
     * can be opened. The desktop's token lets it come to the front.
     */
    open(options: {
      readonly browser: boolean;
      readonly page: string;
      readonly activationToken?: string | undefined;
    }): Promise<OpenedWindow>;
  };
}

/** Backups of the data folder, one at a time. */
export interface BackupControl {
  state(): BackupState;
  /** Begins to write one. Throws BUSY, INVALID_REQUEST. */
  save(file: string, passphrase: string | undefined): BackupState;
  /** Begins to check one. Throws BUSY, INVALID_REQUEST. */
  check(file: string): BackupState;
  /**
   * Replaces all data by the one that was checked; the application starts again. Throws CONFLICT, BUSY, INVALID_REQUEST
   * for another passphrase.
   */
  restore(passphrase: string | undefined): Promise<RestoreResult>;
  dismiss(): Promise<BackupState>;
}

/** How a window was opened: by which browser, or at which address the caller may open one. */
export interface OpenedWindow {
  readonly address: string | null;
  readonly browser: string | null;
}

/** What a handler needs to know of its request, in memory as on a socket. */
export interface RequestContext {
  readonly requestId: string;
  readonly headers: Headers;
  readonly isHead: boolean;
  readonly query: Readonly<Record<string, string | string[]>>;
  /** By the names of the route's path. */
  readonly params: Readonly<Record<string, string>>;
  /** Aborted when the caller goes away before it has its answer, or has to be answered because the listener ends. */
  readonly signal: AbortSignal;
  readonly ending: ListenerEnding | undefined;
  /** Node's own response, if the request came through a socket. */
  readonly outgoing: ServerResponse | undefined;
  readonly caller: Caller;
  /** Present where the connection may become a WebSocket. */
  readonly upgrade: UpgradeRequest | undefined;
  /** By the monotonic clock. */
  readonly startedAtMs: number;
  readonly bodyIdleTimeoutMs: number;
  /** Undefined when none exists. May be asked for once. */
  body(): AsyncIterable<Uint8Array> | undefined;
}

/** Node's own objects, if the request came through a socket. */
export interface NodeBindings {
  readonly incoming?: IncomingMessage;
  readonly outgoing?: ServerResponse;
  /** What the guard found out. */
  readonly program?: ProgramIdentity | undefined;
  readonly upgrade?: UpgradeRequest | undefined;
}

/** Translates one route: reads the request, makes one call of core, writes the answer. Throws AppError. */
export type Handler = (context: RequestContext, app: AppOptions) => Promise<Response> | Response;

/**
 * The request with its mode's id; `mode` is the same by id or by name, as clients of other servers write it. Throws
 * MODE_NOT_FOUND.
 */
export function withModeId<Request extends { mode?: string | undefined; mode_id?: string | undefined }>(
  { mode, ...request }: Request,
  core: Pick<Core, 'modes'>,
): Omit<Request, 'mode'> {
  if (mode === undefined || request.mode_id !== undefined) return request;
  const found = modeMeant(mode, core.modes.list());
  if (!found) throw new AppError('MODE_NOT_FOUND');
  return { ...request, mode_id: found.id };
}

/** A JSON answer, with its remedies in the words of the reader who asked. */
export function json(body: unknown): Response {
  return jsonText(jsonForReader(body));
}

/** A JSON answer that is written already; as bytes where it is sent many times, which saves encoding it for each. */
export function jsonText(text: string | Uint8Array<ArrayBuffer>): Response {
  return new Response(text, JSON_TEXT);
}

const JSON_TEXT = { headers: { 'Content-Type': 'application/json; charset=utf-8' } };

/**
 * Work whose failure counts as the call's, also when its answer has begun by then: after the headers, only the body
 * says how it ended. Returns the work as it is.
 */
export function noteFailure<Result>(
  work: Promise<Result>,
  { outgoing }: Pick<RequestContext, 'outgoing'>,
  { calls }: Pick<AppOptions, 'calls'>,
): Promise<Result> {
  work.catch((error: unknown) => calls?.failed(outgoing, asAppError(error).code));
  return work;
}

/** The application's own controls; only listeners that mount its routes have them. */
export function controlOf({ application }: AppOptions): ApplicationControl {
  if (!application) throw new AppError('NOT_FOUND');
  return application;
}

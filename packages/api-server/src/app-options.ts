import type { Core, Logger } from '@quoth/core';
import type { ApplicationControl } from './application-control.ts';
import type { CallLog } from './calls/call-log.ts';
import type { EventStreams } from './events/event-streams.ts';
import type { ListenerEnding } from './http/listener-ending.ts';
import type { RealtimeSockets } from './openai/realtime/realtime-sockets.ts';
import type { NodeBindings } from './request-context.ts';
import type { WindowSessions } from './window/window-sessions.ts';

/** A handler of requests, without a port. */
export type FetchHandler = (request: Request, bindings?: NodeBindings) => Response | Promise<Response>;

/** What an application of routes is built from, one for each listener. */
export interface AppOptions {
  readonly core: Core;
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
  /** Tells what is in hand that this listener ends; it never does when absent. */
  readonly ending?: ListenerEnding | undefined;
  /** How long a body may pause. */
  readonly bodyIdleTimeoutMs: number;
  /** Milliseconds after which work sends its headers early. */
  readonly earlyHeadersMs: number;
  /** The same in OpenAI's dialect; the contract's when absent. */
  readonly openAiEarlyHeadersMs?: number | undefined;
}

/** What GET /health reports about the server itself. */
export interface ServerIdentity {
  readonly port: number;
  readonly startedAt: string;
  readonly token: string;
}

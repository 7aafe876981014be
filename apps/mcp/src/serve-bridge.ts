import { addAbortListener } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { limits } from '@quoth/contract';
import { type BridgeConfig, createBridge } from './bridge.ts';
import { createServer } from './server/create-server.ts';

/** The streams that the protocol runs on, and what ends it. */
export interface ServeOptions {
  readonly config: BridgeConfig;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly signal: AbortSignal;
  /** Called with errors outside an answer, which are not sent to the client. */
  readonly onError?: (error: Error) => void;
}

/** Serves MCP until the client closes its end or the signal is aborted; what is under way then is cancelled. */
export async function serveBridge({ config, stdin, stdout, signal, onError }: ServeOptions): Promise<void> {
  const bridge = createBridge(config);
  const handle = serveStdio(() => createServer(bridge), {
    // Room for audio in base64, which the default of 10 MB would answer by hanging up.
    transport: new StdioServerTransport(stdin, stdout, {
      maxBufferSize: limits.base64BodyBytes + limits.jsonBodyBytes,
    }),
    ...(onError ? { onerror: onError } : {}),
  });
  await ending(stdin, signal);
  await handle.close();
}

/** The client has closed its end, or the signal is aborted. */
async function ending(stdin: Readable, signal: AbortSignal): Promise<void> {
  if (signal.aborted || stdin.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const event of ['end', 'close', 'error'] as const) stdin.once(event, () => resolve());
  using _abort = addAbortListener(signal, () => resolve());
  await promise;
}

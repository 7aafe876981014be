import type { IncomingMessage } from 'node:http';
import { openAiRoutes } from '@quoth/contract';

/** A request that wants to be a WebSocket at the one address that takes them. */
export function isRealtime({ method, headers, url = '' }: IncomingMessage): boolean {
  const [path] = url.replace(/^https?:\/\/[^/?#]*/i, '').split('?');
  return (
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    path === openAiRoutes.openRealtime.path
  );
}

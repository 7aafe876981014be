import { connect } from 'node:net';

/**
 * Bytes to a port or a Unix socket as they are, and what came back until the other side closed, or until `enough` was
 * seen.
 */
export async function rawRequest(
  to: number | string,
  request: string | Buffer,
  enough: Pick<RegExp, 'test'> = /\r\n\r\n[\s\S]*\}\s*$/,
): Promise<string> {
  const socket = typeof to === 'number' ? connect(to, '127.0.0.1') : connect(to);
  socket.on('error', () => undefined);
  socket.write(request);
  let answer = '';
  for await (const chunk of socket) {
    answer += chunk;
    if (enough.test(answer)) break;
  }
  socket.destroy();
  return answer;
}

/** The status of a raw answer. */
export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
}

import { connect } from 'node:net';

/** Bytes to a port as they are, and what came back until the other side closed, or until `enough` was seen. */
export async function rawRequest(
  port: number,
  request: string | Buffer,
  enough: Pick<RegExp, 'test'> = /\r\n\r\n[\s\S]*\}\s*$/,
): Promise<string> {
  const socket = connect(port, '127.0.0.1');
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

import { connect } from 'node:net';
import type { RunningApplication } from '../../support/running-application.ts';
import type { HostileRequest } from './hostile-requests.ts';

/** How long anything may go without an answer; several decodings wait for one another on a busy machine. */
const MAX_ANSWER_MS = 120_000;

/**
 * Sends a request, or a part of it, and returns the status; 0 for one that broke off by itself. Throws where a whole
 * request is answered with nothing or with half an answer: that is a fault of the application, whatever the request
 * was.
 */
export async function sendRaw(
  app: RunningApplication,
  { what, head, body, sent }: HostileRequest,
): Promise<number> {
  const { port, token } = app.discovery();
  const own = `Host: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`;
  const whole = Buffer.concat([Buffer.from(`${head}${own}`), body]);
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no answer to ${what}`));
    }, MAX_ANSWER_MS);
    const chunks: Buffer[] = [];
    let problem = '';
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      problem = error.code ?? error.message;
    });
    socket.once('close', () => {
      clearTimeout(timer);
      const answer = Buffer.concat(chunks).toString('latin1');
      if (sent < 1 || isWhole(answer)) resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0));
      else
        reject(
          new Error(`${answer === '' ? 'nothing' : 'half an answer'} came back to ${what} (${problem})`),
        );
    });
    if (sent === 1) socket.write(whole);
    else socket.write(whole.subarray(0, Math.floor(whole.length * sent)), () => socket.destroy());
  });
}

/** Whether an answer has come to the end that its head announces. */
function isWhole(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const head = answer.slice(0, end).toLowerCase();
  const body = answer.slice(end + 4);
  if (head.includes('transfer-encoding: chunked')) return body.endsWith('0\r\n\r\n');
  const length = /^content-length: (\d+)$/m.exec(head)?.[1];
  return length === undefined || body.length === Number(length);
}

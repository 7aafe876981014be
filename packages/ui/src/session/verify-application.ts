import { type Client, QuothError } from '@quoth/client';
import { windowProofText } from '@quoth/contract';
import type { Connection } from '../application/connection.ts';

/**
 * After the application was gone, whoever listens on its port has to prove that it knows this window's token before the token is sent
 * again. Rejects while nobody answers, and with UNAUTHORIZED if it is another program, or an application that does not know this window.
 */
export async function verifyApplication(
  /** Sends no token. */
  stranger: Pick<Client, 'proveWindow'>,
  token: string,
  connection: Pick<Connection, 'lose' | 'end'>,
): Promise<void> {
  const challenge = base64Url(crypto.getRandomValues(new Uint8Array(32)));
  const { proofs } = await stranger.proveWindow({ query: { challenge } }).catch((error: unknown) => {
    connection.lose();
    throw error;
  });
  if (proofs.includes(await proofOf(token, challenge))) return;
  connection.end();
  throw new QuothError('UNAUTHORIZED', { message: 'The application does not know this window.' });
}

async function proofOf(token: string, challenge: string): Promise<string> {
  const text = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', text.encode(token), algorithm, false, ['sign']);
  return base64Url(
    new Uint8Array(await crypto.subtle.sign('HMAC', key, text.encode(windowProofText(challenge)))),
  );
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

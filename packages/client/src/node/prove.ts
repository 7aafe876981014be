import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { proofText } from '@quoth/contract';
import type { Client } from '../index.ts';

/** A server that is asked whether it knows a secret. */
export interface Proving {
  /** Sends no secret. */
  readonly stranger: Client;
  readonly secret: string;
  /** The port that the proof must be for; the one that the server names if it has no address of its own. */
  readonly port?: number;
  readonly signal: AbortSignal;
}

/** Whether the server proves that it knows the secret, which is not sent (contract, section 2, rule 6). */
export async function provesItself({ stranger, secret, port, signal }: Proving): Promise<boolean> {
  const challenge = randomBytes(32).toString('base64url');
  const health = await stranger.getHealth({ query: { challenge }, signal });
  const expected = createHmac('sha256', secret)
    .update(proofText(challenge, port ?? health.port))
    .digest();
  const given = Buffer.from(typeof health.proof === 'string' ? health.proof : '', 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

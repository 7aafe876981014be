import { createHmac, randomBytes } from 'node:crypto';

/** A new signing secret: 32 random bytes in the form of the Standard Webhooks specification. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/**
 * The signature of the Standard Webhooks specification, version 1 (github.com/standard-webhooks): HMAC-SHA256 of id, time and body under the secret's bytes. `seconds`
 * since 1970.
 */
export function webhookSignature(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}

import type { ProviderKeys } from '../providers/index.ts';
import { newWebhookSecret } from './deliver/webhook-signature.ts';

const NOUN = 'signing secret';

/** What signs the posts of actions, kept where providers' keys are. */
export class ActionSecrets {
  readonly #keys: Pick<ProviderKeys, 'read' | 'write' | 'remove'>;

  constructor(keys: Pick<ProviderKeys, 'read' | 'write' | 'remove'>) {
    this.#keys = keys;
  }

  /** Undefined if there is none, or if it was removed from the store. Throws MISSING_API_KEY if the store does not open. */
  of(actionId: string): Promise<string | undefined> {
    return this.#keys.read(secretName(actionId), NOUN);
  }

  /** A new one in the place of any before. Throws INVALID_REQUEST where it cannot be kept. */
  async renew(actionId: string): Promise<string> {
    const secret = newWebhookSecret();
    await this.#keys.write(secretName(actionId), secret, NOUN);
    return secret;
  }

  /** One that is not there is no error. Throws INVALID_REQUEST when the store does not open. */
  remove(actionId: string): Promise<void> {
    return this.#keys.remove(secretName(actionId), NOUN);
  }
}

/** A name that no provider has. */
function secretName(actionId: string): string {
  return `action-${actionId}`;
}

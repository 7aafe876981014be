import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a request finally came to. */
export interface Outcome {
  readonly key: string | undefined;
  readonly audio: Uint8Array<ArrayBuffer>;
  readonly status: number;
  /** The ledger's id of the request; undefined where it was refused. */
  readonly requestId: string | undefined;
  readonly charge: number;
  readonly body: string;
}

export interface RetryingClientOptions {
  readonly addresses: () => readonly string[];
  readonly token: string;
  readonly random: () => number;
}

const ATTEMPT_MS = 15_000;
const MAX_ATTEMPTS = 2_000;

/**
 * A client that asks until there is a final answer: another node after each failure, and now and then it hangs up in
 * the middle.
 */
export class RetryingClient {
  readonly #options: RetryingClientOptions;
  hangUps = 0;
  attempts = 0;

  constructor(options: RetryingClientOptions) {
    this.#options = options;
  }

  /** With a key of its own, or without one, as clients do that retry by themselves. */
  async ask(audio: Uint8Array<ArrayBuffer>, hasKey: boolean): Promise<Outcome> {
    const key = hasKey ? randomUUID() : undefined;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      // Who has no key and hangs up while the answer arrives can't be told from one who has it.
      const mayHangUp = hasKey && attempt < 3;
      const outcome = await this.once(audio, key, mayHangUp).catch(() => undefined);
      if (outcome && isFinal(outcome.status)) return outcome;
      await sleep(50 + this.#options.random() * 250);
    }
    throw new Error('A request never came to an end.');
  }

  async once(audio: Uint8Array<ArrayBuffer>, key: string | undefined, mayHangUp = false): Promise<Outcome> {
    const { addresses, token, random } = this.#options;
    const known = addresses();
    const address = known[Math.floor(random() * known.length)];
    if (address === undefined) throw new Error('no one listens');
    this.attempts += 1;
    const hangsUp = mayHangUp && random() < 0.15;
    if (hangsUp) this.hangUps += 1;
    const form = new FormData();
    form.append('model', 'high');
    form.append('file', new File([audio], 'a.wav'));
    const response = await fetch(`${address}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...(key === undefined ? {} : { 'idempotency-key': key }) },
      body: form,
      signal: AbortSignal.timeout(hangsUp ? Math.ceil(random() * 120) : ATTEMPT_MS),
    });
    const body = await response.text();
    return {
      key,
      audio,
      status: response.status,
      requestId: response.headers.get('x-quoth-request') ?? undefined,
      charge: Number(response.headers.get('x-quoth-charge-micro') ?? 0),
      body,
    };
  }
}

/** Every other status says that the same request may do better later. */
function isFinal(status: number): boolean {
  return status === 200 || (status >= 400 && status < 500 && ![408, 409, 429].includes(status));
}

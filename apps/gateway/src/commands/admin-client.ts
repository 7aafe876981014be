import { setTimeout as sleep } from 'node:timers/promises';

/** How often a gateway that is starting is asked again. */
const AGAIN_MS = 200;

/** A client of a running gateway's admin routes. */
export class AdminClient {
  readonly #base: string;
  readonly #key: string;
  readonly #mayStart: () => boolean;
  /** What the gateway's amounts are in, such as `USD`; known after the first answer. */
  currency: string | undefined;

  /** `mayStart`: asked while nothing listens there; true to wait for it. */
  constructor(base: string, key: string, mayStart = () => false) {
    this.#base = base.replace(/\/+$/, '');
    this.#key = key;
    this.#mayStart = mayStart;
  }

  /** Throws an Error with the gateway's words. */
  async ask<T = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<T> {
    const response = await this.#reach(`${this.#base}/admin${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    this.currency = response.headers.get('x-quoth-currency') ?? undefined;
    const answer = (await response.json()) as T & { error?: { message?: string } };
    if (response.ok) return answer;
    throw new Error(answer.error?.message ?? `The gateway answers with status ${response.status}.`);
  }

  async #reach(url: string, request: RequestInit): Promise<Response> {
    for (;;) {
      // Read before asking: it may begin to listen in between.
      const mayStart = this.#mayStart();
      try {
        return await fetch(url, request);
      } catch (error) {
        // Only a refused connection: then nothing was sent.
        const isRefused = ((error as Error).cause as { code?: string } | undefined)?.code === 'ECONNREFUSED';
        if (!isRefused || !mayStart)
          throw new Error(
            `No gateway answers at ${this.#base}. Start it in another terminal with "quoth gateway start", or name its address with --url.`,
          );
        await sleep(AGAIN_MS);
      }
    }
  }
}

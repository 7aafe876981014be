/** A client of a running gateway's admin routes. */
export class AdminClient {
  readonly #base: string;
  readonly #key: string;

  constructor(base: string, key: string) {
    this.#base = base.replace(/\/+$/, '');
    this.#key = key;
  }

  /** Throws an Error with the gateway's words. */
  async ask<T = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<T> {
    const response = await fetch(`${this.#base}/admin${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(() => {
      throw new Error(`No gateway answers at ${this.#base}. Start it with: quoth gateway start`);
    });
    const answer = (await response.json()) as T & { error?: { message?: string } };
    if (response.ok) return answer;
    throw new Error(answer.error?.message ?? `The gateway answers with status ${response.status}.`);
  }
}

import type { ServerResponse } from 'node:http';

/** What programs with named tokens have open at a listener: streams, uploads, downloads, work that they wait for. */
export class ProgramConnections {
  readonly #open = new Map<string, Set<ServerResponse>>();

  /** Notes an answer that is not over, until it is. */
  opened(tokenId: string, response: ServerResponse): void {
    const open = this.#open.get(tokenId) ?? new Set();
    this.#open.set(tokenId, open);
    open.add(response);
    response.once('close', () => {
      open.delete(response);
      if (open.size === 0 && this.#open.get(tokenId) === open) this.#open.delete(tokenId);
    });
  }

  /** Cuts the connections of all that a token has open: nothing more goes in or out, and work that only waited for them is cancelled. */
  end(tokenId: string): void {
    for (const response of [...(this.#open.get(tokenId) ?? [])]) response.destroy();
  }
}

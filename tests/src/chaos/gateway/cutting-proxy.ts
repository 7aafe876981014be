import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * Stands between the nodes and their database and cuts connections at the worst moment: when a settlement or a commit
 * is on its way, before the database has received it, or after it has done it and before anybody knows.
 */
export class CuttingProxy {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  readonly #random: () => number;
  /** How many of the moments are cut, 0 to 1. */
  chance = 0;
  cuts = 0;

  private constructor(target: number, random: () => number) {
    this.#random = random;
    this.#server = createServer((client) => this.#join(client, target));
  }

  static async start(target: number, random: () => number): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(target, random);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(client: Socket, target: number): void {
    const server = connect(target, '127.0.0.1');
    let isCut = false;
    const end = () => {
      client.destroy();
      server.destroy();
      this.#open.delete(client);
    };
    this.#open.add(client);
    for (const socket of [client, server]) socket.on('error', end).on('close', end);
    client.on('data', (bytes: Buffer) => {
      if (isCut) return;
      if (isMoment(bytes) && this.#random() < this.chance) {
        isCut = true;
        this.cuts += 1;
        if (this.#random() < 0.5) return end();
        server.write(bytes);
        return;
      }
      server.write(bytes);
    });
    // After a cut the database's answer is the sign that it is done; the node never sees it.
    server.on('data', (bytes: Buffer) => (isCut ? end() : client.write(bytes)));
  }
}

/** A settlement by its prepared name, or a commit in plain words. */
function isMoment(bytes: Buffer): boolean {
  return bytes.includes('settle') || bytes.includes('commit');
}

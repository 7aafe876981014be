import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { SeededRandom } from '../seeded-random.ts';

/** Replies that a vendor in its right mind never sends. */
const replies: readonly ((response: ServerResponse) => void)[] = [
  // Some kilobytes that unpack to millions of values.
  (response) => {
    response.setHeader('content-encoding', 'gzip');
    response.end(gzipSync(`{"text":"x","words":[${'{},'.repeat(3_000_000)}{}]}`));
  },
  (response) => response.end('['.repeat(200_000)),
  (response) => response.end(`{"text":${JSON.stringify('what is this? '.repeat(20_000))}}`),
  (response) => response.end('{"text":'),
  (response) => response.end(''),
  (response) => response.end('<html>not JSON</html>'),
  (response) => response.end('{"text":5,"choices":null,"words":{"length":1e99},"results":[[]]}'),
  (response) => response.end('{"__proto__":{"text":"x"},"text":"\\u0000\\ud800"}'),
  (response) => response.destroy(),
  (response) => {
    response.write('{"text":"');
    response.destroy();
  },
  (response) => {
    response.statusCode = 302;
    response.setHeader('location', 'http://127.0.0.1:1/');
    response.end();
  },
  (response) => {
    response.statusCode = 500;
    response.end('x'.repeat(1_000_000));
  },
];

/** Stands in for every cloud vendor: keys are fine, and what comes back for audio or text is not. */
export class HostileVendor {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(random: SeededRandom): Promise<HostileVendor> {
    const server = createServer((request, response) => {
      request.on('error', () => undefined).resume();
      response.on('error', () => undefined);
      response.setHeader('content-type', 'application/json');
      if (request.method === 'GET') response.end('{"data":[{"id":"model"}],"models":[]}');
      else request.once('end', () => random.pick(replies)?.(response));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new HostileVendor(server);
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

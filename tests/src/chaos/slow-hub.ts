import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const BLOCK_BYTES = 64 * 1024;
const BLOCK_MS = 8;

/** A model hub on this machine that sends slowly, so that a kill meets a download midway. Knows ranges. */
export class SlowHub {
  readonly #files = new Map<string, Buffer>();
  readonly #server = createServer((request, response) => {
    const file = this.#files.get((request.url ?? '').split('/').at(-1) ?? '');
    if (!file) return void response.writeHead(404).end();
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    if (from >= file.length) return void response.writeHead(416).end();
    const rest = file.subarray(from);
    const etag = `"${createHash('sha256').update(file).digest('hex').slice(0, 16)}"`;
    const headers = { etag, 'content-length': rest.length };
    if (from === 0) response.writeHead(200, headers);
    else
      response.writeHead(206, {
        ...headers,
        'content-range': `bytes ${from}-${file.length - 1}/${file.length}`,
      });
    void drip(response, rest);
  });

  static async start(files: Readonly<Record<string, Buffer>>): Promise<SlowHub> {
    const hub = new SlowHub();
    for (const [name, bytes] of Object.entries(files)) hub.#files.set(name, bytes);
    hub.#server.listen(0, '127.0.0.1');
    await once(hub.#server, 'listening');
    return hub;
  }

  get base(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** What a catalog file says of the files, in the shape of the product's own facts. */
  catalog(): object {
    const models = [...this.#files].map(([filename, bytes]) => ({
      repo: 'chaos/models',
      revision: '0123',
      slug: filename.replace('.gguf', ''),
      architecture: 'parakeet',
      family: 'parakeet',
      parameters: '1M',
      license: 'cc0-1.0',
      languages: ['en'],
      capabilities: { streaming: false, translate: false, lang_detect: false, timestamps: 'token' },
      files: [
        {
          filename,
          quant: 'Q8_0',
          size_bytes: bytes.length,
          sha256: createHash('sha256').update(bytes).digest('hex'),
        },
      ],
    }));
    return { models };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

async function drip(response: ServerResponse, bytes: Buffer): Promise<void> {
  response.on('error', () => undefined);
  for (let at = 0; at < bytes.length && !response.destroyed; at += BLOCK_BYTES) {
    response.write(bytes.subarray(at, at + BLOCK_BYTES));
    await sleep(BLOCK_MS);
  }
  response.end();
}

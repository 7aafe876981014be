import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { systemIo, transcribeWithVendor, vendorList } from '@quoth/vendors';

const MEGABYTE = 1024 * 1024;
const BYTES = 400 * MEGABYTE;

let folder: string;
let path: string;
let server: Server;
let received = 0;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quoth-large-'));
  path = join(folder, 'large.wav');
  // A file with a hole: it takes no place on the disk.
  writeFileSync(path, '');
  truncateSync(path, BYTES);
  server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    request.on('end', () => response.end('{"text": "heard", "upload_url": "x", "id": "x"}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
after(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

for (const id of ['elevenlabs', 'xai']) {
  test(`${id}: 400 MB go from the disk to the vendor without being held in memory`, async () => {
    const vendor = vendorList.find((candidate) => candidate.id === id);
    assert(vendor);
    received = 0;
    let peak = 0;
    const before = process.memoryUsage().rss;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 20);
    const { text } = await transcribeWithVendor(
      {
        vendor,
        key: 'key',
        baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        audio: { path, format: 'wav', bytes: BYTES, seconds: 100 },
        signal: new AbortController().signal,
      },
      systemIo(),
    );
    clearInterval(watch);
    assert.equal(text, 'heard');
    assert(received > BYTES && received < BYTES + 10_000, String(received));
    assert(peak - before < 150 * MEGABYTE, `grew by ${Math.round((peak - before) / MEGABYTE)} MB`);
  });
}

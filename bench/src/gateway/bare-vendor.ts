import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

// A vendor that reads what it is sent and answers in Deepgram's words, at once or after so many milliseconds
// (BARE_VENDOR_MS): the least that a vendor can be.
const milliseconds = Number(process.env.BARE_VENDOR_MS ?? 0);
const answer = JSON.stringify({
  metadata: { request_id: 'bench', duration: 3.6, channels: 1 },
  results: {
    channels: [
      {
        alternatives: [{ transcript: 'please send the email', confidence: 0.99, words: [] }],
        detected_language: 'en',
      },
    ],
  },
});
const server = createServer(async (request, response) => {
  for await (const _chunk of request);
  if (milliseconds > 0) await sleep(milliseconds);
  response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
});
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`{"address":"http://127.0.0.1:${(server.address() as AddressInfo).port}"}\n`),
);

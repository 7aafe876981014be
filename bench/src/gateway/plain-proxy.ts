import { Agent, request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// A plain reverse proxy in front of PLAIN_PROXY_TARGET: bytes in, bytes out, connections kept. What a hop through Node
// costs by itself.
const target = new URL(process.env.PLAIN_PROXY_TARGET ?? '');
const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const server = createServer((incoming, outgoing) => {
  const { method, url: path, headers } = incoming;
  const forwarded = ask(
    { host: target.hostname, port: target.port, method, path, headers, agent },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    },
  );
  forwarded.on('error', () => outgoing.destroy());
  incoming.pipe(forwarded);
});
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`{"address":"http://127.0.0.1:${(server.address() as AddressInfo).port}"}\n`),
);

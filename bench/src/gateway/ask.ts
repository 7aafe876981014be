import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const wav = readFileSync(
  join(import.meta.dirname, '../../../packages/audio/src/fixtures/sentences/02-please-send-the-email.wav'),
);
const boundary = 'quoth-bench';
const form = Buffer.concat([
  Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="model"\r\n\r\ndeepgram\r\n` +
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n`,
  ),
  wav,
  Buffer.from(`\r\n--${boundary}--\r\n`),
]);
const agent = new Agent({ keepAlive: true, maxSockets: 512 });

/** 3.6 s of speech through a gateway, as a new request with a key of its own. */
export function askGateway(address: string, token: string): Promise<void> {
  return post(`${address}/v1/audio/transcriptions`, form, {
    authorization: `Bearer ${token}`,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'idempotency-key': randomUUID(),
  });
}

/** The same speech to the vendor itself, or through a plain proxy before it. */
export function askVendor(address: string): Promise<void> {
  return post(`${address}/v1/listen?model=nova-3`, wav, {
    authorization: 'Token bench',
    'content-type': 'audio/wav',
  });
}

function post(url: string, body: Buffer, headers: Readonly<Record<string, string>>): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      { method: 'POST', agent, headers: { ...headers, 'content-length': body.length } },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        answer.on('end', () =>
          answer.statusCode === 200
            ? resolve()
            : reject(new Error(`${answer.statusCode}: ${text.slice(0, 200)}`)),
        );
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

/**
 * Times of so many requests by so many clients at once, in milliseconds, and how many were answered a second. `overMs`:
 * the clients begin one after another in this time, as people do who don't know of each other; who begin together go on
 * asking together.
 */
export async function load(
  clients: number,
  requests: number,
  ask: (number: number) => Promise<void>,
  overMs = 0,
): Promise<{ readonly times: readonly number[]; readonly perSecond: number }> {
  const times: number[] = [];
  let next = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      if (overMs > 0) await sleep((client * overMs) / clients);
      while (next < requests) {
        const number = next++;
        const begun = performance.now();
        await ask(number);
        times.push(performance.now() - begun);
      }
    }),
  );
  return { times, perSecond: requests / ((performance.now() - startedAt) / 1_000) };
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeText, quothGateway, systemIo, transcribeWithVendor, type Vendor } from '@quoth/vendors';
import type { ProviderSimulator } from '../provider-simulator/simulator.ts';
import { email } from '../provider-simulator/speech-cases.ts';
import { gatewayTests, type TestGateway } from './test-gateway.ts';

let simulator: ProviderSimulator;
let gateway: TestGateway;
let vendor: Vendor;
gatewayTests('said once', { file: { textChains: { rewriting: ['groq/openai/gpt-oss-20b'] } } }, (tests) => {
  ({ simulator, gateway } = tests);
  const baseUrl = `${gateway.address}/v1`;
  vendor = quothGateway({ id: 'quoth-gateway', displayName: 'Quoth cloud', baseUrl });
});

/** What becomes of an answer on its way; undefined: it arrives. */
type Loss = (answer: Response) => Promise<Response>;

const losses: readonly [string, Loss][] = [
  [
    'the connection breaks',
    async (answer) => {
      await answer.arrayBuffer();
      throw new TypeError('fetch failed', {
        cause: Object.assign(new Error('cut'), { code: 'ECONNRESET' }),
      });
    },
  ],
  [
    'the proxy gives up',
    async (answer) => {
      await answer.arrayBuffer();
      return new Response('<html>Bad gateway</html>', { status: 502 });
    },
  ],
  [
    'the first try is still in progress',
    async (answer) => {
      await answer.arrayBuffer();
      return Response.json({ error: {} }, { status: 409, headers: { 'retry-after': '3' } });
    },
  ],
];

/** The way to the gateway, on which the first answer is lost. */
function lossy(loss: Loss) {
  const keys: (string | null)[] = [];
  const slept: number[] = [];
  const io = {
    ...systemIo(),
    random: () => 0,
    sleep: async (milliseconds: number) => void slept.push(milliseconds),
    monotonic: () => performance.now(),
    fetch: async (input: string | URL | Request, init?: RequestInit) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'));
      const answer = await fetch(input, init);
      return keys.length === 1 ? loss(answer) : answer;
    },
  };
  return { io, keys, slept };
}

const jobs: readonly [string, (io: ReturnType<typeof lossy>['io']) => Promise<string>][] = [
  [
    'a transcription',
    async (io) => {
      const signal = AbortSignal.timeout(60_000);
      return (await transcribeWithVendor({ vendor, key: gateway.token, audio: email, signal }, io)).text;
    },
  ],
  [
    'a rewriting',
    async (io) => {
      assert(vendor.language);
      return completeText(
        {
          language: vendor.language,
          baseUrl: vendor.baseUrl,
          key: gateway.token,
          model: 'rewriting',
          maxOutputTokens: 100,
          timeoutMs: 60_000,
          signal: AbortSignal.timeout(60_000),
          system: 'Repeat the text.',
          user: 'said once',
        },
        io,
      );
    },
  ],
];

for (const [what, loss] of losses)
  for (const [job, run] of jobs)
    test(`${job} whose answer is lost, because ${what}, is asked for again under its key and paid once`, async () => {
      const first = lossy(async (answer) => answer);
      const before = await gateway.balance();
      const text = await run(first.io);
      const price = before.balance - (await gateway.balance()).balance;
      assert(price > 0);
      simulator.heal();
      const second = lossy(loss);
      assert.equal(await run(second.io), text);
      const { balance, held } = await gateway.balance();
      assert.deepEqual({ balance, held }, { balance: before.balance - 2 * price, held: 0 });
      assert.equal(simulator.arrivals.length, 1);
      assert.equal(second.keys.length, 2);
      const [key] = second.keys;
      assert.match(key ?? '', /^\S{20,}$/);
      assert.deepEqual([...new Set(second.keys)], [key]);
      assert.notEqual(first.keys[0], key);
      if (what.includes('in progress')) assert.deepEqual(second.slept, [3_000]);
    });

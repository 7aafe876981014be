import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { testDatabase } from '@quoth/gateway/fixtures';
import { vendorList } from '@quoth/vendors';
import { FixedRecognizer } from '../provider-simulator/fixed-recognizer.ts';
import { ProviderSimulator } from '../provider-simulator/simulator.ts';
import { TestGateway, toneWav } from './test-gateway.ts';

let simulator: ProviderSimulator;
before(async () => {
  simulator = await ProviderSimulator.start(new FixedRecognizer('hello', 0));
});
after(() => simulator.close());
afterEach(() => simulator.heal());

type Changes = Parameters<typeof TestGateway.start>[1];

/** A gateway of this configuration, for one test; its books must balance at the end. */
async function withGateway(changes: Changes, work: (gateway: TestGateway) => Promise<void>): Promise<void> {
  const gateway = await TestGateway.start(simulator, changes);
  try {
    await work(gateway);
    assert.deepEqual(await gateway.problems(), []);
  } finally {
    await gateway.close();
  }
}

const asked = () => simulator.arrivals.map(({ vendor }) => vendor);

test('a table in the configuration says what a tier stands for; the others keep their own', () =>
  withGateway({ file: { tiers: { fast: 'deepgram/nova-2' } } }, async (gateway) => {
    const answer = await gateway.transcribe(toneWav(1), { model: 'fast' });
    assert.equal(answer.headers.get('x-quoth-model'), 'nova-2');
    assert.match(simulator.arrivals[0]?.query ?? '', /model=nova-2/);
    const highest = await gateway.transcribe(toneWav(1), { model: 'highest' });
    assert.equal(highest.headers.get('x-quoth-vendor'), 'elevenlabs');
  }));

test('a vendor that no one can connect to leads to the next one', () => {
  const vendors = Object.fromEntries(
    vendorList.map((vendor) => {
      // Nothing listens on the first of all ports.
      const baseUrl = vendor.id === 'deepgram' ? 'http://127.0.0.1:1/v1' : simulator.baseUrl(vendor);
      return [vendor.id, { key: simulator.key(vendor.id), baseUrl, keepNothing: true }];
    }),
  );
  return withGateway({ vendors }, async (gateway) => {
    const answer = await gateway.transcribe(toneWav(1), { model: 'high' });
    assert.equal(answer.headers.get('x-quoth-tries'), 'deepgram:unreachable, groq:completed');
  });
});

test('all vendors together have a deadline: when it is over the answer is 504, and nothing is held or charged', () =>
  withGateway({ limits: { deadlineSeconds: 2, vendorSeconds: 1.2 } }, async (gateway) => {
    for (const vendor of ['deepgram', 'groq', 'elevenlabs']) simulator.fail(vendor, { kind: 'hang' });
    const before = await gateway.balance();
    const answer = await gateway.transcribe(toneWav(1), { model: 'high' });
    const { error } = (await answer.json()) as { error: { code: string; message: string } };
    assert.deepEqual([answer.status, error.code], [504, 'vendors_too_slow']);
    assert.match(error.message, /Nothing was charged/);
    assert(!asked().includes('elevenlabs'), 'there was no time left for a third one');
    const { balance, held } = await gateway.balance();
    assert.deepEqual([balance, held], [before.balance, 0]);
  }));

test('a vendor that fails on one node is left out on the others, too', async () => {
  const database = await testDatabase(undefined);
  const shared = { ...{ kind: database.kind }, close: async () => {} };
  const ofAnother = {
    ...shared,
    q: database.q.bind(database),
    transaction: database.transaction.bind(database),
    script: database.script.bind(database),
  };
  await withGateway({ database }, (one) =>
    withGateway({ database: ofAnother }, async (other) => {
      simulator.fail('deepgram', { kind: 'status', status: 503 });
      for (let index = 0; index < 5; index++)
        await one.transcribe(toneWav(1 + index / 100), { model: 'high' });
      const headers = { authorization: `Bearer ${one.token}` };
      // What a node has read of the vendors is taken for true for a second.
      for (let index = 10; ; index++) {
        const answer = await other.transcribe(toneWav(1 + index / 100), { model: 'high' }, headers);
        if (answer.headers.get('x-quoth-tries') === 'groq:completed') break;
      }
    }),
  );
});

test('each of the seven language vendors writes texts, and is charged for its tokens', () =>
  withGateway({}, async (gateway) => {
    const vendors = vendorList.filter(({ language }) => language !== undefined);
    assert.equal(vendors.length, 7);
    for (const { id, language } of vendors) {
      const answer = await fetch(`${gateway.address}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${gateway.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          model: `${id}/${language?.defaultModel}`,
          messages: [
            { role: 'system', content: 'Clean the text.' },
            { role: 'user', content: 'um hello there' },
          ],
        }),
      });
      assert.equal(answer.status, 200, `${id}: ${await answer.clone().text()}`);
      const { choices, usage } = (await answer.json()) as {
        choices: { message: { content: string } }[];
        usage: { prompt_tokens: number; completion_tokens: number };
      };
      assert((choices[0]?.message.content ?? '').length > 0, id);
      assert.deepEqual(
        ['vendor', 'tries', 'charge-micro'].map((name) => answer.headers.get(`x-quoth-${name}`)),
        [id, `${id}:completed`, String(usage.prompt_tokens + 2 * usage.completion_tokens)],
      );
    }
  }));

test('an answer says who gave it, who was tried, what it cost and what is left', () =>
  withGateway({}, async (gateway) => {
    const answer = await gateway.transcribe(toneWav(60), { model: 'high' });
    const said = Object.fromEntries([...answer.headers].filter(([name]) => name.startsWith('x-quoth-')));
    const { 'x-quoth-request': request, ...rest } = said;
    assert.match(request ?? '', /^[0-9a-f-]{36}$/);
    assert.deepEqual(rest, {
      'x-quoth-vendor': 'deepgram',
      'x-quoth-model': 'nova-3',
      'x-quoth-tries': 'deepgram:completed',
      'x-quoth-charge-micro': '6000',
      'x-quoth-available-micro': String(10_000_000 - 6_000),
    });
    assert.equal((await gateway.balance()).balance, 10_000_000 - 6_000);
  }));

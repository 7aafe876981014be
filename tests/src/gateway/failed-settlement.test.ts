import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '@quoth/gateway';
import { testDatabase } from '@quoth/gateway/fixtures';
import { FixedRecognizer } from '../provider-simulator/fixed-recognizer.ts';
import { ProviderSimulator } from '../provider-simulator/simulator.ts';
import { TestGateway, toneWav } from './test-gateway.ts';

let simulator: ProviderSimulator;
let gateway: TestGateway;
let refusesToSettle = false;
before(async () => {
  simulator = await ProviderSimulator.start(new FixedRecognizer('hello', 0));
  const inner = await testDatabase(undefined);
  const database: Database = {
    kind: inner.kind,
    q: async (name, parameters) => {
      if (refusesToSettle && name === 'settle') throw new Error('the disk is full');
      return inner.q(name, parameters);
    },
    transaction: (work) => inner.transaction(work),
    script: (work) => inner.script(work),
    close: () => inner.close(),
  };
  gateway = await TestGateway.start(simulator, { database });
});
after(async () => {
  await gateway?.close();
  await simulator.close();
});

const logged = () => gateway.log.filter((line) => line.includes('"failed')).at(-1) ?? '';

test('the log says that nothing was charged only where that is known', async () => {
  const ask = (seconds: number) => gateway.transcribe(toneWav(seconds), { model: 'mistral' });
  simulator.fail('mistral', { kind: 'status', status: 400 });
  assert.equal((await ask(1)).status, 400);
  assert.match(logged(), /nothing was charged/);
  simulator.heal();
  refusesToSettle = true;
  assert.equal((await ask(2)).status, 500);
  assert.match(logged(), /failed while it was being charged/);
  assert.match(logged(), /mistral:completed/);
});

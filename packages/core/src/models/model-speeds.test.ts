import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { silentLogger } from '../base/index.ts';
import { testDatabase } from '../fixtures/test-core.ts';
import { ModelSpeeds } from './model-speeds.ts';

async function fixture(context: TestContext) {
  const database = await testDatabase(context);
  const clock = { passed: 0, now: () => clock.passed++ };
  return { open: () => ModelSpeeds.open({ database, clock, logger: silentLogger }), database };
}

/** Ten seconds of audio in so many seconds. */
const took = (seconds: number, more: { readonly model?: string; readonly device?: string } = {}) => ({
  ...{ model: 'one', device: 'cpu', audioSeconds: 10, decodeMs: seconds * 1_000 },
  ...more,
});

test('speeds are measured per model and device, smoothed, and outlast the application', async (context) => {
  const { open } = await fixture(context);
  const speeds = await open();
  assert.equal(speeds.of('one'), undefined);
  speeds.record(took(1));
  assert.equal(speeds.of('one'), 10);
  speeds.record(took(3));
  assert.equal(speeds.of('one'), 5, '20 s of audio in 4 s');
  speeds.record(took(0.1, { device: 'gpu' }));
  assert.equal(speeds.of('one'), 100, 'the device that it ran on last');
  speeds.record(took(2, { model: 'two' }));
  await speeds.close();
  const again = await open();
  assert.deepEqual([again.of('one'), again.of('two'), again.of('three')], [100, 5, undefined]);
  for (let run = 0; run < 30; run++) again.record(took(20));
  const now = again.of('one') ?? 0;
  assert(now > 0.49 && now < 0.52, `a machine that has become slow shows: ${now}`);
  await again.close();
});

test('short audio and work that took no time are not measured', async (context) => {
  const { open, database } = await fixture(context);
  const speeds = await open();
  speeds.record({ ...took(1), audioSeconds: 1.9 });
  speeds.record(took(0));
  assert.equal(speeds.of('one'), undefined);
  await speeds.close();
  assert.deepEqual(await database.selectFrom('model_speeds').selectAll().execute(), []);
});

test('a model whose file was removed has no speed any more; a write that fails harms no one', async (context) => {
  const { open, database } = await fixture(context);
  const speeds = await open();
  speeds.record(took(1));
  speeds.forget('one');
  assert.equal(speeds.of('one'), undefined);
  await speeds.close();
  assert.equal((await open()).of('one'), undefined);
  await database.schema.dropTable('model_speeds').execute();
  speeds.record(took(1));
  await speeds.close();
  assert.equal(speeds.of('one'), 10);
});

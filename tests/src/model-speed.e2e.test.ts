import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { RunningApplication, temporaryHome } from './support/running-application.ts';

const speech = join(
  import.meta.dirname,
  ...['..', '..', 'packages', 'audio', 'src', 'fixtures', 'best-of-times.wav'],
);

after(() => RunningApplication.endAll());

async function speedIn(app: RunningApplication): Promise<number | undefined> {
  const { models } = await (await app.controlSocket()).listModels({ query: { installed_only: true } });
  return models.find(({ id }) => id === 'moonshine-tiny-included')?.measured_speed;
}

test('a model has no speed before it has run, then a measured one, also after a kill', async () => {
  const app = await RunningApplication.start(temporaryHome());
  assert.equal(await speedIn(app), undefined);
  const headers = { 'content-type': 'application/octet-stream' };
  const body = new Uint8Array(readFileSync(speech));
  assert.equal((await app.fetch('/transcribe', { method: 'POST', headers, body })).status, 200);
  const measured = await speedIn(app);
  assert(measured !== undefined && measured > 0);
  const { body: list } = await app.json('/models');
  assert.match(JSON.stringify(list), new RegExp(`"measured_speed":${measured}`), 'programs see it too');
  // What a program has changed is written: the speed was asked to be written before it.
  await (await app.controlSocket()).updateSettings({ body: { engineIdleSeconds: 60 } });
  await app.end('SIGKILL');
  const again = await RunningApplication.start(app.home);
  assert.equal(await speedIn(again), measured);
  await again.remove();
});

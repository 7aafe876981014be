import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { SoundBlock } from '@quoth/core';
import { VIRTUAL_MICROPHONE, VirtualMicrophone } from './fixtures/virtual-microphone.ts';
import { createMicrophone } from './index.ts';

/** What a machine does whose native part is missing or of another architecture. */
const broken = `data:text/javascript,${encodeURIComponent('throw new Error("no native part for this machine")')}`;

async function microphone(context: TestContext, library: string | undefined, platform: NodeJS.Platform) {
  const studio = await VirtualMicrophone.start();
  // The library reads it from its process.
  process.env.PULSE_SERVER = studio.env.PULSE_SERVER;
  const created = createMicrophone({ platform, env: studio.env, warmUp: false, library });
  context.after(async () => {
    await created.close();
    await studio.stop();
  });
  return created;
}

test('where the library does not load, parec lists and reads the microphones, and the doctor says so [DICTATION-PAREC]', async (context) => {
  const fallback = await microphone(context, broken, 'linux');
  assert.deepEqual(
    (await fallback.list()).map(({ name }) => name),
    [VIRTUAL_MICROPHONE],
  );
  const firstBlock = Promise.withResolvers<SoundBlock>();
  const open = await fallback.open(null, {
    onBlock: firstBlock.resolve,
    onEnd: (ending) => firstBlock.reject(new Error(ending)),
  });
  assert.equal(open.device, VIRTUAL_MICROPHONE);
  assert.equal((await firstBlock.promise).samples.length, 320);
  await open.close();
  const [finding] = await fallback.examine(null);
  assert.match(finding?.detail ?? '', /read by parec, because the microphone library does not load/);
});

test('where it loads, nobody speaks of parec', async (context) => {
  const [finding] = await (await microphone(context, undefined, 'linux')).examine(null);
  assert.match(finding?.detail ?? '', new RegExp(VIRTUAL_MICROPHONE));
  assert.doesNotMatch(finding?.detail ?? '', /parec/);
});

test('elsewhere there is nothing in its place, and the error says so', async (context) => {
  const none = await microphone(context, broken, 'darwin');
  await assert.rejects(none.list(), { code: 'MICROPHONE_UNAVAILABLE' });
  await assert.rejects(none.open(null, { onBlock: () => undefined, onEnd: () => undefined }), {
    code: 'MICROPHONE_UNAVAILABLE',
  });
});

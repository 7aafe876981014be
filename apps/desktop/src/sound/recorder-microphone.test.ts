import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { VIRTUAL_MICROPHONE, VirtualMicrophone } from '../fixtures/virtual-microphone.ts';
import { RecorderMicrophone } from './recorder-microphone.ts';

async function studioOf(context: TestContext) {
  const studio = await VirtualMicrophone.start();
  const library = new RecorderMicrophone(studio.env);
  context.after(async () => {
    library.close();
    await studio.stop();
  });
  return { studio, library };
}

test('each recording follows the default of its moment, wherever devices stand in the list', async (context) => {
  const { studio, library } = await studioOf(context);
  const opened = async (wanted: string | null) => {
    const open = await library.open(wanted, { onBlock: () => undefined, onEnd: () => undefined });
    await open.close();
    return open.device;
  };

  assert.equal(await opened(null), VIRTUAL_MICROPHONE);
  assert.equal(await opened(null), VIRTUAL_MICROPHONE);
  await studio.addSource('annexe', 'Annexe');
  await studio.makeDefault('annexe');
  assert.equal(await opened(null), 'Monitor of Annexe');
  // What stood second stands first now, and the first is no more.
  await studio.unplug();
  assert.equal(await opened('Monitor of Annexe'), 'Monitor of Annexe');
  await assert.rejects(opened(VIRTUAL_MICROPHONE), { code: 'MICROPHONE_UNAVAILABLE' });
  assert.equal(await opened(null), 'Monitor of Annexe');
});

test('a microphone that gives nothing more has failed', async (context) => {
  const { studio, library } = await studioOf(context);
  const hasSound = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<string>();
  await library.open(VIRTUAL_MICROPHONE, { onBlock: () => hasSound.resolve(), onEnd: ending.resolve });
  await hasSound.promise;
  await studio.suspend();
  assert.equal(await ending.promise, 'microphone-failed');
});

test('a sound system that fails is not taken for a machine without microphones', async (context) => {
  const fails = 'static getAvailableDevices() { throw new Error(); } constructor() { throw new Error(); }';
  const library = new RecorderMicrophone({}, `data:text/javascript,export class PvRecorder { ${fails} }`);
  context.after(() => library.close());
  const silent = { code: 'MICROPHONE_UNAVAILABLE', message: /does not answer/ };
  await assert.rejects(library.list(), silent);
  for (const device of [null, 'Studio'])
    await assert.rejects(library.open(device, { onBlock: () => undefined, onEnd: () => undefined }), silent);
});

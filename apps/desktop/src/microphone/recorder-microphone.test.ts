import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { VIRTUAL_MICROPHONE, VirtualMicrophone } from './fixtures/virtual-microphone.ts';
import { RecorderMicrophone } from './recorder-microphone.ts';

async function until(what: string, condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1_000; tries++) {
    if (condition()) return;
    await sleep(20);
  }
  throw new Error(`waited too long until ${what}`);
}

interface Facts {
  /** What is known of the device, once it gives nothing more. */
  readonly isThere: () => Promise<boolean | undefined>;
}

/** A microphone that is read, and then gives nothing more: how that ends. */
async function endingWithout(context: TestContext, { isThere }: Facts): Promise<string> {
  const studio = await VirtualMicrophone.start();
  // The library reads it from its process.
  process.env.PULSE_SERVER = studio.env.PULSE_SERVER;
  let isOver = false;
  const library = new RecorderMicrophone({
    // A server that tells nothing by itself.
    changes: {
      watch: () => () => undefined,
      onChange: () => () => undefined,
      isThere: async () => (isOver ? isThere() : true),
    },
    isMonitor: () => true,
  });
  context.after(async () => {
    await library.close();
    await studio.stop();
  });
  let blocks = 0;
  let ending: string | undefined;
  await library.open(VIRTUAL_MICROPHONE, {
    onBlock: () => blocks++,
    onEnd: (why) => {
      ending = why;
    },
  });
  await until('there is sound', () => blocks > 0);
  isOver = true;
  await studio.suspend();
  await until('it is told', () => ending !== undefined);
  return ending ?? '';
}

test('the library’s microphone that gives no more blocks is looked for, and is lost when it is not there [DICTATION-LOST]', async (context) => {
  assert.equal(await endingWithout(context, { isThere: async () => false }), 'microphone-lost');
});

test('a microphone that gives nothing, and of which nobody can tell, has failed: its server hangs [DICTATION-LOST]', async (context) => {
  assert.equal(await endingWithout(context, { isThere: async () => undefined }), 'microphone-failed');
});

test('each recording follows the default of its moment, wherever devices stand in the list', async (context) => {
  const studio = await VirtualMicrophone.start();
  process.env.PULSE_SERVER = studio.env.PULSE_SERVER;
  const library = new RecorderMicrophone({
    changes: { watch: () => () => undefined, onChange: () => () => undefined, isThere: async () => true },
    isMonitor: () => true,
  });
  context.after(async () => {
    await library.close();
    await studio.stop();
  });
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

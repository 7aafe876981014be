import assert from 'node:assert/strict';
import { test } from 'node:test';
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

test('the library’s microphone that gives no more blocks is looked for, and is lost when it is not there [DICTATION-LOST]', async (context) => {
  const studio = await VirtualMicrophone.start();
  // The library reads it from its process.
  process.env.PULSE_SERVER = studio.env.PULSE_SERVER;
  let isThere = true;
  const library = new RecorderMicrophone({
    // A server that tells nothing by itself.
    changes: { watch: () => () => undefined, onChange: () => () => undefined, isThere: async () => isThere },
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
  await until('it hears', () => blocks > 0);
  await studio.suspend();
  isThere = false;
  await until('it is told', () => ending !== undefined);
  assert.equal(ending, 'microphone-lost');
});

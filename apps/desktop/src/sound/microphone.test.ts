import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SoundListener } from '@quoth/core';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { bestMatch, noise } from '../fixtures/best-match.ts';
import { VIRTUAL_MICROPHONE, VirtualMicrophone } from '../fixtures/virtual-microphone.ts';
import { examineMicrophone } from './microphone.ts';
import { ParecMicrophone, PulseSources } from './parec-microphone.ts';

let studio: VirtualMicrophone;
let sources: PulseSources;
let microphone: ParecMicrophone;
before(async () => {
  studio = await VirtualMicrophone.start();
  sources = new PulseSources(studio.env);
  microphone = new ParecMicrophone(sources, studio.env);
});
after(async () => {
  microphone.close();
  sources.close();
  await studio.stop();
});

/** Collects what is captured. */
function collector(): SoundListener & { samples(): Int16Array; ending: string | undefined } {
  const blocks: Int16Array[] = [];
  return {
    ending: undefined,
    onBlock: ({ samples }) => blocks.push(samples),
    onEnd(ending) {
      this.ending = ending;
    },
    samples: () => Int16Array.from(blocks.flatMap((block) => [...block])),
  };
}

test('parec captures what is played, under the name that people know', async () => {
  assert.deepEqual(await microphone.list(), [
    { name: VIRTUAL_MICROPHONE, is_default: true, is_monitor: true },
  ]);
  const captured = collector();
  const open = await microphone.open(null, captured);
  assert.equal(open.device, VIRTUAL_MICROPHONE);
  const sound = noise(0.6);
  await until(() => captured.samples().length > 0);
  await studio.play(sound);
  await sleep(300);
  await open.close();
  assert(bestMatch(sound.subarray(4_800, 6_400), captured.samples()).likeness > 0.9);
  const length = captured.samples().length;
  await sleep(100);
  assert.equal(captured.samples().length, length, 'nothing comes after it was closed');
});

test('a microphone that is not there is refused with the names of those that are', async () => {
  await assert.rejects(microphone.open('Elsewhere', collector()), (error: Error & { hint?: string }) => {
    assert.match(error.message, /"Elsewhere" is not there/);
    return error.hint?.includes(VIRTUAL_MICROPHONE) === true;
  });
});

test('the doctor tells silence from sound', async () => {
  const silent = await examineMicrophone(microphone, null);
  assert.equal(silent.status, 'warning');
  assert.match(silent.detail, /nothing but silence/);
  const playing = studio.play(noise(3));
  await sleep(800);
  const loud = await examineMicrophone(microphone, VIRTUAL_MICROPHONE);
  assert.equal(loud.status, 'ok');
  assert.match(loud.detail, /works; loudest sound just now -\d+ dB/);
  await playing;
  assert.equal((await examineMicrophone(microphone, 'Elsewhere')).status, 'missing');
});

test('a change of devices is reported, and a removed one is not replaced', async () => {
  let changes = 0;
  const end = sources.onChange(() => changes++);
  await until(() => {
    void studio.addSource('other', 'Other').catch(() => undefined);
    return changes > 0;
  });
  end();
  const captured = collector();
  await microphone.open(VIRTUAL_MICROPHONE, captured);
  await until(() => captured.samples().length > 0);
  await studio.unplug();
  await until(() => captured.ending !== undefined);
  assert.equal(captured.ending, 'microphone-lost');
});

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { StandInHeadset } from '@quoth/desktop/fixtures/stand-in-headset.ts';
import { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import { until } from '../support/running-application.ts';
import { windowTests } from './window-tests.ts';

let studio: VirtualMicrophone;
let headset: StandInHeadset;
const tests = windowTests({
  flags: [],
  settings: { firstStepsDone: true },
  model: 'quoth-test-en-streaming',
  companion: async () => {
    studio = await VirtualMicrophone.start();
    headset = await StandInHeadset.beside(studio);
    return { env: headset.env, stop: () => studio.stop() };
  },
  path: '/',
});
after(() => studio?.stop());

test('a headset that plays music is switched by a button for one recording, and back', async () => {
  const { page, own } = tests;
  const recording = async () => (await own.getDictation({})).dictation.recording;
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByText('The headset "Earphones" is in its music profile').waitFor();
  assert.deepEqual(headset.profiles, ['a2dp-sink'], 'nothing is switched without being asked');
  const offer = page.getByRole('button', { name: 'Use the headset’s microphone' });
  await offer.click();
  await until('its microphone', async () => (await recording())?.device === 'Earphones');
  assert.deepEqual(headset.profiles, ['a2dp-sink', 'headset-head-unit']);
  await page.getByRole('button', { name: 'Discard' }).click();
  await until('the music profile', () => headset.profiles.at(-1) === 'a2dp-sink');
  await page.getByRole('button', { name: 'Record', exact: true }).waitFor();
  assert.equal(await offer.count(), 0);
});

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { MediaPlayer } from '@quoth/desktop/fixtures/media-player.ts';
import { PrivateBus } from '@quoth/desktop/fixtures/private-bus.ts';
import { applicationTests } from '../support/application-tests.ts';
import { until } from '../support/running-application.ts';

let music: MediaPlayer;
const tests = applicationTests({
  flags: [],
  microphone: true,
  settings: { otherSound: 'pause' },
  companion: async () => {
    const bus = await PrivateBus.start();
    music = await MediaPlayer.start(bus.address, 'music', 'Playing');
    return bus;
  },
});
after(() => music.stop());

const start = () => tests.own.startDictation({ body: { delivery: 'none' } });

test('music is paused while one records, and resumes whichever way that ends', async () => {
  const ends = {
    stopped: () => tests.own.stopDictation(),
    discarded: () => tests.own.cancelDictation(),
    'ended by its microphone': async () => {
      await tests.microphone.unplug();
      await tests.microphone.plugIn();
    },
    'ended by Quoth itself': () => tests.application.end('SIGTERM'),
  };
  for (const [how, end] of Object.entries(ends)) {
    await start();
    await until('the music is paused', () => music.status === 'Paused');
    await end();
    await until(`the music plays again: ${how}`, () => music.status === 'Playing');
  }
  assert.deepEqual(music.asked.slice(0, 4), ['Pause', 'Play', 'Pause', 'Play']);
});

test('a recording that cannot begin leaves it playing, and so does a meeting', async () => {
  await tests.restart();
  await assert.rejects(tests.own.startDictation({ body: { delivery: 'none', device: 'Elsewhere' } }), {
    code: 'MICROPHONE_UNAVAILABLE',
  });
  await until('the music plays again', () => music.status === 'Playing');
  await tests.own.updateSettings({ body: { recordMeetings: true } });
  const before = music.asked.length;
  await tests.own.startDictation({ body: { meeting: true } });
  await tests.own.cancelDictation();
  assert.equal(music.asked.length, before);
});

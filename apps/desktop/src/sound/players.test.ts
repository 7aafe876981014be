import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { MediaPlayer } from '../fixtures/media-player.ts';
import { PrivateBus } from '../fixtures/private-bus.ts';
import { PlayerPauser } from './players.ts';

async function player(t: TestContext, address: string, name: string, status: MediaPlayer['status']) {
  const started = await MediaPlayer.start(address, name, status);
  t.after(() => started.stop());
  return started;
}

test('what plays is paused and resumed, and nothing else is touched', async (t) => {
  const { daemon, bus } = await PrivateBus.of(t);
  const music = await player(t, daemon.address, 'music', 'Playing');
  const film = await player(t, daemon.address, 'film.instance7', 'Paused');
  const radio = await player(t, daemon.address, 'radio', 'Stopped');
  const pauser = new PlayerPauser(bus);
  pauser.pause(true);
  pauser.pause(true);
  await until(() => music.status === 'Paused');
  pauser.pause(false);
  await until(() => music.status === 'Playing');
  await pauser.close();
  assert.deepEqual(music.asked, ['Pause', 'Play']);
  assert.deepEqual([...film.asked, ...radio.asked], []);
});

test('what its user stopped meanwhile stays so, and what is paused resumes when Quoth ends', async (t) => {
  const { daemon, bus } = await PrivateBus.of(t);
  const music = await player(t, daemon.address, 'music', 'Playing');
  const film = await player(t, daemon.address, 'film', 'Playing');
  const pauser = new PlayerPauser(bus);
  pauser.pause(true);
  await until(() => music.status === 'Paused' && film.status === 'Paused');
  film.status = 'Stopped';
  await pauser.close();
  await until(() => music.status === 'Playing');
  assert.equal(film.status, 'Stopped');
  assert.deepEqual(film.asked, ['Pause']);
});

test('a player that does not answer holds up no other, neither when pausing nor when resuming', async (t) => {
  const { daemon, bus } = await PrivateBus.of(t);
  const music = await player(t, daemon.address, 'music', 'Playing');
  const film = await player(t, daemon.address, 'film', 'Playing');
  await player(t, daemon.address, 'hung', 'Playing');
  const [hung, gone] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  /** Who answers only once the bus gives up waiting. */
  const silent = new Map([['hung', hung.promise]]);
  const patience = new Set<number | undefined>();
  const pauser = new PlayerPauser({
    call: (message, timeout) => {
      if (message.destination.startsWith('org.mpris.')) patience.add(timeout);
      return silent.get(message.destination.split('.').at(-1) ?? '') ?? bus.call(message, timeout);
    },
  });
  pauser.pause(true);
  await until(() => music.status === 'Paused' && film.status === 'Paused');
  hung.resolve(undefined);
  silent.set('film', gone.promise);
  const closed = pauser.close();
  await until(() => music.status === 'Playing');
  gone.resolve(undefined);
  await closed;
  assert.deepEqual([...patience], [500], 'the bus gives up on each after half a second');
});

test('a player that pauses slowly resumes after the shortest recording', async (t) => {
  const { daemon, bus } = await PrivateBus.of(t);
  const music = await player(t, daemon.address, 'music', 'Playing');
  const pauser = new PlayerPauser(bus);
  pauser.pause(true);
  await until(() => music.asked.length > 0);
  assert.equal(music.status, 'Playing');
  await pauser.close();
  assert.deepEqual(music.asked, ['Pause', 'Play']);
  await until(() => music.status === 'Playing');
});

test('nothing is paused for a recording that has ended while players were asked', async (t) => {
  const { daemon, bus } = await PrivateBus.of(t);
  const music = await player(t, daemon.address, 'music', 'Playing');
  const asking: Pick<typeof bus, 'call'> = {
    call: (message, timeout) => {
      if (message.member === 'Get') pauser.pause(false);
      return bus.call(message, timeout);
    },
  };
  const pauser = new PlayerPauser(asking);
  pauser.pause(true);
  await until(() => music.status === 'Playing');
  await pauser.close();
  assert.deepEqual(music.asked, []);
});

test('a recording that ends at once leaves everything playing, and without a bus nothing happens', async (t) => {
  const { daemon, bus } = await PrivateBus.of(t);
  const music = await player(t, daemon.address, 'music', 'Playing');
  const pauser = new PlayerPauser(bus);
  pauser.pause(true);
  pauser.pause(false);
  await pauser.close();
  assert.equal(music.status, 'Playing');
  const alone = new PlayerPauser(null);
  alone.pause(true);
  await alone.close();
});

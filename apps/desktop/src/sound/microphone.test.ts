import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Microphone, OpenMicrophone, SoundListener } from '@quoth/core';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { bestMatch, noise } from '../fixtures/best-match.ts';
import { StandInHeadset } from '../fixtures/stand-in-headset.ts';
import { VIRTUAL_MICROPHONE, VirtualMicrophone } from '../fixtures/virtual-microphone.ts';
import { createMicrophone, examineMicrophone } from './microphone.ts';
import { ParecMicrophone, PulseSources } from './parec-microphone.ts';

let studio: VirtualMicrophone;
let sources: PulseSources;
let microphone: ParecMicrophone;
before(async () => {
  studio = await VirtualMicrophone.start();
  sources = new PulseSources(studio.env);
  microphone = new ParecMicrophone(sources, studio.env, temporaryFolder());
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

test('a headset in its music profile is named, with the profile that has a microphone', async (context) => {
  const folder = temporaryFolder();
  const earphones = await StandInHeadset.beside(studio);
  const { env } = earphones;
  const own = new PulseSources(env);
  const headset = new ParecMicrophone(own, env, folder);
  context.after(() => {
    headset.close();
    own.close();
    return studio.makeDefault('studio');
  });
  const refused = {
    code: 'MICROPHONE_UNAVAILABLE',
    message: 'The headset "Earphones" is in its music profile, in which it has no microphone.',
    hint: 'Run "pactl set-card-profile bluez_card.AA_BB headset-head-unit" to speak into it, and "pactl set-card-profile bluez_card.AA_BB a2dp-sink" for music again.',
  };
  await assert.rejects(headset.open(null, collector()), refused);
  await assert.rejects(headset.open('Earphones', collector()), refused);
  // Another one that was pulled out has nothing to do with it, and one that is there is used.
  await assert.rejects(headset.open('Elsewhere', collector()), /"Elsewhere" is not there/);
  await (await headset.open(VIRTUAL_MICROPHONE, collector())).close();
  const [speech, music] = ['headset-head-unit', 'a2dp-sink'];
  // Wanted for one recording, it is switched, and back when that ends.
  for (const device of [null, 'Earphones']) {
    const heard = collector();
    const open = await headset.open(device, heard, true);
    assert.equal(open.device, 'Earphones');
    await until(() => heard.samples().length > 0);
    await open.close();
  }
  assert.deepEqual(earphones.profiles, [music, speech, music, speech, music]);
  // As after a kill: the next start switches it back.
  await headset.open(null, collector(), true);
  const next = new ParecMicrophone(own, env, folder);
  await until(() => earphones.profiles.length === 7);
  next.close();
  assert.equal(earphones.profiles.at(-1), music);
  await until(() => !existsSync(join(folder, 'headset-switched.json')));
  earphones.useSpeech();
  await (await headset.open(null, collector())).close();
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

/** What a machine does whose native part is missing or of another architecture. */
const broken = moduleOf('throw new Error("no native part for this machine")');
/** The library as it is reported of some machines with PipeWire: it opens every device and gives only zeros. */
const deaf = moduleOf(`
  export class PvRecorder {
    static getAvailableDevices() { return ['Deaf']; }
    getSelectedDevice() { return 'Deaf'; }
    start() {} stop() {} release() {}
    readSync() { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20); return new Int16Array(320); }
  }`);

function moduleOf(code: string): string {
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

/** The two ways to a microphone; elsewhere than on Linux there is only the library, which this machine has, too. */
const ways = { parec: 'linux', library: 'darwin' } as const;

async function studioWith(
  context: TestContext,
  platform: NodeJS.Platform,
  library?: string,
): Promise<{ studio: VirtualMicrophone; microphone: Microphone }> {
  const studio = await VirtualMicrophone.start();
  const microphone = createMicrophone({ dataFolder: temporaryFolder(), platform, env: studio.env, library });
  microphone.prepare?.();
  context.after(async () => {
    await microphone.close();
    await studio.stop();
  });
  return { studio, microphone };
}

interface Listening extends OpenMicrophone {
  /** Blocks with sound in them. */
  heard(): number;
  ending(): string | undefined;
}

async function listen(microphone: Microphone, device: string | null = null): Promise<Listening> {
  let heard = 0;
  let ending: string | undefined;
  const open = await microphone.open(device, {
    onBlock: ({ samples }) => {
      if (samples.some((sample) => sample !== 0)) heard++;
    },
    onEnd: (why) => {
      ending = why;
    },
  });
  return { ...open, heard: () => heard, ending: () => ending };
}

/** Records what is played, as often as it takes: a source that was just made may swallow the beginning. */
async function hears({ studio, microphone }: { studio: VirtualMicrophone; microphone: Microphone }) {
  const open = await listen(microphone);
  assert.equal(open.device, VIRTUAL_MICROPHONE);
  await until(async () => {
    await studio.play(noise(0.3));
    return open.heard() > 0;
  });
  assert.equal(open.ending(), undefined);
  await open.close();
}

// Each has a sound server of its own, and most of their time is spent waiting for it.
describe('microphones', { concurrency: 4 }, () => {
  test('on Linux parec lists and reads the microphones, whatever the library would give', async (context) => {
    for (const library of [deaf, broken]) {
      const here = await studioWith(context, 'linux', library);
      const names = (await here.microphone.list()).map(({ name }) => name);
      assert.deepEqual(names, [VIRTUAL_MICROPHONE]);
      await hears(here);
      const [finding] = await here.microphone.examine(null);
      assert.match(finding?.detail ?? '', new RegExp(VIRTUAL_MICROPHONE));
    }
  });

  test('where there is no sound server, the library reads; where it does not load either, the error says so', async (context) => {
    const env = { ...process.env, PULSE_SERVER: 'unix:/nowhere' };
    const silent = { onBlock: () => undefined, onEnd: () => undefined };
    const alone = createMicrophone({ dataFolder: temporaryFolder(), platform: 'linux', env, library: deaf });
    context.after(() => alone.close());
    assert.equal((await alone.open(null, silent)).device, 'Deaf');
    for (const platform of ['linux', 'darwin'] as const) {
      const none = createMicrophone({ dataFolder: temporaryFolder(), platform, env, library: broken });
      context.after(() => none.close());
      const expected = { code: 'MICROPHONE_UNAVAILABLE', message: /cannot be reached/ };
      await assert.rejects(none.list(), expected);
      await assert.rejects(none.open(null, silent), expected);
    }
  });

  for (const [way, platform] of Object.entries(ways)) {
    test(`a sound server that dies ends what is open, and one that starts again is used (${way})`, async (context) => {
      const here = await studioWith(context, platform);
      for (let round = 0; round < 2; round++) {
        const open = await listen(here.microphone);
        here.studio.kill();
        await until(() => open.ending() !== undefined);
        await open.close();
        await assert.rejects(listen(here.microphone), { code: 'MICROPHONE_UNAVAILABLE' });
        await here.studio.revive();
        await hears(here);
      }
    });

    test(`a sound server that hangs is noticed in time, whatever is being done (${way})`, async (context) => {
      const here = await studioWith(context, platform);
      const open = await listen(here.microphone);
      here.studio.freeze();
      const closed = await listen(here.microphone).then(
        () => assert.fail('it was opened'),
        (error: unknown) => error,
      );
      assert.match(String(closed), /does not answer/);
      await until(() => open.ending() !== undefined);
      await open.close();
      here.studio.thaw();
      const again = await listen(here.microphone);
      here.studio.freeze();
      await again.close();
      here.studio.thaw();
      await hears(here);
    });

    test(`a microphone that was pulled out works again when it is back (${way})`, async (context) => {
      const here = await studioWith(context, platform);
      const open = await listen(here.microphone);
      await here.studio.unplug();
      await until(() => open.ending() !== undefined);
      assert.equal(open.ending(), 'microphone-lost');
      await assert.rejects(listen(here.microphone), { message: 'No microphone was found.' });
      await assert.rejects(listen(here.microphone, VIRTUAL_MICROPHONE), { message: /is not there/ });
      await here.studio.plugIn();
      await hears(here);
    });
  }
});

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { pause, testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import type { QuothEvent } from '@quoth/contract';
import { type Core, createLogger, type DictationPorts, theUser } from '@quoth/core';
import { createTestCore } from '@quoth/core/fixtures/test-core.ts';
import { ProviderSimulator } from './provider-simulator/simulator.ts';
import type { StreamFault } from './provider-simulator/stream-server.ts';
import { until } from './support/running-application.ts';

const [, sentence] = testSentences();
assert(sentence);
const { samples: email, expected: EMAIL } = sentence;
/** Samples: 100 ms, twenty times as fast as a device. */
const BLOCK = 1_600;
const BLOCK_MS = 5;

/** A microphone in a quiet room, into which a test speaks. */
class SpokenMicrophone {
  #queue: Int16Array[] = [];
  #onBlock: ((samples: Int16Array) => void) | undefined;

  readonly port: DictationPorts['microphone'] = {
    open: async (_device, { onBlock }) => {
      this.#onBlock = (samples) => onBlock({ samples, takenAt: performance.now() });
      const timer = setInterval(
        () => this.#onBlock?.(this.#queue.shift() ?? new Int16Array(BLOCK)),
        BLOCK_MS,
      );
      return {
        device: 'Test',
        close: async () => {
          this.#queue = [];
          clearInterval(timer);
        },
      };
    },
    list: async () => [],
    onChange: () => () => undefined,
    examine: async () => [],
    close: async () => undefined,
  };

  /** Resolves when it has been recorded. */
  async say(samples: Int16Array): Promise<void> {
    for (let at = 0; at < samples.length; at += BLOCK) this.#queue.push(samples.slice(at, at + BLOCK));
    await until('all is said', async () => this.#queue.length === 0);
  }
}

let simulator: ProviderSimulator;
let home: string;
let core: Core;
let microphone: SpokenMicrophone;
const events: QuothEvent[] = [];
const log = () => readFileSync(join(home, 'quoth.log'), 'utf8');

async function startCore(): Promise<void> {
  microphone = new SpokenMicrophone();
  core = await createTestCore(home, {
    dataFolder: join(home, 'data'),
    simulatedCloud: simulator.origin,
    logger: createLogger({ level: 'trace', destination: { file: join(home, 'quoth.log') } }),
    dictation: {
      microphone: microphone.port,
      delivery: { place: async () => undefined, deliver: async () => ({ as: 'copied' }) },
      cues: { play: () => undefined },
      session: { onEvent: () => () => undefined, isLocked: async () => false },
    },
  });
  core.events.subscribe((event) => events.push(event));
}

before(async () => {
  simulator = await ProviderSimulator.start();
  home = mkdtempSync(join(tmpdir(), 'quoth-streams-'));
  await startCore();
  await core.settings.update({ keyStorage: 'file' });
});
afterEach(() => {
  simulator.heal();
  events.length = 0;
});
after(async () => {
  await core.close();
  await simulator.close();
  rmSync(home, { recursive: true, force: true });
});

let modes = 0;
/** A mode for a vendor with a key that is known to be good. */
async function modeOf(id: string, changes: object = {}): Promise<string> {
  const label = () => core.providers.list().find((one) => one.id === id)?.label;
  if (label() !== 'Valid') {
    await core.providers.setKey(id, simulator.key(id));
    await core.providers.test(id);
    simulator.heal();
  }
  assert.equal(label(), 'Valid');
  const body = { model: 'cloud', cloudProvider: id, language: 'en', useStreamingTranscription: true };
  return (await core.modes.create({ name: `${id} ${modes++}`, ...body, ...changes }, theUser)).id;
}

function recorder() {
  assert(core.dictations);
  return core.dictations;
}

const finished = (id: string) => recorder().finished(id, theUser, AbortSignal.timeout(60_000));
/** Requests with audio in them. */
const uploads = () => simulator.arrivals.filter(({ body }) => body.length > 1_000);
const partials = () => events.flatMap((event) => (event.type === 'transcript-partial' ? [event] : []));
/** The room, and then the sentence. */
const said = Int16Array.from([...pause(1), ...email, ...pause(0.3)]);

async function dictated(mode_id: string, samples: Int16Array = said, isPrivate = false) {
  const id = await recorder().start({ delivery: 'none', mode_id, private: isPrivate }, theUser);
  await microphone.say(samples);
  recorder().stop(theUser);
  return finished(id);
}

for (const id of ['deepgram', 'elevenlabs', 'soniox', 'assemblyai', 'openai']) {
  test(`${id}: a dictation is streamed, and its text grows meanwhile`, async () => {
    const mode_id = await modeOf(id);
    const { text, error, id: recording } = await dictated(mode_id);
    assert.deepEqual([text, error], [EMAIL, null]);
    assert.equal(uploads().length, 0, 'no file is sent');
    const [stream] = simulator.streams;
    assert(stream && simulator.streams.length === 1);
    assert(partials().length > 0);
    for (const { recordingId, source } of partials())
      assert.deepEqual([recordingId, source], [recording, 'dictation']);
    await until('it is closed', async () => stream.isClosed);
    const kept = await core.recordings.get(recording, theUser);
    assert.equal(kept.status, 'completed');
    // What was before the first word is not sent, but for half a second.
    const seconds = stream.audioBytes / 2 / (id === 'openai' ? 24_000 : 16_000);
    assert(seconds < kept.duration - 0.3 && seconds > 3, `${seconds} of ${kept.duration} s`);
  });
}

test('what a vendor says meanwhile reaches windows and terminals as plain text', async () => {
  const mode_id = await modeOf('deepgram');
  const alternatives = [{ transcript: 'red \u001b[31malert\u0007' }];
  const frame = JSON.stringify({ type: 'Results', is_final: false, channel: { alternatives } });
  simulator.failStreams('deepgram', { kind: 'says', frame });
  assert.equal((await dictated(mode_id)).text, EMAIL);
  const reported = partials().map(({ text }) => text);
  assert(
    reported.some((text) => text.startsWith('red ')),
    reported.join(),
  );
  assert(!reported.some((text) => text.includes('\u001b') || text.includes('\u0007')));
});

test('a loop in what a vendor says is warned about, with its times, and nothing is sent again', async () => {
  const mode_id = await modeOf('deepgram');
  const transcript = 'and then we went home '.repeat(40).trim();
  const words = transcript.split(' ').map((word) => ({ word, start: 0.5, end: 1, confidence: 0.9 }));
  const channel = { alternatives: [{ transcript, words }] };
  const frame = JSON.stringify({ type: 'Results', is_final: true, start: 0.5, duration: 1, channel });
  simulator.failStreams('deepgram', { kind: 'says', frame });
  const { id, text } = await dictated(mode_id);
  assert.match(text ?? '', /went home and then we went home/, "a provider's text is never left out");
  const { warning } = await core.recordings.get(id, theUser);
  assert.equal(warning?.code, 'TEXT_DOUBTFUL');
  assert.match(warning.message, /\d\.\d–\d+\.\d s/);
  assert.deepEqual([simulator.streams.length, uploads().length], [1, 0]);
});

test('only where the mode asks for it', async () => {
  const { text } = await dictated(await modeOf('deepgram', { useStreamingTranscription: false }));
  assert.equal(text, EMAIL);
  assert.equal(simulator.streams.length, 0);
  assert.equal(uploads().length, 1);
});

const broken: readonly (readonly [string, StreamFault])[] = [
  ['not allowed for this key', { kind: 'status', status: 403 }],
  ['closed', { kind: 'closes', code: 1011 }],
];
for (const [name, fault] of broken) {
  test(`a stream that is ${name} costs nothing of the text, and none is there twice`, async () => {
    const mode_id = await modeOf('deepgram');
    simulator.failStreams('deepgram', fault);
    const { text, error } = await dictated(mode_id);
    assert.deepEqual([text, error], [EMAIL, null]);
    assert.equal(uploads().length, 1, 'the whole recording was sent once');
    await until('nothing is open', async () => simulator.streams.every(({ isClosed }) => isClosed));
  });
}

test('health learns that a stream refused the key, and asks once more before the file goes', async () => {
  const mode_id = await modeOf('elevenlabs');
  const frame = JSON.stringify({ message_type: 'auth_error', error: 'no such key' });
  simulator.failStreams('elevenlabs', { kind: 'says', frame });
  assert.equal((await dictated(mode_id)).text, EMAIL);
  const reported = events.flatMap((event) =>
    event.type === 'provider-health-changed' ? [event.provider.status] : [],
  );
  assert(reported.includes('unauthorized'), reported.join());

  simulator.fail('elevenlabs', { kind: 'status', status: 401 });
  const { text, error, id } = await dictated(mode_id);
  assert.deepEqual([text, error?.code], [null, 'MISSING_API_KEY']);
  assert.equal(uploads().length, 1, 'nothing more is sent with a key that is bad');
  // Its audio is there for another try.
  assert.equal((await core.recordings.get(id, theUser)).status, 'failed');
});

test('no one speaks: no connection is made, and nothing is sent', async () => {
  const mode_id = await modeOf('soniox');
  const hum = Int16Array.from(pause(3), (_, at) => 3_000 * Math.sin((2 * Math.PI * 50 * at) / 16_000));
  for (const nothing of [pause(3), hum]) {
    const { text, error } = await dictated(mode_id, nothing);
    assert.deepEqual([text, error?.code], [null, 'NO_SPEECH']);
  }
  assert.equal(simulator.streams.length, 0);
  assert.equal(uploads().length, 0);
});

/** A recording whose stream has had some audio. */
async function streaming(mode_id: string): Promise<string> {
  const id = await recorder().start({ delivery: 'none', mode_id }, theUser);
  await microphone.say(said);
  await until('audio is streamed', async () =>
    simulator.streams.some(({ audioBytes }) => audioBytes > 50_000),
  );
  return id;
}

test('a recording that is canceled closes its stream, and nothing is sent again', async () => {
  const id = await streaming(await modeOf('openai'));
  recorder().cancel(theUser);
  assert.equal((await finished(id)).phase, 'cancelled');
  await until('it is closed', async () => simulator.streams.every(({ isClosed }) => isClosed));
  assert.equal(uploads().length, 0);
});

test('a key that is removed midway ends the stream at once', async () => {
  const id = await streaming(await modeOf('assemblyai'));
  await core.providers.removeKey('assemblyai');
  await until('it is closed', async () => simulator.streams.every(({ isClosed }) => isClosed));
  await microphone.say(email);
  recorder().stop(theUser);
  const { error } = await finished(id);
  assert.equal(error?.code, 'MISSING_API_KEY');
  assert.equal(simulator.streams.length, 1);
  assert.equal(uploads().length, 0);
});

test('a private recording is streamed, and nothing of it is kept', async () => {
  const before = (await core.recordings.search({ limit: 100, offset: 0 }, theUser)).recordings.length;
  const { text } = await dictated(await modeOf('deepgram'), said, true);
  assert.equal(text, EMAIL);
  assert.equal(simulator.streams.length, 1);
  assert.equal((await core.recordings.search({ limit: 100, offset: 0 }, theUser)).recordings.length, before);
});

test('the application ends midway: the text comes from the file, at the next start', async () => {
  const id = await streaming(await modeOf('soniox'));
  await core.close();
  await until('it is closed', async () => simulator.streams.every(({ isClosed }) => isClosed));
  await startCore();
  await until(
    'its text is there',
    async () => (await core.recordings.get(id, theUser)).status === 'completed',
  );
  assert.equal((await core.recordings.get(id, theUser)).text, EMAIL);
  assert.equal(simulator.streams.length, 1);
});

test('no key and no word of a dictation is in the log', async () => {
  const written = log();
  assert.match(written, /transcribed again as a whole/);
  assert(!/anna|tomorrow morning/i.test(written));
  assert(!/simulated-\w+-key/.test(written));
});

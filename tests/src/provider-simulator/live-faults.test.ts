import assert from 'node:assert/strict';
import { createServer, setGlobalProxyFromEnv } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type LiveLimits,
  type LiveSamples,
  transcribeLive,
  type Vendor,
  type VendorErrorKind,
} from '@quoth/vendors';
import { until } from '../support/running-application.ts';
import { FixedRecognizer } from './fixed-recognizer.ts';
import { liveModel, liveVendors, spokenLive, streamTo } from './live-cases.ts';
import { simulatorForTests } from './simulator-for-tests.ts';
import { EMAIL, failure, vendorOf } from './speech-cases.ts';
import type { StreamFault } from './stream-server.ts';

const simulator = await simulatorForTests(new FixedRecognizer(EMAIL, 0));

/** Little patience, but none so little that a busy machine runs out of it. */
const hurried: Partial<LiveLimits> = {
  connectMs: 500,
  sendMs: 500,
  quietMs: 500,
  pingMs: 100,
  finishMs: 500,
};

/** Speech, and then silence as long as no one stops it, a little faster than a microphone. */
async function* endless(vendor: Vendor, stop: AbortSignal): AsyncGenerator<LiveSamples, void, undefined> {
  yield* spokenLive(vendor);
  while (!stop.aborted) {
    yield new Int16Array(2_400);
    await sleep(20);
  }
}

const marker = 'zyxwmarker';

const cases: readonly (readonly [name: string, fault: StreamFault, kind: VendorErrorKind])[] = [
  ['401', { kind: 'status', status: 401 }, 'unauthorized'],
  ['403', { kind: 'status', status: 403 }, 'unauthorized'],
  ['402', { kind: 'status', status: 402 }, 'limited'],
  ['429', { kind: 'status', status: 429 }, 'limited'],
  ['400', { kind: 'status', status: 400 }, 'rejected'],
  ['503', { kind: 'status', status: 503 }, 'unreachable'],
  ['a page with 200', { kind: 'status', status: 200 }, 'malformed'],
  ['a redirect', { kind: 'redirect', to: '/elsewhere' }, 'rejected'],
  ['a close midway', { kind: 'closes', code: 1011 }, 'unreachable'],
  ['a friendly close midway', { kind: 'closes', code: 1000 }, 'unreachable'],
  ['a lost connection', { kind: 'drops' }, 'unreachable'],
  ['no JSON', says('{"type": "Res'), 'malformed'],
  ['JSON of another shape', says('[1, 2, 3]'), 'malformed'],
  ['a binary frame', says(Buffer.alloc(10)), 'malformed'],
  ['a huge message', says({ type: 'x', text: 'a'.repeat(300_000) }), 'malformed'],
  ['a message of a hundred thousand values', says({ type: 'x', list: Array(100_000).fill(1) }), 'malformed'],
  [
    'messages without an end',
    { kind: 'flood', frame: JSON.stringify({ type: 'unknown', message_type: 'unknown' }) },
    'malformed',
  ],
  ['no word from the start', { kind: 'mute', from: 'opening' }, 'timeout'],
  ['no last word', { kind: 'mute', from: 'audio' }, 'timeout'],
];

function says(frame: string | Buffer | object): StreamFault {
  const isFrame = typeof frame === 'string' || Buffer.isBuffer(frame);
  return { kind: 'says', frame: isFrame ? frame : JSON.stringify(frame) };
}

for (const [name, fault, kind] of cases) {
  test(`every vendor's stream meets ${name}`, async () => {
    await Promise.all(
      liveVendors.map(async (vendor) => {
        simulator.failStreams(vendor.id, fault);
        const stop = new AbortController();
        const isMute = fault.kind === 'mute';
        const audio = isMute ? spokenLive(vendor) : endless(vendor, stop.signal);
        const limits = isMute ? hurried : {};
        const error = await failure(streamTo(simulator, vendor, { audio, limits, vocabulary: [marker] }));
        stop.abort();
        assert.equal(error.kind, kind, `${vendor.id}: ${error.message}`);
        assert(error.message.startsWith(vendor.displayName), error.message);
        assert.equal(error.cause, undefined);
        // No key, vocabulary, transcript or answer of the vendor is in it.
        const shown = `${error.message} ${error.stack} ${JSON.stringify(error)}`;
        assert(!shown.includes(marker) && !shown.includes(simulator.key(vendor.id)), shown);
        assert.doesNotMatch(shown, /simulated fault|please send|Authorization/i);
      }),
    );
    assert(simulator.arrivals.length === 0, 'no redirect was followed');
    await until('nothing is left open', async () => simulator.streams.every(({ isClosed }) => isClosed));
  });
}

test('more words with times than anybody can speak are too many, however short the text', async () => {
  const words = Array(3_500).fill({ word: 'aaaa', start: 0, end: 1 });
  const alternatives = [{ transcript: 'a', words }];
  simulator.failStreams('deepgram', says({ type: 'Results', is_final: true, channel: { alternatives } }));
  const error = await failure(streamTo(simulator, vendorOf('deepgram')));
  assert.equal(error.kind, 'malformed');
});

test('what a vendor says of its refusal tells a bad key from an empty account', async () => {
  const refused = (why: string) => ({
    type: 'Error',
    error_code: 1008,
    error: `Unauthorized Connection: ${why}`,
  });
  const said: readonly (readonly [string, object, VendorErrorKind])[] = [
    ['elevenlabs', { message_type: 'auth_error', error: 'x' }, 'unauthorized'],
    ['elevenlabs', { message_type: 'quota_exceeded', error: 'x' }, 'limited'],
    ['elevenlabs', { message_type: 'chunk_size_exceeded', error: 'x' }, 'rejected'],
    ['soniox', { error_code: 401, error_message: 'x' }, 'unauthorized'],
    ['soniox', { error_code: 402, error_message: 'x' }, 'limited'],
    ['soniox', { error_code: 503, error_message: 'Cannot continue request' }, 'unreachable'],
    ['assemblyai', refused('Missing Authorization header'), 'unauthorized'],
    ['assemblyai', refused('insufficient account balance'), 'limited'],
    ['assemblyai', { type: 'Error', error_code: 3009, error: 'x' }, 'limited'],
    ['openai', { type: 'error', error: { code: 'insufficient_quota', message: 'x' } }, 'limited'],
    ['openai', { type: 'error', error: { code: 'invalid_value', message: 'x' } }, 'rejected'],
  ];
  for (const [id, message, kind] of said) {
    simulator.heal();
    simulator.failStreams(id, says(message));
    const error = await failure(streamTo(simulator, vendorOf(id)));
    assert.equal(error.kind, kind, `${id} ${JSON.stringify(message)}`);
  }
  // The same before the stream is open.
  const body = { detail: { status: 'quota_exceeded', message: 'This request exceeds your quota.' } };
  simulator.heal();
  simulator.failStreams('elevenlabs', { kind: 'status', status: 401, body });
  assert.equal((await failure(streamTo(simulator, vendorOf('elevenlabs')))).kind, 'limited');
});

test('a vendor that is done before it was asked has not heard everything', async () => {
  const early: Readonly<Record<string, object>> = {
    deepgram: { type: 'Metadata' },
    soniox: { tokens: [], finished: true },
    assemblyai: { type: 'Termination' },
  };
  for (const [id, message] of Object.entries(early)) {
    simulator.failStreams(id, says(message));
    const stop = new AbortController();
    const audio = endless(vendorOf(id), stop.signal);
    assert.equal((await failure(streamTo(simulator, vendorOf(id), { audio }))).kind, 'malformed', id);
    stop.abort();
  }
});

test('more text than anybody can speak is no transcript', async () => {
  const long = 'word '.repeat(3_000);
  const said: Readonly<Record<string, object>> = {
    deepgram: { type: 'Results', channel: { alternatives: [{ transcript: long }] } },
    elevenlabs: { message_type: 'partial_transcript', text: long },
    soniox: { tokens: [{ text: long, is_final: true }] },
    assemblyai: { type: 'Turn', turn_order: 0, transcript: long },
    openai: { type: 'conversation.item.input_audio_transcription.delta', item_id: 'i', delta: long },
  };
  for (const vendor of liveVendors) {
    simulator.failStreams(vendor.id, says(said[vendor.id] ?? {}));
    assert.equal((await failure(streamTo(simulator, vendor))).kind, 'malformed', vendor.id);
  }
});

test('no more waits in memory than the connection takes, as samples or as text', async () => {
  for (const vendor of [vendorOf('deepgram'), vendorOf('elevenlabs')]) {
    simulator.failStreams(vendor.id, { kind: 'deaf' });
    let read = 0;
    async function* counted() {
      for (;;) {
        read += 1;
        yield new Int16Array(24_000);
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    const error = await failure(
      streamTo(simulator, vendor, { audio: counted(), limits: { ...hurried, sendMs: 300, quietMs: 60_000 } }),
    );
    assert.equal(error.kind, 'timeout', vendor.id);
    // What the buffers of both sides' system hold, and one message.
    assert(read * 48_000 < 40 * 1024 * 1024, `${vendor.id}: ${read}`);
  }
});

test('a vendor that pings without an end and reads no answer is left before much waits for it', async () => {
  simulator.failStreams('deepgram', { kind: 'pings' });
  const limits = { sendMs: 600_000, quietMs: 600_000 };
  const signal = AbortSignal.timeout(30_000);
  const audio = endless(vendorOf('deepgram'), signal);
  assert.equal(
    (await failure(streamTo(simulator, vendorOf('deepgram'), { audio, limits, signal }))).kind,
    'timeout',
  );
});

test('every vendor: a cancelled stream closes at once, before, during and at the end', async () => {
  for (const vendor of liveVendors) {
    const early = await failure(streamTo(simulator, vendor, { signal: AbortSignal.abort() }));
    assert.equal(early.kind, 'cancelled', vendor.id);
    assert.equal(simulator.streams.length, 0);

    simulator.failStreams(vendor.id, { kind: 'hang' });
    const connecting = new AbortController();
    const first = failure(streamTo(simulator, vendor, { signal: connecting.signal }));
    connecting.abort();
    assert.equal((await first).kind, 'cancelled', vendor.id);
    simulator.heal();

    simulator.failStreams(vendor.id, { kind: 'stall' });
    const refused = failure(streamTo(simulator, vendor, { signal: AbortSignal.timeout(50) }));
    assert.equal((await refused).kind, 'cancelled', vendor.id);
    simulator.heal();

    const stop = new AbortController();
    const audio = endless(vendor, stop.signal);
    const work = failure(streamTo(simulator, vendor, { audio, signal: stop.signal }));
    await until('audio is there', async () => simulator.streams.some(({ audioBytes }) => audioBytes > 0));
    stop.abort();
    assert.equal((await work).kind, 'cancelled', vendor.id);
    await until('it is closed', async () => simulator.streams.every(({ isClosed }) => isClosed));
    simulator.heal();
  }
});

test('a stream goes through the system’s proxy, and never to this machine', async () => {
  const asked: string[] = [];
  const proxy = createServer();
  proxy.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const restore = setGlobalProxyFromEnv({
    https_proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    no_proxy: '127.0.0.1',
  });
  try {
    const vendor = vendorOf('soniox');
    const own = {
      ...{ vendor, key: 'k', model: liveModel(vendor), audio: spokenLive(vendor) },
      signal: new AbortController().signal,
    };
    assert.equal((await failure(transcribeLive(own))).kind, 'unreachable');
    // The vendor's own address for streams, which is not the one for files.
    assert.deepEqual(asked, ['stt-rt.soniox.com:443']);
    assert.equal((await streamTo(simulator, vendor)).text, EMAIL);
    assert.equal(asked.length, 1);
  } finally {
    restore();
    proxy.close();
  }
});

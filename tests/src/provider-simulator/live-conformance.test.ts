import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../support/running-application.ts';
import { liveModel, liveVendors, spokenLive, streamTo } from './live-cases.ts';
import { simulatorForTests } from './simulator-for-tests.ts';
import { EMAIL, failure, spoken, vendorOf, vendors } from './speech-cases.ts';

const simulator = await simulatorForTests();

test('these vendors stream, and their models say so', () => {
  const ids = liveVendors.map(({ id }) => id).sort();
  assert.equal(ids.join(' '), 'assemblyai deepgram elevenlabs openai soniox');
  for (const { id, speech } of vendors)
    for (const model of speech?.models ?? []) {
      const streams = model.live !== undefined && speech?.live !== undefined;
      assert.equal(model.capabilities.streaming, streams, `${id}/${model.id}`);
    }
});

for (const vendor of liveVendors) {
  const { id, speech } = vendor;

  test(`${id}: what is streamed is heard, and the text grows meanwhile`, async () => {
    for (const model of speech?.models ?? []) {
      if (!model.live) continue;
      const texts: { readonly text: string; readonly stable: string }[] = [];
      const { text, words, language } = await streamTo(simulator, vendor, {
        model,
        onText: (partial, stableCharacters) =>
          texts.push({ text: partial, stable: partial.slice(0, stableCharacters) }),
      });
      assert.equal(text, EMAIL, model.id);
      assert(texts.length > 1, `${model.id}: ${texts.length} partial texts`);
      assert(
        texts.some(({ text: partial }) => partial !== '' && partial !== EMAIL),
        model.id,
      );
      // What was said to be stable stays.
      for (const { stable } of texts) assert(EMAIL.startsWith(stable), `${model.id}: ${stable}`);
      if (words.length === 0) continue;
      assert.equal(words.map(({ word }) => word).join(' '), EMAIL);
      if (id !== 'elevenlabs') assert.equal(language, 'en');
    }
    await until('the connections are closed', async () =>
      simulator.streams.every(({ isClosed }) => isClosed),
    );
  });

  test(`${id}: language, vocabulary and kind of speech are asked for as documented`, async () => {
    const { text } = await streamTo(simulator, vendor, {
      language: 'en-GB',
      vocabulary: ['Kubernetes', 'Anna Karenina', 'Kubernetes', ' ', 'a'.repeat(200), 'x <y> [z]'],
      domain: liveModel(vendor).domains?.includes('medical') ? 'medical' : 'general',
      keepNothing: true,
    });
    assert.equal(text, EMAIL);
    const [stream] = simulator.streams;
    const asked = `${stream?.query} ${stream?.texts.join(' ')}`;
    assert.match(asked, /Kubernetes/);
    assert.match(asked, /Anna[+ ]Karenina/);
    assert.match(asked, /\ben\b|"en"|%22en/);
  });

  test(`${id}: two phrases with a pause between them are one text`, async () => {
    async function* twice() {
      yield* spokenLive(vendor);
      yield 'pause' as const;
      yield* spokenLive(vendor);
      yield 'pause' as const;
    }
    const { text } = await streamTo(simulator, vendor, { audio: twice() });
    // Where the vendor settles nothing at the pause, it hears both at once.
    if (speech?.live?.commit) assert.equal(text, `${EMAIL} ${EMAIL}`);
    else assert(text.startsWith(EMAIL.slice(0, 20)) && text.length > EMAIL.length, text);
  });

  test(`${id}: a word or nothing is enough`, async () => {
    const audio = spokenLive(vendor, spoken('01-hello-world').path);
    assert.equal((await streamTo(simulator, vendor, { audio })).text, 'hello world');
    async function* click() {
      yield new Int16Array(200);
    }
    assert.equal((await streamTo(simulator, vendor, { audio: click() })).text, '');
  });

  test(`${id}: a wrong key and a missing one are reported as such`, async () => {
    for (const key of ['wrong', undefined])
      assert.equal((await failure(streamTo(simulator, vendor, { key }))).kind, 'unauthorized');
    assert.equal(simulator.streams.length, 0);
  });
}

test('a model that does not stream, and a bad base URL, are refused before anything is sent', async () => {
  for (const vendor of liveVendors) {
    const model = vendor.speech?.models.find(({ live }) => !live);
    if (model) assert.equal((await failure(streamTo(simulator, vendor, { model }))).kind, 'rejected');
    for (const baseUrl of ['', 'not an address', 'http://api.vendor.test/v1', 'ws://127.0.0.1/']) {
      const error = await failure(streamTo(simulator, vendor, { baseUrl }));
      assert.equal(error.kind, 'rejected');
      assert.match(error.message, /base URL/);
    }
  }
  assert.equal(
    (
      await failure(
        streamTo(simulator, vendorOf('groq'), {
          model: liveModel(vendorOf('openai')),
          audio: spokenLive(vendorOf('openai')),
        }),
      )
    ).kind,
    'rejected',
  );
  assert.equal(simulator.streams.length, 0);
});

import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { audioFormats } from '@quoth/contract';
import { type SpeechRequest, transcribeWithVendor, type Vendor } from '@quoth/vendors';
import { until } from '../support/running-application.ts';
import { simulatorForTests } from './simulator-for-tests.ts';
import { EMAIL, email, failure, fixtures, quickIo, spoken, transcribeAt, vendors } from './speech-cases.ts';

const simulator = await simulatorForTests();

const transcribe = (vendor: Vendor, changes: Partial<SpeechRequest> = {}) =>
  transcribeAt(simulator, vendor, changes);

test('there are nine vendors and any compatible server', () => {
  const ids = vendors.map(({ id }) => id).sort();
  assert.equal(
    ids.join(' '),
    'assemblyai compatible deepgram elevenlabs gemini groq mistral openai soniox xai',
  );
});

for (const vendor of vendors) {
  const { id, speech } = vendor;
  assert(speech);

  test(`${id}: the audio arrives, in every model's way`, async () => {
    for (const model of speech.models) {
      const { text } = await transcribe(vendor, { model: model.id });
      assert.equal(text, EMAIL, model.id);
    }
    const audio = spoken('01-hello-world');
    assert.equal((await transcribe(vendor, { audio })).text, 'hello world');
  });

  test(`${id}: language, vocabulary and times, as far as it has them`, async () => {
    for (const model of speech.models) {
      const { capabilities } = model;
      const result = await transcribe(vendor, {
        model: model.id,
        language: 'en-GB',
        vocabulary: ['Kubernetes', 'Anna Karenina', 'Kubernetes', ' ', 'a'.repeat(200), 'x <y> [z]'],
        wants: { words: true, segments: true },
        domain: model.domains?.includes('medical') ? 'medical' : 'general',
      });
      assert.equal(result.text, EMAIL, model.id);
      if (capabilities.word_timestamps) {
        assert.equal(result.words.map(({ word }) => word).join(' '), EMAIL, model.id);
        const tomorrow = result.words[6];
        assert(tomorrow && Math.abs(tomorrow.start - 2.56) < 0.01, JSON.stringify(tomorrow));
      }
      const segments = result.segments.map(({ text }) => text).join(' ');
      assert.equal(segments, capabilities.segment_timestamps ? EMAIL : '', model.id);
    }
    // Where times and vocabulary exclude each other.
    for (const model of speech.models)
      await transcribe(vendor, { model: model.id, vocabulary: ['Kubernetes', 'Anna Karenina'] });
    const sent = simulator.arrivals.map(({ query, body }) => `${query}${body.toString('latin1')}`).join('\n');
    assert.match(sent, /Kubernetes/);
    assert.match(sent, /Anna(.|%20|_)Karenina/);
  });

  for (const model of speech.models) {
    if (!model.capabilities.translation) continue;
    test(`${id}: translates with ${model.id}, as its facts say`, async () => {
      const result = await transcribe(vendor, { model: model.id, translate: true });
      assert.deepEqual([result.text, result.language], [EMAIL, 'en'], model.id);
    });
  }

  test(`${id}: no one speaks, and that is no error`, async () => {
    const result = await transcribe(vendor, {
      audio: spoken('silence-5s'),
      wants: { words: true, segments: true },
    });
    assert.deepEqual([result.text, result.words], ['', []]);
  });

  test(`${id}: nothing is left with the vendor`, async () => {
    await transcribe(vendor);
    await until('all is taken back', async () => simulator.leftWith(id).length === 0);
  });
}

test('an uploaded file of any format that a vendor is said to take is taken by it', async () => {
  const folder = join(fixtures, '..');
  const text = 'go forward ten meters';
  for (const vendor of vendors) {
    assert(vendor.speech);
    for (const format of vendor.speech.formats) {
      const path = join(folder, `speech.${format}`);
      const audio = { path, format, bytes: statSync(path).size, seconds: 2 };
      const result = await transcribe(vendor, { audio });
      assert(overlap(result.text, text) >= 1, `${vendor.id} ${format}: ${result.text}`);
    }
  }
});

/** Words in common. The tiny model was not made for this sentence. */
function overlap(one: string, other: string): number {
  return one.split(' ').filter((word) => other.split(' ').includes(word)).length;
}

test('what a vendor does not take is refused before anything is sent, with the limit and the way out', async () => {
  let refusals = 0;
  for (const vendor of vendors) {
    const { speech } = vendor;
    assert(speech);
    const longest = speech.models[0]?.maxSeconds ?? speech.maxSeconds;
    const tooLarge = await failure(transcribe(vendor, { audio: { ...email, bytes: speech.maxBytes + 1 } }));
    assert.deepEqual([tooLarge.kind, tooLarge.status], ['too_large', undefined], vendor.id);
    assert(tooLarge.message.includes(`accepts at most ${speech.maxBytes / 1_000_000} MB. Split it`));
    if (longest !== null && longest !== undefined) {
      const tooLong = await failure(transcribe(vendor, { audio: { ...email, seconds: longest + 60 } }));
      assert.equal(tooLong.kind, 'too_large', vendor.id);
      assert.match(tooLong.message, new RegExp(`accepts at most ${longest / 60}`));
    }
    const others = audioFormats.filter((one) => !speech.formats.includes(one));
    refusals += others.length;
    for (const format of others) {
      const refused = await failure(transcribe(vendor, { audio: { ...email, format } }));
      assert.equal(refused.kind, 'rejected');
      assert.match(refused.message, new RegExp(`does not accept ${format} files; it accepts .*flac`));
    }
    assert.equal(simulator.arrivals.length, 0, vendor.id);
  }
  assert(refusals > 0);
});

test('a bad base URL is never replaced by the vendor’s own', async () => {
  const asked: string[] = [];
  const io = {
    ...quickIo(),
    fetch: async (input: unknown) => {
      asked.push(String(input));
      return Response.json({ text: '' });
    },
  };
  for (const vendor of vendors) {
    for (const baseUrl of ['', 'not an address', 'http://api.vendor.test/v1', 'ftp://127.0.0.1/']) {
      const request = { vendor, key: 'k', baseUrl, audio: email, signal: new AbortController().signal };
      const error = await failure(transcribeWithVendor(request, { ...io, fetch: io.fetch as typeof fetch }));
      assert.equal(error.kind, 'rejected');
      assert.match(error.message, /base URL/);
    }
  }
  assert.deepEqual(asked, []);
});

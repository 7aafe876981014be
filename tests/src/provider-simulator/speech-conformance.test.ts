import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  audioFormats,
  openAiCompatible,
  ProviderError,
  type ProviderErrorKind,
  type SpeechRequest,
  systemIo,
  transcribeWithVendor,
  type Vendor,
  vendorList,
} from '@quoth/providers';
import { until } from '../support/running-application.ts';
import type { Fault } from './fault.ts';
import { ProviderSimulator } from './simulator.ts';

const fixtures = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  'packages',
  'core',
  'src',
  'engines',
  'transcribe-cpp',
  'fixtures',
);
const spoken = (file: string) => {
  const path = join(fixtures, `${file}.wav`);
  const bytes = statSync(path).size;
  return { path, format: 'wav' as const, bytes, seconds: (bytes - 44) / 32_000 };
};
const email = spoken('02-please-send-the-email');
const EMAIL = 'please send the email to anna tomorrow morning';

const vendors: readonly Vendor[] = [
  ...vendorList.filter(({ speech }) => speech),
  openAiCompatible({
    id: 'compatible',
    displayName: 'A server',
    baseUrl: 'https://example.test/v1',
    models: ['local-model'],
  }),
];

let simulator: ProviderSimulator;
before(async () => {
  simulator = await ProviderSimulator.start();
});
afterEach(() => {
  simulator.heal();
  simulator.forget();
});
after(() => simulator.close());

/** Waiting is not what is tested here: every pause is a turn of the loop. */
const slept: number[] = [];
const quickIo = () => ({
  ...systemIo(),
  random: () => 0,
  sleep: async (milliseconds: number, signal: AbortSignal) => {
    slept.push(milliseconds);
    await sleep(0, undefined, { signal });
  },
});

function transcribe(vendor: Vendor, changes: Partial<SpeechRequest> = {}) {
  return transcribeWithVendor(
    {
      vendor,
      key: simulator.key(vendor.id),
      baseUrl: simulator.baseUrl(vendor),
      audio: email,
      signal: new AbortController().signal,
      ...changes,
    },
    quickIo(),
  );
}

/** The same vendor with little patience. */
function hurried(vendor: Vendor, baseMs: number): Vendor {
  const { speech } = vendor;
  assert(speech);
  return { ...vendor, speech: { ...speech, timeLimit: { baseMs, perAudioSecondMs: 0 } } };
}

async function failure(work: Promise<unknown>): Promise<ProviderError> {
  const error = await work.then(
    (result) => assert.fail(`no failure but ${JSON.stringify(result)}`),
    (reason: unknown) => reason,
  );
  assert(error instanceof ProviderError, String(error));
  return error;
}

test('there are nine vendors and any compatible server', () => {
  assert.deepEqual(vendors.map(({ id }) => id).sort(), [
    'assemblyai',
    'compatible',
    'deepgram',
    'elevenlabs',
    'gemini',
    'groq',
    'mistral',
    'openai',
    'soniox',
    'xai',
  ]);
});

for (const vendor of vendors) {
  const { id, speech } = vendor;
  assert(speech);

  test(`${id}: the audio arrives, in every model's way [CLOUD-SPEECH]`, async () => {
    for (const model of speech.models) {
      const { text } = await transcribe(vendor, { model: model.id });
      assert.equal(text, EMAIL, model.id);
    }
    const { path, ...hello } = spoken('01-hello-world');
    assert.equal((await transcribe(vendor, { audio: { path, ...hello } })).text, 'hello world');
  });

  test(`${id}: language, vocabulary and times, as far as it has them [CLOUD-TIMES]`, async () => {
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
        assert.deepEqual(
          result.words.map(({ word }) => word),
          EMAIL.split(' '),
          model.id,
        );
        const tomorrow = result.words[6];
        assert(tomorrow && Math.abs(tomorrow.start - 2.56) < 0.01, JSON.stringify(tomorrow));
      }
      if (capabilities.segment_timestamps) assert(result.segments.length > 0, model.id);
      assert.equal(
        result.segments.map(({ text }) => text).join(' '),
        capabilities.segment_timestamps ? EMAIL : '',
        model.id,
      );
    }
    // Where times and vocabulary exclude each other.
    for (const model of speech.models)
      await transcribe(vendor, { model: model.id, vocabulary: ['Kubernetes', 'Anna Karenina'] });
    const sent = simulator.arrivals.map(({ query, body }) => `${query}${body.toString('latin1')}`).join('\n');
    assert.match(sent, /Kubernetes/);
    assert.match(sent, /Anna(.|%20|_)Karenina/);
  });

  test(`${id}: translates where it says so`, async () => {
    for (const model of speech.models.filter(({ capabilities }) => capabilities.translation)) {
      const result = await transcribe(vendor, { model: model.id, translate: true });
      assert.deepEqual([result.text, result.language], [EMAIL, 'en'], model.id);
    }
  });

  test(`${id}: nobody speaks, and that is no error`, async () => {
    const result = await transcribe(vendor, {
      audio: spoken('silence-5s'),
      wants: { words: true, segments: true },
    });
    assert.deepEqual([result.text, result.words], ['', []]);
  });

  test(`${id}: nothing is left with the vendor [CLOUD-LEAVES-NOTHING]`, async () => {
    await transcribe(vendor);
    await until('all is taken back', async () => simulator.leftWith(id).length === 0);
  });
}

interface FaultCase {
  readonly name: string;
  readonly fault: Fault;
  readonly kind: ProviderErrorKind | readonly ProviderErrorKind[];
  readonly message: RegExp;
  /** Requests that arrive: one, or one and two more tries. */
  readonly tries: 1 | 3;
}

const faults: readonly FaultCase[] = [
  { name: '401', fault: { kind: 'status', status: 401 }, kind: 'unauthorized', message: /API key/, tries: 1 },
  { name: '403', fault: { kind: 'status', status: 403 }, kind: 'unauthorized', message: /API key/, tries: 1 },
  {
    name: '429 with Retry-After',
    fault: { kind: 'status', status: 429, retryAfter: '2' },
    kind: 'limited',
    message: /limit.*2 s/,
    tries: 3,
  },
  {
    name: '429 that wants a day',
    fault: { kind: 'status', status: 429, retryAfter: '86400' },
    kind: 'limited',
    message: /86400 s/,
    tries: 1,
  },
  { name: '402', fault: { kind: 'status', status: 402 }, kind: 'limited', message: /credit/, tries: 1 },
  { name: '400', fault: { kind: 'status', status: 400 }, kind: 'rejected', message: /status 400/, tries: 1 },
  { name: '404', fault: { kind: 'status', status: 404 }, kind: 'rejected', message: /status 404/, tries: 1 },
  { name: '413', fault: { kind: 'status', status: 413 }, kind: 'too_large', message: /large/, tries: 1 },
  { name: '500', fault: { kind: 'status', status: 500 }, kind: 'unreachable', message: /outage/, tries: 3 },
  { name: '503', fault: { kind: 'status', status: 503 }, kind: 'unreachable', message: /outage/, tries: 3 },
  { name: 'reset midway', fault: { kind: 'reset' }, kind: 'unreachable', message: /reached/, tries: 1 },
  { name: 'malformed', fault: { kind: 'malformed' }, kind: 'malformed', message: /cannot be read/, tries: 1 },
  { name: 'truncated', fault: { kind: 'truncated' }, kind: 'malformed', message: /cannot be read/, tries: 1 },
  { name: 'empty', fault: { kind: 'empty' }, kind: 'malformed', message: /cannot be read/, tries: 1 },
  { name: 'HTML with 200', fault: { kind: 'html' }, kind: 'malformed', message: /cannot be read/, tries: 1 },
  {
    name: 'a redirect',
    fault: { kind: 'redirect', to: '/elsewhere/v1/stolen' },
    kind: 'rejected',
    message: /redirect/,
    tries: 1,
  },
];

for (const { name, fault, kind, message, tries } of faults) {
  test(`every vendor meets ${name} [CLOUD-FAULTS]`, async () => {
    for (const vendor of vendors) {
      simulator.heal();
      simulator.fail(vendor.id, fault);
      const error = await failure(transcribe(vendor));
      assert.equal(error.kind, kind, vendor.id);
      assert.match(error.message, message, vendor.id);
      assert(error.message.startsWith(vendor.displayName), error.message);
      assert.equal(simulator.arrivals.length, tries, vendor.id);
      assert(
        !simulator.arrivals.some(({ path, vendor: at }) => at === 'elsewhere' || path.includes('stolen')),
      );
    }
  });
}

test('every vendor: no answer, and an answer byte by byte, end with the time [CLOUD-FAULTS]', async () => {
  for (const fault of [{ kind: 'hang' }, { kind: 'drip' }] as const) {
    await Promise.all(
      vendors.map(async (vendor) => {
        simulator.fail(vendor.id, fault);
        const error = await failure(transcribe(hurried(vendor, 400)));
        assert.equal(error.kind, 'timeout', `${vendor.id} ${fault.kind}: ${error.message}`);
        assert.match(error.message, /did not answer within/);
      }),
    );
    simulator.heal();
  }
});

test('every vendor: a cancelled request ends at once, before, during and between [CLOUD-CANCEL]', async () => {
  for (const vendor of vendors) {
    assert.equal(
      (await failure(transcribe(vendor, { signal: AbortSignal.abort() }))).kind,
      'cancelled',
      vendor.id,
    );
    assert.equal(simulator.arrivals.length, 0, vendor.id);
    simulator.fail(vendor.id, { kind: 'hang' });
    const stop = new AbortController();
    const work = failure(transcribe(vendor, { signal: stop.signal }));
    await until('the request is there', async () => simulator.arrivals.length > 0);
    stop.abort();
    assert.equal((await work).kind, 'cancelled', vendor.id);
    simulator.heal();
  }
});

test('every vendor: an outage that passes costs a pause and nothing else', async () => {
  for (const vendor of vendors) {
    slept.length = 0;
    simulator.fail(vendor.id, { kind: 'status', status: 429, retryAfter: '3' }, { times: 1 });
    simulator.fail(vendor.id, { kind: 'status', status: 503 }, { times: 1 });
    assert.equal((await transcribe(vendor)).text, EMAIL, vendor.id);
    assert.deepEqual(slept.slice(0, 2), [3_000, 500], vendor.id);
    simulator.heal();
  }
});

test('an answer without an end is not read to its end', async () => {
  const openai = vendors.find(({ id }) => id === 'openai');
  assert(openai);
  simulator.fail('openai', { kind: 'huge' });
  assert.equal((await failure(transcribe(openai))).kind, 'malformed');
});

test('every vendor: a wrong key and none are told as such, and go nowhere else [CLOUD-KEY]', async () => {
  for (const vendor of vendors) {
    const error = await failure(transcribe(vendor, { key: 'wrong' }));
    assert.equal(error.kind, 'unauthorized', `${vendor.id}: ${error.message}`);
    if (vendor.id !== 'compatible')
      assert.equal((await failure(transcribe(vendor, { key: undefined }))).kind, 'unauthorized', vendor.id);
  }
});

/** Vendors that take more than one call: each later step, and what the vendor may still hold when it fails. */
const laterSteps: readonly [vendor: string, step: string, path: RegExp, forgotten: boolean][] = [
  // An upload that no job was made of goes away by itself after a day; there is no call that would delete it.
  ['assemblyai', 'submit', /^\/v2\/transcript$/, false],
  ['assemblyai', 'poll', /^\/v2\/transcript\/[\w-]+$/, true],
  ['assemblyai', 'read', /\/sentences$/, true],
  ['soniox', 'create', /^\/transcriptions$/, true],
  ['soniox', 'poll', /^\/transcriptions\/[\w-]+$/, true],
  ['soniox', 'read', /\/transcript$/, true],
];
for (const [id, step, path, forgotten] of laterSteps) {
  test(`${id}: every fault at the step "${step}" is told as what it is, and nothing stays behind [CLOUD-FAULTS]`, async () => {
    const vendor = vendors.find((candidate) => candidate.id === id);
    assert(vendor);
    // As often as one call is tried: the call that takes it back, at the same path, then gets through.
    const calls = (tries: number) => (step === 'submit' || step === 'create' || tries === 3 ? tries : 3);
    for (const { name, fault, kind, tries } of faults) {
      if (fault.kind === 'reset' && step !== 'submit' && step !== 'create') continue;
      simulator.heal();
      simulator.fail(id, fault, { path, times: tries === 1 ? 1 : calls(tries) });
      const error = await failure(transcribe(vendor, { wants: { words: true, segments: true } }));
      assert.equal(error.kind, kind, `${name}: ${error.message}`);
      simulator.heal();
      if (forgotten)
        await until(`${name}: all is taken back`, async () => simulator.leftWith(id).length === 0);
    }
  });
}

test('a vendor that gives a job up, and one that says so in another way', async () => {
  const cases = [
    [
      'assemblyai',
      /^\/v2\/transcript\/[\w-]+$/,
      { status: 'error', error: 'decode failed: please send' },
      'rejected',
    ],
    ['assemblyai', /^\/v2\/transcript\/[\w-]+$/, { status: 'on holiday' }, 'malformed'],
    ['assemblyai', /^\/v2\/transcript$/, { id: '../../account', status: 'queued' }, 'malformed'],
    ['soniox', /^\/transcriptions\/[\w-]+$/, { status: 'error', error_message: 'please send' }, 'rejected'],
    ['soniox', /^\/files$/, { id: 'a/../b' }, 'malformed'],
    [
      'gemini',
      /generateContent/,
      { candidates: [{ content: { parts: [{ text: 'please send' }] }, finishReason: 'MAX_TOKENS' }] },
      'rejected',
    ],
    ['gemini', /generateContent/, { promptFeedback: { blockReason: 'OTHER' } }, 'malformed'],
    ['deepgram', /listen/, { results: { channels: [] } }, 'malformed'],
    ['openai', /transcriptions/, { text: 7 }, 'malformed'],
    ['elevenlabs', /speech-to-text/, { text: 'x', words: 'y' }, 'malformed'],
  ] as const;
  for (const [id, path, body, kind] of cases) {
    const vendor = vendors.find((candidate) => candidate.id === id);
    assert(vendor);
    // What the case before left behind is being taken back at the same paths.
    await until('nothing is left', async () => simulator.leftWith(id).length === 0);
    simulator.heal();
    simulator.fail(id, { kind: 'says', body }, { path, times: 1 });
    const error = await failure(transcribe(vendor));
    assert.equal(error.kind, kind, `${id}: ${error.message}`);
    assert.doesNotMatch(error.message, /please send/);
    if (path.source.endsWith('transcript$') || id === 'soniox') simulator.forget();
  }
});

test('a job is cancelled between two questions, and taken back', async () => {
  for (const id of ['assemblyai', 'soniox']) {
    const vendor = vendors.find((candidate) => candidate.id === id);
    assert(vendor);
    const stop = new AbortController();
    simulator.heal();
    const work = transcribeWithVendor(
      {
        vendor,
        key: simulator.key(id),
        baseUrl: simulator.baseUrl(vendor),
        audio: email,
        signal: stop.signal,
      },
      {
        ...quickIo(),
        sleep: async (_, signal) => {
          stop.abort();
          signal.throwIfAborted();
        },
      },
    );
    assert.equal((await failure(work)).kind, 'cancelled', id);
    await until('all is taken back', async () => simulator.leftWith(id).length === 0);
  }
});

test('an uploaded file of any format that a vendor is said to take is taken by it [CLOUD-FORMATS]', async () => {
  const folder = join(fixtures, '..', '..', '..', 'audio', 'fixtures');
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

test('what a vendor does not take is refused before anything is sent, with the limit and the way out [CLOUD-LIMITS]', async () => {
  for (const vendor of vendors) {
    const { speech } = vendor;
    assert(speech);
    const longest = speech.models[0]?.maximumSeconds ?? speech.maximumSeconds;
    const tooLarge = await failure(
      transcribe(vendor, { audio: { ...email, bytes: speech.maximumBytes + 1 } }),
    );
    assert.deepEqual([tooLarge.kind, tooLarge.status], ['too_large', undefined], vendor.id);
    assert.match(
      tooLarge.message,
      new RegExp(`takes ${speech.maximumBytes / 1_000_000} MB at most\\. Cut it`),
    );
    if (longest !== null && longest !== undefined) {
      const tooLong = await failure(transcribe(vendor, { audio: { ...email, seconds: longest + 60 } }));
      assert.equal(tooLong.kind, 'too_large', vendor.id);
      assert.match(tooLong.message, new RegExp(`takes ${longest / 60} at most`));
    }
    for (const format of audioFormats.filter((one) => !speech.formats.includes(one))) {
      const refused = await failure(transcribe(vendor, { audio: { ...email, format } }));
      assert.equal(refused.kind, 'rejected');
      assert.match(refused.message, new RegExp(`does not take ${format} files; it takes .*flac`));
    }
    assert.equal(simulator.arrivals.length, 0, vendor.id);
  }
});

test('a bad base URL is never replaced by the vendor’s own [CLOUD-FAIL-CLOSED]', async () => {
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

test('a used-up account is told from a bad key, also where a vendor answers 401 to both [CLOUD-KEY]', async () => {
  const vendor = vendors.find(({ id }) => id === 'elevenlabs');
  assert(vendor);
  const body = { detail: { status: 'quota_exceeded', message: 'This request exceeds your quota.' } };
  simulator.fail('elevenlabs', { kind: 'says', body, status: 401 });
  const error = await failure(transcribe(vendor));
  assert.equal(error.kind, 'limited');
  assert.match(error.message, /credit/);
});

test('polls that meet an outage', async () => {
  for (const id of ['assemblyai', 'soniox']) {
    const vendor = vendors.find((candidate) => candidate.id === id);
    assert(vendor);
    const polls = /^\/(v2\/transcript|transcriptions)\/[\w-]+$/;
    simulator.fail(id, { kind: 'reset' }, { path: polls, times: 1 });
    assert.equal((await transcribe(vendor)).text, EMAIL, id);
    simulator.heal();
    simulator.fail(id, { kind: 'malformed' }, { path: polls });
    assert.equal((await failure(transcribe(vendor))).kind, 'malformed', id);
    simulator.heal();
  }
});

test('no key, vocabulary, transcript, path or answer of the vendor is in any error [CLOUD-SECRETS]', async () => {
  const marker = 'zyxwmarker';
  const kinds: Fault[] = [...faults.map(({ fault }) => fault)];
  for (const vendor of vendors) {
    for (const fault of [undefined, ...kinds]) {
      simulator.heal();
      if (fault) simulator.fail(vendor.id, fault);
      const error = await failure(
        transcribe(vendor, {
          key: fault ? simulator.key(vendor.id) : `${marker}-key`,
          vocabulary: [marker],
          instructions: marker,
        }),
      );
      const shown = `${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`;
      assert(!shown.includes(marker), shown);
      assert(!shown.includes(simulator.key(vendor.id)), shown);
      assert(!/simulated fault|please send|Authorization/i.test(shown), shown);
      assert(!shown.includes(email.path), shown);
      assert.equal(error.cause, undefined);
    }
  }
});

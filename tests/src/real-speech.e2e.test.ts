import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { wavBytes } from '@quoth/audio/fixtures/wav-bytes.ts';
import { type Transcription, transcription } from '@quoth/contract';
import { comparableWords, wordErrors } from '@quoth/text';
import { applicationTests } from './support/application-tests.ts';
import { freePort } from './support/free-port.ts';
import { oneCore, sample } from './support/running-application.ts';
import { WyomingPeer } from './support/wyoming-peer.ts';

// The two included models and recordings of people, by words and not by time. Only jfk.wav (public domain) is carried;
// the others lie beside the repository on the project's own machines, and their tests leave themselves out elsewhere.
const tests = applicationTests({ env: oneCore });
/** Live words may take both cores of a small machine. */
const liveTests = applicationTests();
const beside = join(import.meta.dirname, '../../../shared/real-speech');
const skip = existsSync(beside) ? false : 'the recordings are not here';
const jfk = sample('jfk');
const jfkText =
  'And so my fellow Americans, ask not what your country can do for you, ask what you can do for your country.';

interface Options {
  /** That of the default mode where none is named. */
  readonly model?: string;
  readonly language: string;
  readonly vocabulary?: readonly string[];
  readonly captions?: 'srt';
}

async function asked(audio: Buffer, options: Options): Promise<unknown> {
  const { body } = await tests.application.send('POST', '/transcribe', {
    audio_base64: audio.toString('base64'),
    save: false,
    ...options,
  });
  return body;
}

async function heard(audio: string | Buffer, options: Options): Promise<Transcription> {
  return transcription.parse(await asked(typeof audio === 'string' ? readFileSync(audio) : audio, options));
}

const plainTexts = new Map<string, Transcription>();

/** The same of a file without anything else asked for: what several tests compare with is decoded once. */
async function plainly(path: string, model: string, language: string): Promise<Transcription> {
  const key = `${path} ${model} ${language}`;
  const known = plainTexts.get(key) ?? (await heard(path, { model, language }));
  plainTexts.set(key, known);
  return known;
}

/** The samples of a recording of the folder, or of any other path: 16 kHz, one channel, 16 bits. */
function samplesOf(name: string): Buffer {
  const file = readFileSync(resolve(beside, name));
  return file.subarray(file.indexOf('data') + 8);
}

/**
 * The same recording as it is spoken into a program: at four times the speed of speech. Its text, empty where nothing
 * was said.
 */
async function heardLive(samples: Buffer, options: Options): Promise<string> {
  const { model, language } = options;
  async function* spoken() {
    for (let at = 0; at < samples.length; at += BLOCK) {
      yield samples.subarray(at, at + BLOCK);
      await sleep(BLOCK_MS / 4);
    }
  }
  const { body } = await liveTests.application.json(
    `/transcribe?model=${model}&language=${language}&save=false`,
    {
      method: 'POST',
      headers: { 'content-type': 'audio/pcm;rate=16000' },
      body: ReadableStream.from(spoken()) as ReadableStream<Uint8Array<ArrayBuffer>>,
      duplex: 'half',
    } as RequestInit,
  );
  if ((body.error as { code?: string } | undefined)?.code === 'NO_SPEECH') return '';
  return transcription.parse(body).text;
}

const BLOCK = 8_000;
const BLOCK_MS = 250;

const silence = (seconds: number) => Buffer.alloc(2 * Math.round(seconds * 16_000));

function wrong(said: string, text: string): number {
  return wordErrors(comparableWords(said), comparableWords(text)).errors;
}

/**
 * English recordings that Quoth carries, and when the voice begins in each: where it comes within 25 dB of the loudest.
 * Seconds.
 */
const carried = [
  ['jfk', 0.33],
  ['best-of-times', 0.23],
  ['go-forward', 0.21],
  ['weather', 0.23],
] as const;

/** Words that no recording has. */
const unrelated =
  'Kubernetes PostgreSQL Grafana Xylophone Bratislava Zugspitze Mitochondria Quetzalcoatl Ljubljana Reykjavik Worcestershire Hindenburg Okonomiyaki Djokovic Saskatchewan Popocatepetl Fahrenheit Caipirinha Schadenfreude Tagliatelle Nietzsche Wittgenstein Kierkegaard Guadalajara Yosemite Bernoulli Kolmogorov Mandelbrot Tchaikovsky Rachmaninoff'.split(
    ' ',
  );
const many = Array.from({ length: 300 }, (_, at) => {
  const [one = '', other = ''] = [unrelated[at % 30], unrelated[(at * 7 + Math.floor(at / 30)) % 30]];
  return at < 30 ? one : `${one.slice(0, 5)}${other.slice(-4)}`;
});

const phone = join(beside, 'loop-phone.wav');
const phoneText =
  'It was the best of times, it was the worst of times. It was the age of wisdom, it was the age of foolishness. It was the epoch of belief, it was the epoch of incredulity. It was the season of light, it was the season of darkness. It was the spring of hope, it was the winter of despair. We had everything before us.';
const quilter = 'Mr. Quilter is the apostle of the middle classes, and we are glad to welcome his gospel.';

/** Noise as of rain or a fan, the same in each run. */
function noise(seconds: number): Buffer {
  const samples = silence(seconds);
  let [seed, low] = [7, 0];
  for (let at = 0; at < samples.length; at += 2) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    low = 0.95 * low + 0.05 * (seed / 0x4000_0000 - 1);
    samples.writeInt16LE(Math.round(low * 6000), at);
  }
  return samples;
}

// One model after the other: each application has only one of them in memory.
for (const model of ['moonshine-tiny', 'whisper-base']) {
  test(`${model}: at most one word of jfk.wav is wrong`, async () => {
    const { text } = await plainly(jfk, model, 'en');
    assert(wrong(jfkText, text) <= 1, text);
  });

  test(`${model}: the text of live speech is that of the file, to 2 % of words`, async () => {
    const { text } = await plainly(jfk, model, 'en');
    const live = await heardLive(samplesOf(jfk), { model, language: 'en' });
    assert(wrong(text, live) <= comparableWords(text).length / 50, live);
  });

  test(`${model}: captions begin where the voice begins, to 0.2 s`, async () => {
    const parts: Buffer[] = [];
    const begins: number[] = [];
    for (const [name, onset] of carried) {
      begins.push(Buffer.concat(parts).length / 32_000 + 1 + onset);
      parts.push(silence(1), samplesOf(sample(name)));
    }
    const { captions = '' } = await heard(wavBytes(Buffer.concat(parts)), {
      ...{ model, language: 'en', captions: 'srt' },
    });
    const cues = [...captions.matchAll(/(\d+):(\d+):(\d+),(\d+) -->/g)].map(
      ([, hours, minutes, seconds, ms]) =>
        Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(ms) / 1000,
    );
    // Moonshine knows no times and ends no sentence here: all but its first caption are estimated by the letters
    // before.
    for (const begin of model === 'whisper-base' ? begins : begins.slice(0, 1))
      assert(
        cues.some((cue) => Math.abs(cue - begin) <= 0.2),
        `nothing begins at ${begin}: ${captions}`,
      );
  });

  const recordings: readonly (readonly [
    path: string,
    language: string,
    left: false | string,
    terms: readonly (readonly string[])[],
  ])[] = [
    [jfk, 'en', false, [unrelated.slice(0, 3), many]],
    [phone, 'en', skip, [many]],
    ...(model === 'whisper-base' ? [[join(beside, 'test_de.wav'), 'de', skip, [many]] as const] : []),
  ];
  for (const [path, language, left, vocabularies] of recordings)
    test(`${model}: a vocabulary of which nothing was said changes nothing: ${path.split('/').at(-1)}`, {
      skip: left,
    }, async () => {
      const plain = await plainly(path, model, language);
      for (const vocabulary of vocabularies) {
        const { text } = await heard(path, { model, language, vocabulary });
        const words = comparableWords(plain.text).length;
        assert(wrong(plain.text, text) <= words / 100, `${vocabulary.length} terms: ${text}`);
      }
    });

  test(`${model}: three product names of which none was said change nothing in a text full of names`, {
    skip,
  }, async () => {
    const path = join(beside, 'product-names-24s.wav');
    const plain = await plainly(path, model, 'en');
    const vocabulary = unrelated.slice(0, 3);
    const { text, corrections } = await heard(path, { model, language: 'en', vocabulary });
    assert.deepEqual([text, corrections], [plain.text, plain.corrections]);
  });

  test(`${model}: a telephone, and a quiet voice below a louder hum, are read as a person reads them`, {
    skip,
  }, async () => {
    const { text } = await plainly(phone, model, 'en');
    assert(wrong(phoneText, text) <= 2, text);
    // The hum's recording ends after "season of light".
    const hum = await heard(join(beside, 'hum.wav'), { model, language: 'en' });
    assert(
      wrong(phoneText.slice(0, phoneText.indexOf(', it was the season of darkness')), hum.text) <= 2,
      hum.text,
    );
  });

  test(`${model}: plucked strings and a quiet room hold no speech`, { skip }, async () => {
    for (const name of ['plucked-strings.wav', 'empty.wav']) {
      const answer = await asked(readFileSync(join(beside, name)), { model, language: 'en' });
      assert.equal((answer as { error?: { code: string } }).error?.code, 'NO_SPEECH', JSON.stringify(answer));
    }
  });

  test(`${model}: live and over Wyoming, a quiet room is silent, and a faint sound after a text adds nothing`, {
    skip,
  }, async () => {
    await liveTests.own.updateSettings({ body: { wyomingPort: await freePort() } });
    const { wyoming } = await liveTests.own.switchWyoming({ body: { enabled: true } });
    const peer = await WyomingPeer.to(wyoming.port);
    const overWyoming = (bytes: Buffer) =>
      peer.transcribe(
        { rate: 16_000, width: 2, channels: 1, bytes },
        { name: `${model}-included`, language: 'en' },
      );
    try {
      const quiet = samplesOf('empty.wav');
      // A breath, a click or a chair, 2 s before the end: Whisper would answer it with thanks.
      const faint = noise(0.3);
      const ends = Buffer.concat([samplesOf('test.wav'), silence(3), faint, silence(2)]);
      assert.equal(await heardLive(quiet, { model, language: 'en' }), '');
      assert.equal(await overWyoming(quiet), '');
      const text = await heardLive(ends, { model, language: 'en' });
      assert.equal(wrong(quilter, text), 0, text);
    } finally {
      peer.end();
      await liveTests.own.switchWyoming({ body: { enabled: false } });
    }
  });

  test(`${model}: one voice in two channels of opposite phase is heard; noise after it adds nothing`, {
    skip,
  }, async () => {
    const voice = samplesOf('test.wav');
    const opposite = Buffer.alloc(voice.length * 2);
    for (let at = 0; at < voice.length; at += 2) {
      const sample = voice.readInt16LE(at);
      opposite.writeInt16LE(sample, at * 2);
      opposite.writeInt16LE(Math.max(-32_767, Math.min(32_767, -sample)), at * 2 + 2);
    }
    const stereo = await heard(wavBytes(opposite, { channels: 2 }), { model, language: 'en' });
    assert.equal(wrong(quilter, stereo.text), 0, stereo.text);
    const noisy = await heard(wavBytes(Buffer.concat([voice, noise(35)])), { model, language: 'en' });
    assert.equal(wrong(quilter, noisy.text), 0, noisy.text);
  });

  test(`${model}: a sentence said four times is written four times`, { skip }, async () => {
    // More of them would be heard in parts of about as many.
    const once = Buffer.concat([samplesOf('test.wav'), silence(1)]);
    const { text } = await heard(wavBytes(Buffer.concat(Array(4).fill(once))), { model, language: 'en' });
    assert.equal(wrong(Array(4).fill(quilter).join(' '), text), 0, text);
  });
}

test('sentences in two languages, 6 s apart, both arrive, each in its own', { skip }, async () => {
  const alone = async (language: string) =>
    language === 'en'
      ? quilter
      : (await plainly(join(beside, `test_${language}.wav`), 'whisper-base', language)).text;
  for (const [first, second] of [
    ['de', 'en'],
    ['en', 'de'],
    ['fr', 'en'],
    ['en', 'ko'],
  ] as const) {
    const [one, other] = [first, second].map((name) =>
      samplesOf(name === 'en' ? 'test.wav' : `test_${name}.wav`),
    );
    const both = wavBytes(Buffer.concat([one ?? silence(1), silence(6), other ?? silence(1)]));
    const { text } = await heard(both, { model: 'whisper-base', language: 'auto' });
    // A word may be spelled otherwise where the sentence is heard with other silence around it.
    assert(wrong(`${await alone(first)} ${await alone(second)}`, text) <= 4, text);
  }
});

const carriedFixtures = join(import.meta.dirname, '../../packages/audio/src/fixtures');

test('German and Spanish are heard in their own language where none is requested', async () => {
  for (const [name, language] of [
    ['german-lake', 'de'],
    ['spanish-table', 'es'],
  ] as const) {
    const answer = await heard(join(carriedFixtures, 'languages', `${name}.flac`), { language: 'auto' });
    assert.deepEqual([answer.language, answer.warning], [language, undefined], answer.text);
  }
});

test('no English recording that there is gives a warning', async () => {
  const sentences = globSync(join(carriedFixtures, 'sentences', '[01]*.wav'));
  const samples = globSync(join(dirname(jfk), '*.wav'));
  const recordings = [...sentences, join(carriedFixtures, 'speech.wav'), ...samples];
  assert(recordings.length >= 16);
  for (const path of recordings)
    assert.equal((await heard(path, { language: 'en' })).warning, undefined, basename(path));
});

test('a language forced on another one: the same text each time, and a warning', { skip }, async () => {
  const path = join(beside, 'test_fr.wav');
  const [one, other] = [
    await heard(path, { model: 'whisper-base', language: 'en' }),
    await heard(path, { model: 'whisper-base', language: 'en' }),
  ];
  assert.deepEqual([one.text, one.warning?.code], [other.text, 'LANGUAGE_MISMATCH']);
});

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Transcription, transcription } from '@quoth/contract';
import { comparableWords, wordErrors } from '@quoth/text';
import { applicationTests } from './support/application-tests.ts';
import { sample } from './support/running-application.ts';

// The two included models and recordings of people, by words and not by time. Only jfk.wav (public domain) is carried; the others lie beside the
// repository on the project's own machines, and their tests leave themselves out elsewhere.
const tests = applicationTests();
const beside = join(import.meta.dirname, '../../../shared/real-speech');
const skip = existsSync(beside) ? false : 'the recordings are not here';
const jfk = sample('jfk');
const jfkText =
  'And so my fellow Americans, ask not what your country can do for you, ask what you can do for your country.';

interface Options {
  readonly model: string;
  readonly language: string;
  readonly vocabulary?: readonly string[];
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

/** The samples of a recording of the folder: 16 kHz, one channel, 16 bits. */
const samplesOf = (name: string) => readFileSync(join(beside, name)).subarray(44);

/** Samples of 16 kHz and 16 bits as a wav file. */
function wav(samples: Buffer, channels = 1): Buffer {
  const head = Buffer.from('RIFF....WAVEfmt ....................data....', 'latin1');
  head.writeUInt32LE(36 + samples.length, 4);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(16_000, 24);
  head.writeUInt32LE(32_000 * channels, 28);
  head.writeUInt16LE(2 * channels, 32);
  head.writeUInt16LE(16, 34);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

const silence = (seconds: number) => Buffer.alloc(seconds * 32_000);

function wrong(said: string, text: string): number {
  return wordErrors(comparableWords(said), comparableWords(text)).errors;
}

for (const model of ['moonshine-tiny', 'whisper-base'])
  test(`${model}: at most one word of jfk.wav is wrong`, async () => {
    const { text } = await heard(jfk, { model, language: 'en' });
    assert(wrong(jfkText, text) <= 1, text);
  });

/** Words that no recording has. */
const unrelated =
  'Kubernetes PostgreSQL Grafana Xylophone Bratislava Zugspitze Mitochondria Quetzalcoatl Ljubljana Reykjavik Worcestershire Hindenburg Okonomiyaki Djokovic Saskatchewan Popocatepetl Fahrenheit Caipirinha Schadenfreude Tagliatelle Nietzsche Wittgenstein Kierkegaard Guadalajara Yosemite Bernoulli Kolmogorov Mandelbrot Tchaikovsky Rachmaninoff'.split(
    ' ',
  );
const many = Array.from({ length: 300 }, (_, at) => {
  const [one = '', other = ''] = [unrelated[at % 30], unrelated[(at * 7 + Math.floor(at / 30)) % 30]];
  return at < 30 ? one : `${one.slice(0, 5)}${other.slice(-4)}`;
});

const recordings: readonly (readonly [path: string, language: string, skip: false | string])[] = [
  [jfk, 'en', false],
  [join(beside, 'loop-phone.wav'), 'en', skip],
  [join(beside, 'test_de.wav'), 'de', skip],
];
for (const [path, language, left] of recordings)
  for (const model of language === 'en' ? ['moonshine-tiny', 'whisper-base'] : ['whisper-base'])
    test(`${model}: a vocabulary of which nothing was said changes nothing: ${path.split('/').at(-1)}`, {
      skip: left,
    }, async () => {
      const plain = await heard(path, { model, language });
      for (const vocabulary of [unrelated.slice(0, 3), many]) {
        const { text } = await heard(path, { model, language, vocabulary });
        const words = comparableWords(plain.text).length;
        assert(wrong(plain.text, text) <= words / 100, `${vocabulary.length} terms: ${text}`);
      }
    });

test('product names that were said are written right, and nothing else changes', { skip }, async () => {
  const path = join(beside, 'product-names-24s.wav');
  const vocabulary = ['Kubernetes', 'PostgreSQL', 'Grafana'];
  for (const model of ['moonshine-tiny', 'whisper-base']) {
    const plain = await heard(path, { model, language: 'en' });
    const { text, corrections = [] } = await heard(path, { model, language: 'en', vocabulary });
    const written = new Set(corrections.map((one) => one.written));
    assert([...written].every((term) => vocabulary.includes(term)));
    assert(
      wrong(plain.text, text) <= 3 * corrections.length + comparableWords(plain.text).length / 100,
      text,
    );
  }
});

const phoneText =
  'It was the best of times, it was the worst of times. It was the age of wisdom, it was the age of foolishness. It was the epoch of belief, it was the epoch of incredulity. It was the season of light, it was the season of darkness. It was the spring of hope, it was the winter of despair. We had everything before us.';
const quilter = 'Mr. Quilter is the apostle of the middle classes, and we are glad to welcome his gospel.';

for (const model of ['moonshine-tiny', 'whisper-base']) {
  test(`${model}: a telephone, and a quiet voice below a louder hum, are read as a person reads them`, {
    skip,
  }, async () => {
    const phone = await heard(join(beside, 'loop-phone.wav'), { model, language: 'en' });
    assert(wrong(phoneText, phone.text) <= 2, phone.text);
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
    const stereo = await heard(wav(opposite, 2), { model, language: 'en' });
    assert.equal(wrong(quilter, stereo.text), 0, stereo.text);
    const noisy = await heard(wav(Buffer.concat([voice, noise(35)])), { model, language: 'en' });
    assert.equal(wrong(quilter, noisy.text), 0, noisy.text);
  });

  test(`${model}: a sentence said eight times is written eight times`, { skip }, async () => {
    const once = Buffer.concat([samplesOf('test.wav'), silence(1)]);
    const { text } = await heard(wav(Buffer.concat(Array(8).fill(once))), { model, language: 'en' });
    assert.equal(wrong(Array(8).fill(quilter).join(' '), text), 0, text);
  });
}

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

test('sentences in two languages, 6 s apart, both arrive, each in its own', { skip }, async () => {
  const alone = new Map<string, string>([['en', quilter]]);
  for (const [first, second] of [
    ['de', 'en'],
    ['en', 'de'],
    ['fr', 'en'],
    ['en', 'ko'],
  ] as const) {
    for (const language of [first, second])
      if (!alone.has(language))
        alone.set(
          language,
          (await heard(join(beside, `test_${language}.wav`), { model: 'whisper-base', language })).text,
        );
    const [one, other] = [first, second].map((name) =>
      samplesOf(name === 'en' ? 'test.wav' : `test_${name}.wav`),
    );
    const both = wav(Buffer.concat([one ?? silence(1), silence(6), other ?? silence(1)]));
    const { text } = await heard(both, { model: 'whisper-base', language: 'auto' });
    // A word may be spelled otherwise where the sentence is heard with other silence around it.
    assert(wrong(`${alone.get(first)} ${alone.get(second)}`, text) <= 4, text);
  }
});

test('a language forced on another one: the same text each time, and a warning', { skip }, async () => {
  const path = join(beside, 'test_fr.wav');
  const [one, other] = [
    await heard(path, { model: 'whisper-base', language: 'en' }),
    await heard(path, { model: 'whisper-base', language: 'en' }),
  ];
  assert.deepEqual([one.text, one.warning?.code], [other.text, 'LANGUAGE_MISMATCH']);
});

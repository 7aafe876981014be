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

async function heard(path: string, options: Options): Promise<Transcription> {
  const audio_base64 = readFileSync(path).toString('base64');
  const { body } = await tests.application.send('POST', '/transcribe', {
    audio_base64,
    save: false,
    ...options,
  });
  return transcription.parse(body);
}

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

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsFor } from '@quoth/contract';
import type { Capabilities, Segment as LibrarySegment, Word as LibraryWord } from 'transcribe-cpp';
import type { HostRequest } from './engine.ts';
import { RecognitionError } from './recognizer.ts';
import { type ModelAbilities, promptFor, runOptions, toSpeech } from './transcribe-cpp-speech.ts';

const capabilities: Capabilities = {
  nativeSampleRate: 16_000,
  languages: ['en', 'de', 'pt-BR'],
  translateTargetLanguages: ['en'],
  maxTimestampKind: 'token',
  supportsLanguageDetect: true,
  supportsTranslate: true,
  supportsStreaming: false,
  supportsSpecDecode: false,
  maxAudioMs: 0,
};
const model = (changes: Partial<Capabilities> = {}, arch = 'whisper'): ModelAbilities => ({
  arch,
  capabilities: { ...capabilities, ...changes },
  accepts: ({ kind }) => kind === arch,
});
const asked = (changes: Partial<HostRequest> = {}): HostRequest => ({
  model: 'm',
  language: 'auto',
  spoolPath: '',
  vocabulary: [],
  durationSeconds: 1,
  threads: 1,
  ...changes,
});

const cases: readonly [string, ModelAbilities, Partial<HostRequest>, object][] = [
  ['a detecting model finds out the language', model(), {}, { timestamps: 'segment' }],
  [
    'a region falls back to the language',
    model(),
    { language: 'de-AT' },
    { timestamps: 'segment', language: 'de' },
  ],
  ['and the other way round', model(), { language: 'PT' }, { timestamps: 'segment', language: 'pt-BR' }],
  [
    'the only language needs no saying',
    model({ supportsLanguageDetect: false, languages: ['en'] }),
    {},
    { timestamps: 'segment', language: 'en' },
  ],
  ['words where they are asked for', model(), { wordTimes: true }, { timestamps: 'word' }],
  ['words where they cost nothing', model({}, 'parakeet'), {}, { timestamps: 'word' }],
  [
    'no times where the model has none',
    model({ maxTimestampKind: 'none' }),
    { wordTimes: true },
    { timestamps: 'auto' },
  ],
  [
    'translation',
    model(),
    { translate: true, language: 'de' },
    { timestamps: 'segment', language: 'de', task: 'translate', targetLanguage: 'en' },
  ],
  [
    'the vocabulary is no part of it',
    model(),
    { vocabulary: ['Quoth', 'Kysely'] },
    { timestamps: 'segment' },
  ],
];
for (const [name, abilities, request, expected] of cases) {
  test(`options of a run: ${name}`, () => {
    const steady = {
      kind: 'whisper',
      temperature: 0,
      temperatureInc: 0,
      conditionOnPrevTokens: false,
      seed: 1,
    };
    const { family = {}, ...others } = expected as { readonly family?: object };
    const whisper = abilities.arch === 'whisper' && { family: { ...steady, ...family } };
    assert.deepEqual(runOptions(abilities, asked(request)), { ...others, ...whisper });
  });
}

test('what a model cannot do is refused, with an alternative', () => {
  const refused = (abilities: ModelAbilities, request: Partial<HostRequest>, words: RegExp) =>
    assert.throws(
      () => runOptions(abilities, asked(request)),
      (error) =>
        error instanceof RecognitionError &&
        error.code === 'INVALID_REQUEST' &&
        words.test(`${error.message} ${wordsFor('api', error.advice ?? [])}`),
    );
  refused(model({ supportsTranslate: false }), { translate: true }, /does not translate.*quoth models list/);
  refused(model({ supportsLanguageDetect: false }), {}, /detect the spoken language.*en, de, pt-BR/);
});

function promptOf(vocabulary: readonly string[], abilities = model()): string | undefined {
  return (promptFor(abilities, vocabulary) as { initialPrompt: string } | undefined)?.initialPrompt;
}

test('a prompt holds as many terms as fit, the first ones, each whole; only for a model that takes one', () => {
  assert.equal(promptOf(['Quoth', 'Kysely']), 'Quoth, Kysely');
  assert.equal(promptOf(['Quoth'], model({}, 'parakeet')), undefined);
  assert.equal(promptOf([]), undefined);
  const terms = Array.from({ length: 500 }, (_, index) => `term${index}`);
  const prompt = promptOf(terms) ?? '';
  assert(prompt.length <= 600 && prompt.length > 550);
  assert.deepEqual(prompt.split(', '), terms.slice(0, prompt.split(', ').length));
});

const word = (text: string, t0Ms: number, t1Ms = t0Ms + 80): LibraryWord => ({
  text,
  t0Ms,
  t1Ms,
  segIndex: 0,
  firstToken: 0,
  nTokens: 1,
});
const segment = (text: string, t0Ms: number, t1Ms: number): LibrarySegment => ({
  text,
  t0Ms,
  t1Ms,
  firstWord: 0,
  nWords: 0,
  firstToken: 0,
  nTokens: 0,
  speakerId: 0,
});
const speechSegments = [
  { start: 20, end: 200 },
  { start: 400, end: 600 },
];

test('a single segment is cut at pauses and ends of sentences, from where the speech begins', () => {
  const words = [word(' So', 500), word(' it.', 900), word('Then', 1_300), word('more', 4_500)];
  const { segments, text } = toSpeech(
    { text: ' So it. Then more ', language: '', segments: [segment('x', 0, 6_000)], words },
    speechSegments,
    'en',
  );
  assert.equal(text, 'So it. Then more');
  assert.deepEqual(segments, [
    { id: 0, start: 0.2, end: 0.98, text: 'So it.' },
    { id: 1, start: 1.3, end: 1.38, text: 'Then' },
    { id: 2, start: 4, end: 4.58, text: 'more' },
  ]);
});

test('the model’s own segments are kept, except empty ones, from where the voice begins', () => {
  const { segments } = toSpeech(
    {
      text: 'a b',
      language: 'de',
      segments: [segment(' a ', 0, 900), segment(' ', 900, 950), segment('b', 1_000, 2_000)],
      words: [],
    },
    speechSegments,
    null,
  );
  assert.deepEqual(segments, [
    { id: 0, start: 0.2, end: 0.9, text: 'a' },
    { id: 1, start: 1, end: 2, text: 'b' },
  ]);
});

test('one text that ends before the speech does covers no more than its time', () => {
  const one = (end: number) => ({
    ...{ text: 'all', language: 'en', words: [] },
    segments: [segment('all', 0, end)],
  });
  assert.deepEqual(toSpeech(one(900), speechSegments, null).segments, [
    { id: 0, start: 0.2, end: 0.9, text: 'all' },
  ]);
  // A model's time may be a little off, or none.
  for (const end of [5_400, 30_000, 0])
    assert.equal(toSpeech(one(end), speechSegments, null).segments[0]?.end, 6, String(end));
});

test('without any times the segment is where speech was found; the language is the detected one, else the requested one', () => {
  const none = { text: 'all', language: '', segments: [], words: [] };
  assert.deepEqual(toSpeech(none, speechSegments, 'en').segments, [
    { id: 0, start: 0.2, end: 6, text: 'all' },
  ]);
  assert.equal(toSpeech(none, speechSegments, 'en').language, 'en');
  assert.equal(toSpeech({ ...none, language: 'fr' }, speechSegments, null).language, 'fr');
});

test('a long run without a pause is cut into captions of at most 84 letters and 7 s', () => {
  const words = Array.from({ length: 60 }, (_, index) =>
    word(`word${index}`, index * 300, index * 300 + 250),
  );
  const { segments } = toSpeech(
    { text: 'x', language: '', segments: [], words },
    [{ start: 0, end: 1_800 }],
    'en',
  );
  assert(segments.length > 2);
  for (const { start, end, text } of segments) assert(end - start <= 7.01 && text.length <= 84, text);
  assert.equal(segments.map(({ text }) => text).join(' '), words.map(({ text }) => text).join(' '));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Capabilities } from 'transcribe-cpp';
import type { HostRequest } from '../engine.ts';
import { RecognitionError } from '../host/recognizer.ts';
import { isEcho } from './is-echo.ts';
import { type ModelAbilities, promptText, runOptions } from './run-options.ts';

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
    'vocabulary as a prompt',
    model(),
    { vocabulary: ['Quoth', 'Kysely'] },
    { timestamps: 'segment', family: { kind: 'whisper', initialPrompt: 'Quoth, Kysely' } },
  ],
  [
    'no prompt for a model that takes none',
    model({}, 'parakeet'),
    { vocabulary: ['Quoth'] },
    { timestamps: 'word' },
  ],
];
for (const [name, abilities, request, expected] of cases) {
  test(`options of a run: ${name} [NEURAL-OPTIONS]`, () => {
    assert.deepEqual(runOptions(abilities, asked(request)), expected);
  });
}

test('what a model cannot do is refused, with an alternative', () => {
  const refused = (abilities: ModelAbilities, request: Partial<HostRequest>, words: RegExp) =>
    assert.throws(
      () => runOptions(abilities, asked(request)),
      (error) =>
        error instanceof RecognitionError &&
        error.code === 'INVALID_REQUEST' &&
        words.test(`${error.message} ${error.hint}`),
    );
  refused(model({ supportsTranslate: false }), { translate: true }, /does not translate.*quoth models list/);
  refused(model({ supportsLanguageDetect: false }), {}, /detect the spoken language.*en, de, pt-BR/);
});

test('a long vocabulary gives as many terms as the prompt holds, the first ones, each whole', () => {
  const terms = Array.from({ length: 500 }, (_, index) => `term${index}`);
  const prompt = promptText(terms);
  assert(prompt.length <= 600 && prompt.length > 550);
  assert.deepEqual(prompt.split(', '), terms.slice(0, prompt.split(', ').length));
  assert.equal(promptText([]), '');
});

const vocabulary = ['Quoth', 'Kysely', 'PocketSphinx', 'Zod'];
const echoes: readonly [string, boolean][] = [
  ['Quoth, Kysely, PocketSphinx', true],
  ['kysely pocketsphinx zod.', true],
  ['Quoth', false],
  ['Quoth, Kysely', false],
  ['I use Quoth, Kysely, PocketSphinx', false],
  ['Zod, PocketSphinx, Kysely', false],
  ['', false],
];
for (const [text, expected] of echoes) {
  test(`"${text}" is ${expected ? 'the vocabulary read back' : 'something said'} [NEURAL-ECHO]`, () => {
    assert.equal(isEcho(text, vocabulary), expected);
  });
}

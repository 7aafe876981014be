import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '@quoth/contract';
import { mergeChunks } from '@quoth/text';
import type { EngineModel, EngineRequest, EngineResult } from '../engines/index.ts';
import { spokenLanguage } from './spoken-language.ts';

const listener = {
  ...{ id: 'whisper', included: true, installed: true, detectsLanguage: true, languages: ['en', 'de'] },
} as unknown as EngineModel;
const request = {
  model: 'moonshine',
  language: 'en',
  spoolPath: '',
  vocabulary: ['Katzmeier'],
  durationSeconds: 9,
};

/** What is found for a text that an English model wrote, and what was asked. */
async function askedFor(text: string, models = [listener], answer: string | AppError = 'de') {
  const asked: EngineRequest[] = [];
  const engines = {
    models: () => models,
    recognize: async (what: EngineRequest) => {
      asked.push(what);
      if (answer instanceof AppError) throw answer;
      return { ...mergeChunks([]), language: answer } as unknown as EngineResult;
    },
  };
  const heard = { text, words: [], segments: [{ id: 0, start: 2, end: 6, text }], language: 'en' };
  const language = await spokenLanguage(engines, request, heard, 0.08, new AbortController().signal);
  return { language, asked };
}

// As Moonshine Tiny wrote a German and an Italian sentence of people's.
const german = 'They entered his important league in the home, border-at-slight in Halaguenot.';
const italian = 'Sample the radio, no-currant, cul-concio-concio-union, or maliorit me.';

test('another model listens to a few seconds where words are in no dictionary', async () => {
  for (const text of [german, italian]) {
    const { language, asked } = await askedFor(text);
    assert.equal(language, 'de');
    const [{ model, range, durationSeconds, vocabulary } = assert.fail()] = asked;
    assert.deepEqual(
      [model, range, durationSeconds, vocabulary],
      ['whisper', { start: 24_000, end: 152_000 }, 8, []],
    );
  }
});

test('nothing is done for a text that looks right, and nothing is said without a model to ask', async () => {
  const right = 'And so my fellow Americans, don’t ask what Katzmeier’s country can do for you.';
  assert.deepEqual(await askedFor(right), { language: undefined, asked: [] });
  assert.deepEqual(await askedFor('Katarzyna Wisniewska.'), { language: undefined, asked: [] });
  assert.deepEqual(await askedFor(german, []), { language: undefined, asked: [] });
  assert.equal((await askedFor(german, [listener], new AppError('NO_SPEECH'))).language, undefined);
});

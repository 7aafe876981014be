import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Mode } from '@quoth/contract';
import { type CaptionsToCut, cutCaptions } from './text-rules.ts';

const mode = {
  language: 'en',
  punctuation: true,
  capitalization: true,
  profanityFilter: false,
  removeTrailingPeriod: true,
  englishSpelling: 'british',
  customVocabulary: [],
} as unknown as Mode;

function captionsOf(language: string | null, options: CaptionsToCut['options'] = {}): string {
  const text = 'ein Liter color';
  const speech = { text, duration: 2, segments: [{ id: 0, start: 0, end: 2, text }] };
  return cutCaptions({ speech, language, mode, options, source: 'file', format: 'srt', shape: {} });
}

test('captions follow the language that was spoken, not the mode’s, and the words of the request', () => {
  assert.match(captionsOf('de'), /ein Liter color/);
  assert.match(captionsOf('en'), /ein Litre colour/);
  assert.match(captionsOf('de', { translate: true }), /ein Litre colour/);
  assert.match(captionsOf('de', { vocabulary: ['Liter => L'] }), /ein L color/);
});

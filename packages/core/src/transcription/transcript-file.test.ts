import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Mode } from '@quoth/contract';
import type { StoredRecording } from '../recordings/index.ts';
import { transcriptFile } from './transcript-file.ts';

const mode = {
  language: 'en',
  punctuation: true,
  capitalization: true,
  profanityFilter: false,
  removeTrailingPeriod: true,
  englishSpelling: 'british',
  customVocabulary: [],
} as unknown as Mode;

function captionsOf(language: string | null, options: StoredRecording['work']['options'] = {}): string {
  const segments = [{ id: 0, start: 0, end: 2, text: 'ein Liter color' }];
  const stored = {
    recording: { id: 'r', text: 'ein Liter color', duration: 2 },
    work: { options },
    language,
    words: [],
    segments,
  } as unknown as StoredRecording;
  return transcriptFile({ stored, format: 'srt', mode, shape: {} }).body;
}

test('captions follow the language that was spoken, not the mode’s, and the words of the request [RULES-LANGUAGE]', () => {
  assert.match(captionsOf('de'), /ein Liter color/);
  assert.match(captionsOf('en'), /ein Litre colour/);
  assert.match(captionsOf('de', { translate: true }), /ein Litre colour/);
  assert.match(captionsOf('de', { vocabulary: ['Liter => L'] }), /ein L color/);
});

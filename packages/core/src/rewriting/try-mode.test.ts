import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modeDefaults } from '@quoth/contract';
import type { ModeWithVocabulary } from '../modes.ts';
import { type PostProcessingService, tryMode } from './post-processing.ts';

const snippet = { id: 's', phrase: 'my address', written: 'Main Street 1\nBerlin', kind: 'snippet' } as const;
const mode = {
  ...{ ...modeDefaults, id: 'm', name: 'M', language: 'en', postProcessingMode: 1 },
  scoped: [{ ...snippet, languages: [], modes: [] }],
} as unknown as ModeWithVocabulary;

/** The mode tried on a text, with a language model that answers this; and what that was given. */
async function tried(text: string, answer: string) {
  const sent: string[] = [];
  const transcript: PostProcessingService['transcript'] = async (given) => {
    sent.push(given.text);
    return { text: answer, provider: 'p', model: 'm', preset: 'hyper', postProcessed: true };
  };
  const signal = new AbortController().signal;
  const made = await tryMode({ mode, text, rewrite: true, signal }, { transcript } as PostProcessingService);
  return { sent, text: made.text, isRewritten: made.post_processed, isWarned: made.warning !== undefined };
}

test('a mode that is tried sends no snippet to a language model', async () => {
  const said = 'um send it to my address please';
  const plain = 'um send it to Main Street 1\nBerlin please';
  assert.deepEqual(await tried(said, 'Please send it to {{1}}.'), {
    ...{ sent: ['um send it to {{1}} please'], text: 'Please send it to Main Street 1\nBerlin.' },
    ...{ isRewritten: true, isWarned: false },
  });
  assert.deepEqual(await tried(said, 'Please send it.'), {
    ...{ sent: ['um send it to {{1}} please'], text: plain, isRewritten: false, isWarned: true },
  });
  assert.deepEqual((await tried('My address.', 'anything')).sent, []);
});

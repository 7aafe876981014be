import { createHash } from 'node:crypto';
import { type LearnedWord, limits, type Mode } from '@quoth/contract';
import { learnedWord } from '@quoth/text';
import { sql } from 'kysely';
import type { RecordingPlaces, StoredRecording } from '../recordings/index.ts';
import { dictionaryOf, spokenTerms } from '../rewriting/index.ts';

/** The word that an edit corrected, unless the mode's vocabulary has it, or it or the way back was offered before. */
export async function newlyLearned(
  { database }: Pick<RecordingPlaces, 'database'>,
  { recording, language }: StoredRecording,
  text: string,
  { customVocabulary }: Mode,
): Promise<LearnedWord | undefined> {
  const spoken = language ?? 'auto';
  const found = learnedWord(recording.text, text, {
    knows: dictionaryOf(spoken),
    nounsAreLarge: /^(?:de|auto)(?:[-_]|$)/i.test(spoken),
  });
  if (!found) return undefined;
  const { heard, written, kind } = found;
  const phrase = kind === 'word' ? written : heard;
  // Also an entry for other languages or modes: the vocabulary takes no phrase twice.
  const entries = await database.selectFrom('vocabulary').select('phrase').execute();
  const known = [...spokenTerms(customVocabulary), ...entries.map((entry) => entry.phrase)];
  if (known.some((term) => term.toLowerCase() === phrase.toLowerCase())) return undefined;
  const offer = digestOf(kind === 'word' ? [written] : [heard, written]);
  // Also the way back: what was heard is a word that was offered.
  const before = await database
    .selectFrom('offered_words')
    .select('digest')
    .where('digest', 'in', [offer, digestOf([heard])])
    .executeTakeFirst();
  if (before) return undefined;
  await database
    .insertInto('offered_words')
    .values([...new Set([offer, digestOf([written])])].map((digest) => ({ digest })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // The oldest go: after so many others, a word may be offered again.
  await sql`DELETE FROM offered_words
    WHERE rowid <= (SELECT max(rowid) FROM offered_words) - ${limits.offeredWords}`.execute(database);
  return { heard, phrase, written: kind === 'word' ? null : written };
}

function digestOf(words: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(words.map((word) => word.toLowerCase())))
    .digest('hex');
}

import { type Message, say, type VocabularyEntry } from '@quoth/contract';

/** An entry of a file, as it stands there. */
export interface VocabularyLine {
  /** Counted from 1; a text of several lines counts as one. */
  readonly line: number;
  readonly phrase: string;
  readonly written: string | null;
  readonly languages: readonly string[];
  /** Their names. */
  readonly modes: readonly string[];
  /** Why it cannot be used, where it is known already. */
  readonly problem?: Message;
}

/** An entry for a file; `modes` has their names. */
export type PrintedEntry = Pick<VocabularyEntry, 'phrase' | 'written' | 'languages' | 'modes'>;

/** A place of a file of which nothing can be made. */
export function unreadable(line: number): VocabularyLine {
  return { line, phrase: '', written: null, languages: [], modes: [], problem: say('lineUnreadable') };
}

import { diffWordsWithSpace } from 'diff';

/** A run of one of two texts, and whether the other one has it. */
export interface ChangedRun {
  readonly at: number;
  readonly text: string;
  readonly isChanged: boolean;
}

/** Longer texts are shown without marks: finding them would block the window. */
const MARKED_CHARACTERS = 40_000;

/** Two texts as runs, with the words that only one of them has. */
export function wordChanges(
  before: string,
  after: string,
): { readonly before: ChangedRun[]; readonly after: ChangedRun[] } {
  if (before.length + after.length > MARKED_CHARACTERS) {
    const whole = (text: string) => [{ at: 0, text, isChanged: false }];
    return { before: whole(before), after: whole(after) };
  }
  const parts = diffWordsWithSpace(before, after);
  const side = (left: 'added' | 'removed', mark: 'added' | 'removed') => {
    let at = 0;
    return parts
      .filter((part) => !part[left])
      .map((part) => {
        const run = { at, text: part.value, isChanged: part[mark] };
        at += part.value.length;
        return run;
      });
  };
  return { before: side('added', 'removed'), after: side('removed', 'added') };
}

/** The single word or phrase that an edit replaced; undefined if it did anything else. At most four words count as a phrase. */
export function oneReplacement(
  before: string,
  after: string,
): { readonly phrase: string; readonly written: string } | undefined {
  if (before.length + after.length > MARKED_CHARACTERS) return undefined;
  const words = (text: string) => text.split(/\s+/u).filter((word) => word !== '');
  const [was, is] = [words(before), words(after)];
  let start = 0;
  while (start < was.length && start < is.length && was[start] === is[start]) start++;
  let end = 0;
  while (
    end < was.length - start &&
    end < is.length - start &&
    was[was.length - 1 - end] === is[is.length - 1 - end]
  )
    end++;
  const phrase = bare(was.slice(start, was.length - end).join(' '));
  const written = bare(is.slice(start, is.length - end).join(' '));
  const isPhrase = (text: string) => text !== '' && text.length <= 60 && text.split(' ').length <= 4;
  return isPhrase(phrase) && isPhrase(written) && phrase !== written ? { phrase, written } : undefined;
}

/** Without the punctuation around it. */
function bare(text: string): string {
  return text.replace(/^[\p{P}\s]+|[\p{P}\s]+$/gu, '');
}

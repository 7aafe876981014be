import type { RecognizedSpeech } from '../protocol.ts';

/** A piece of which nothing was said: silence between those that were. */
export const nothingSaid: RecognizedSpeech = { text: '', words: [], segments: [], language: null };

/** What was said in a recording's pieces, in their order, as one. */
export function mergePieces(pieces: readonly RecognizedSpeech[]): RecognizedSpeech {
  return {
    text: joinTexts(pieces.map(({ text }) => text)),
    words: pieces.flatMap(({ words }) => words),
    segments: pieces.flatMap(({ segments }) => segments).map((segment, id) => ({ ...segment, id })),
    language: mostSpoken(pieces),
  };
}

/** The same with times so many seconds later: a piece's own become those of the whole. */
export function laterBy(seconds: number, speech: RecognizedSpeech): RecognizedSpeech {
  if (seconds === 0) return speech;
  const later = <Timed extends { start: number; end: number }>(timed: Timed): Timed => ({
    ...timed,
    start: toMilliseconds(timed.start + seconds),
    end: toMilliseconds(timed.end + seconds),
  });
  return { ...speech, words: speech.words.map(later), segments: speech.segments.map(later) };
}

/** Texts one after another: with a space between them, but not where a script is written without spaces. */
export function joinTexts(texts: readonly string[]): string {
  return texts
    .filter((text) => text !== '')
    .reduce((all, text) => (all === '' ? text : `${all}${needsSpace(all, text) ? ' ' : ''}${text}`), '');
}

const WITHOUT_SPACES =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}。、！？]$/u;

function needsSpace(before: string, after: string): boolean {
  const last = [...before.slice(-2)].at(-1) ?? '';
  const first = [...after.slice(0, 2)][0] ?? '';
  return !(WITHOUT_SPACES.test(last) && WITHOUT_SPACES.test(first));
}

/** The language of most of the text. */
function mostSpoken(pieces: readonly RecognizedSpeech[]): string | null {
  const lengths = new Map<string, number>();
  for (const { language, text } of pieces) {
    if (language !== null && text !== '') lengths.set(language, (lengths.get(language) ?? 0) + text.length);
  }
  const [first] = [...lengths].sort(([, one], [, other]) => other - one);
  return first?.[0] ?? null;
}

function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

import { adviceIn, type TranscriptionWarning, withAdvice } from '@quoth/contract';
import type { Doubt } from '@quoth/text';

/** Less speech without a text may be a laugh or a song, and is not spoken of. Seconds. */
const MIN_MISSED_S = 4;
/** More places than this are not listed. */
const MAX_PLACES = 8;

/** What is said of each kind, after its times. */
const messages: readonly (readonly [readonly Doubt['kind'][], (times: string) => string])[] = [
  [
    ['left-out'],
    (times) => `The text of ${times} is left out: what the model wrote there can't have been said.`,
  ],
  [
    ['repeated', 'too-much'],
    (times) => `The text of ${times} repeats itself, or is more than anyone says in that time.`,
  ],
  [['too-little'], (times) => `Speech at ${times} has no text, or far too little.`],
  [['unspoken'], (times) => `The text of ${times} stands where no one seems to speak.`],
];

/** A warning that also says where the text can't be what was said; the same one where there is no doubt. */
export function withDoubts(
  other: TranscriptionWarning | undefined,
  doubts: readonly Doubt[] = [],
): TranscriptionWarning | undefined {
  const worth = doubts.filter(({ kind, start, end }) => kind !== 'too-little' || end - start >= MIN_MISSED_S);
  if (worth.length === 0) return other;
  const found = messages.flatMap(([kinds, message]) => {
    const places = worth.filter(({ kind }) => kinds.includes(kind));
    return places.length === 0 ? [] : [message(timesOf(places))];
  });
  const code = worth.some(({ kind }) => kind === 'left-out') ? 'TEXT_LEFT_OUT' : 'TEXT_DOUBTFUL';
  const others = other ? adviceIn(other, 'message') : [];
  return withAdvice({ code: other?.code ?? code }, { message: [...others, ...found] });
}

function timesOf(places: readonly Doubt[]): string {
  const listed = places
    .slice(0, MAX_PLACES)
    .map(({ start, end }) => `${start.toFixed(1)}–${end.toFixed(1)} s`)
    .join(', ');
  return places.length > MAX_PLACES ? `${listed}, …` : listed;
}

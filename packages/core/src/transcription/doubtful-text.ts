import { adviceIn, type Reason, say, type TranscriptionWarning, withAdvice } from '@quoth/contract';
import type { Doubt } from '@quoth/text';

/** Less speech without a text may be a laugh or a song, and is not spoken of. Seconds. */
const MIN_MISSED_S = 4;
/** More places than this are not listed. */
const MAX_PLACES = 8;

/** What is said of each kind. */
const reasons = [
  [['left-out'], 'textLeftOut'],
  [['repeated', 'too-much'], 'textRepeats'],
  [['too-little'], 'speechWithoutText'],
  [['unspoken'], 'textWithoutSpeech'],
] as const satisfies readonly (readonly [readonly Doubt['kind'][], Reason])[];

/** A warning that also says where the text can't be what was said; the same one where there is no doubt. */
export function withDoubts(
  other: TranscriptionWarning | undefined,
  doubts: readonly Doubt[] = [],
): TranscriptionWarning | undefined {
  const worth = doubts.filter(({ kind, start, end }) => kind !== 'too-little' || end - start >= MIN_MISSED_S);
  if (worth.length === 0) return other;
  const found = reasons.flatMap(([kinds, reason]) => {
    const places = worth.filter(({ kind }) => kinds.some((one) => one === kind));
    return places.length === 0 ? [] : [say(reason, { times: { list: timesOf(places) } })];
  });
  const code = worth.some(({ kind }) => kind === 'left-out') ? 'TEXT_LEFT_OUT' : 'TEXT_DOUBTFUL';
  const others = other ? adviceIn(other, 'message') : [];
  return withAdvice({ code: other?.code ?? code }, { message: [...others, ...found] });
}

function timesOf(places: readonly Doubt[]): string[] {
  const listed = places
    .slice(0, MAX_PLACES)
    .map(({ start, end }) => `${start.toFixed(1)}–${end.toFixed(1)} s`);
  return places.length > MAX_PLACES ? [...listed, '…'] : listed;
}

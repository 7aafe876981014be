import type { SpeechSegment } from './detect-speech.ts';
import { BANDS, FRAME_RATE, type FrameEnergies, QUIETEST_DB } from './frame-energies.ts';

/** Sound kept before and after a segment, so that soft first and last consonants are kept. */
const MARGIN = 0.25 * FRAME_RATE;
/** Segments closer together than this are recognised as one. */
const BREATH = 0.8 * FRAME_RATE;
/** An utterance is cut here at the latest, to limit memory and the time until the next progress. */
const LONGEST = 20 * FRAME_RATE;
/** A cut is searched for in this range before the latest position. */
const CUT_REACH = 8 * FRAME_RATE;

/** Cuts speech into utterances of at most 20 s, at pauses if there are any. Frames of 10 ms; `end` is exclusive. */
export function planUtterances(
  speechSegments: readonly SpeechSegment[],
  energies: FrameEnergies,
): SpeechSegment[] {
  const joined: SpeechSegment[] = [];
  for (const speechSegment of speechSegments) {
    const last = joined.at(-1);
    const near =
      last !== undefined &&
      speechSegment.start - last.end <= BREATH &&
      speechSegment.end - last.start <= LONGEST;
    if (near) joined[joined.length - 1] = { start: last.start, end: speechSegment.end };
    else joined.push(speechSegment);
  }
  return joined.flatMap((speechSegment, index) => {
    const before = joined[index - 1]?.end ?? 0;
    const after = joined[index + 1]?.start ?? energies.frames;
    const start = Math.max(speechSegment.start - MARGIN, Math.ceil((before + speechSegment.start) / 2), 0);
    const end = Math.min(
      speechSegment.end + MARGIN,
      Math.floor((speechSegment.end + after) / 2),
      energies.frames,
    );
    return cut({ start, end: Math.max(end, speechSegment.end) }, energies);
  });
}

function cut({ start, end }: SpeechSegment, energies: FrameEnergies): SpeechSegment[] {
  const chunks: SpeechSegment[] = [];
  let from = start;
  while (end - from > LONGEST) {
    const at = quietestFrame(from + LONGEST - CUT_REACH, from + LONGEST, energies);
    chunks.push({ start: from, end: at });
    from = at;
  }
  chunks.push({ start: from, end });
  return chunks;
}

/** The middle of the quietest 100 ms between two frames. */
function quietestFrame(from: number, to: number, energies: FrameEnergies): number {
  let best = to;
  let lowest = Number.POSITIVE_INFINITY;
  for (let frame = from; frame + 10 <= to; frame++) {
    let sum = 0;
    for (let at = frame; at < frame + 10; at++) {
      for (let band = 0; band < BANDS; band++) sum += energies.level(at, band) - QUIETEST_DB;
    }
    if (sum < lowest) {
      lowest = sum;
      best = frame + 5;
    }
  }
  return best;
}

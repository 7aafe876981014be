import { breakLines } from './break-lines.ts';
import { type CaptionShape, type CueRoom, roomFor } from './caption-shape.ts';
import { type CueWords, cutCues, textOfCue } from './cut-cues.ts';
import { type CaptionSource, type SpokenWord, spokenWords } from './spoken-words.ts';
import { breakablePieces } from './text-width.ts';
import { type Cue, timeCues } from './time-cues.ts';

/**
 * Captions by the broadcasters' rules (the BBC's and Netflix's guides agree on them): at most two lines of 42 characters, broken at phrases and
 * balanced, 1 to 7 s, at most 20 characters per second, no lone words, small gaps closed. Priorities on conflict: no word lost, in sync with the speech, at
 * most 7 s, two lines, reading speed, then 1 s.
 */
export function makeCues(source: CaptionSource, shape: CaptionShape): Cue[] {
  const { rewrite = (text: string) => text } = source;
  const words = spokenWords(source);
  const room = roomFor(words.map(({ text }) => text).join(''), shape);
  const cues = cutCues(words, room).flatMap((cue) => written(cue, rewrite, room));
  return timeCues(
    cues.filter(({ text }) => text !== ''),
    source.duration,
  );
}

/** One cue with its lines, or several if text rules made it too long for one. */
function written(words: CueWords, rewrite: (text: string) => string, room: CueRoom): Cue[] {
  const text = rewrite(textOfCue(words)).trim();
  const { lines, fits } = breakLines(text, room);
  const cue = { start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0, text: lines.join('\n') };
  if (fits) return [cue];
  const halves = halved(words);
  if (halves) return halves.flatMap((half) => written(half, rewrite, room));
  // One word that a rule expanded into several.
  const pieces = breakablePieces(text);
  const length = (cue.end - cue.start) / Math.max(1, pieces.length);
  const spread = pieces.map((piece, index) => ({
    text: piece,
    start: cue.start + index * length,
    end: cue.start + (index + 1) * length,
  }));
  return pieces.length > 1 ? cutCues(spread, room).map((part) => withLines(part, room)) : [cue];
}

function withLines(words: CueWords, room: CueRoom): Cue {
  const text = textOfCue(words);
  const { lines } = breakLines(text, room);
  return { start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0, text: lines.join('\n') };
}

function halved(words: CueWords): readonly [readonly SpokenWord[], readonly SpokenWord[]] | undefined {
  const middle = Math.ceil(words.length / 2);
  return words.length > 1 ? [words.slice(0, middle), words.slice(middle)] : undefined;
}

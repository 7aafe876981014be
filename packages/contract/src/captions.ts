import type { Segment, Word } from './transcribe.ts';

/** What a caption file is made from. */
export interface CaptionSource {
  readonly text: string;
  /** Seconds. */
  readonly duration: number;
  readonly segments?: readonly Segment[];
  readonly words?: readonly Word[];
  /** Applied to the text of each cue that is cut from words or segments, such as a mode's text rules. */
  readonly rewrite?: (text: string) => string;
}

interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Two lines of 42 characters, seven seconds: what broadcasters' caption guides allow at most. */
const CUE_CHARACTERS = 84;
const CUE_SECONDS = 7;
const LINE_CHARACTERS = 42;
/** A pause this long starts a new cue. Seconds. */
const CUE_PAUSE = 0.8;

/** SubRip (.srt): numbered cues, `00:00:01,250 --> 00:00:03,000`. */
export function toSrt(source: CaptionSource): string {
  return cues(source)
    .map(
      (cue, index) =>
        `${index + 1}\n${clock(cue.start, ',')} --> ${clock(cue.end, ',')}\n${wrap(cue.text)}\n`,
    )
    .join('\n');
}

/** WebVTT (.vtt): `00:00:01.250 --> 00:00:03.000`, text escaped. */
export function toVtt(source: CaptionSource): string {
  const body = cues(source)
    .map((cue) => `${clock(cue.start, '.')} --> ${clock(cue.end, '.')}\n${wrap(escapeVtt(cue.text))}\n`)
    .join('\n');
  return body === '' ? 'WEBVTT\n' : `WEBVTT\n\n${body}`;
}

/** Cues from words where there are any, else from segments, else one cue for the whole text. */
function cues(source: CaptionSource): Cue[] {
  const words = source.words ?? [];
  const segments = source.segments ?? [];
  const cut = words.length > 0 ? cuesOfWords(words) : segments.map(trimmed);
  if (cut.length > 0) {
    const { rewrite = (text: string) => text } = source;
    const written = cut.map((cue) => ({ ...cue, text: rewrite(cue.text).trim() }));
    return endBeforeNext(written.filter(hasText), source.duration);
  }
  const text = source.text.trim();
  return text === '' ? [] : [{ start: 0, end: Math.max(source.duration, 0.5), text }];
}

function trimmed(segment: Segment): Cue {
  return { start: segment.start, end: segment.end, text: segment.text.trim() };
}

function hasText(cue: Cue): boolean {
  return cue.text !== '';
}

function cuesOfWords(words: readonly Word[]): Cue[] {
  const result: Cue[] = [];
  let current: Word[] = [];
  for (const word of words) {
    const first = current[0];
    const last = current.at(-1);
    const tooLong = first !== undefined && word.end - first.start > CUE_SECONDS;
    const tooWide = joined([...current, word]).length > CUE_CHARACTERS;
    const paused = last !== undefined && word.start - last.end > CUE_PAUSE;
    if (current.length > 0 && (tooLong || tooWide || paused)) {
      result.push(toCue(current));
      current = [];
    }
    current.push(word);
  }
  if (current.length > 0) result.push(toCue(current));
  return result;
}

function joined(words: readonly Word[]): string {
  return words.map((word) => word.word).join(' ');
}

function toCue(words: readonly Word[]): Cue {
  return { start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0, text: joined(words) };
}

/** Players drop cues of no length and overlap those that run into the next. */
function endBeforeNext(list: readonly Cue[], duration: number): Cue[] {
  return list.map((cue, index) => {
    const next = list[index + 1]?.start ?? Math.max(duration, cue.start + 0.5);
    const end = Math.min(Math.max(cue.end, cue.start + 0.5), Math.max(next, cue.start + 0.001));
    return { ...cue, end };
  });
}

function clock(seconds: number, separator: ',' | '.'): string {
  const total = Math.max(0, Math.round(seconds * 1000));
  const part = (value: number, digits: number) => String(value).padStart(digits, '0');
  const hours = Math.floor(total / 3_600_000);
  const minutes = Math.floor(total / 60_000) % 60;
  const whole = Math.floor(total / 1000) % 60;
  return `${part(hours, 2)}:${part(minutes, 2)}:${part(whole, 2)}${separator}${part(total % 1000, 3)}`;
}

/** Lines of at most 42 characters, broken at spaces; a longer single word stays whole. */
function wrap(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= LINE_CHARACTERS)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}

function escapeVtt(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

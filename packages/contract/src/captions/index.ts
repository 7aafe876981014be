import { type CaptionShape, READING_SPEED } from './caption-shape.ts';
import { makeCues } from './make-cues.ts';
import type { CaptionSource } from './spoken-words.ts';
import { type Cue, tooFast } from './time-cues.ts';

export { type CaptionShape, captionLimits } from './caption-shape.ts';
export type { CaptionSource } from './spoken-words.ts';

/** SubRip (.srt): numbered cues, `00:00:01,250 --> 00:00:03,000`. */
export function toSrt(source: CaptionSource, shape: CaptionShape = {}): string {
  return makeCues(source, shape)
    .map((cue, index) => `${index + 1}\n${clock(cue.start, ',')} --> ${clock(cue.end, ',')}\n${cue.text}\n`)
    .join('\n');
}

/** WebVTT (.vtt): `00:00:01.250 --> 00:00:03.000`, text escaped. If any cues exceed the reading speed, a note counts them. */
export function toVtt(source: CaptionSource, shape: CaptionShape = {}): string {
  const cues = makeCues(source, shape);
  const blocks = cues.map(
    (cue) => `${clock(cue.start, '.')} --> ${clock(cue.end, '.')}\n${escapeVtt(cue.text)}\n`,
  );
  return ['WEBVTT\n', ...noteOf(cues), ...blocks].join('\n');
}

function noteOf(cues: readonly Cue[]): string[] {
  const fast = tooFast(cues);
  return fast === 0
    ? []
    : [
        `NOTE ${fast} of ${cues.length} captions read faster than ${READING_SPEED} characters per second, as they were spoken.\n`,
      ];
}

function clock(seconds: number, separator: ',' | '.'): string {
  const total = Math.max(0, Math.round(seconds * 1000));
  const part = (value: number, digits: number) => String(value).padStart(digits, '0');
  const hours = Math.floor(total / 3_600_000);
  const minutes = Math.floor(total / 60_000) % 60;
  const whole = Math.floor(total / 1000) % 60;
  return `${part(hours, 2)}:${part(minutes, 2)}:${part(whole, 2)}${separator}${part(total % 1000, 3)}`;
}

function escapeVtt(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

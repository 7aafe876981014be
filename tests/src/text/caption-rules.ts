/** A cue as an .srt file has it. */
export interface FileCue {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** Reads an .srt file; throws where it is none. */
export function readSrt(srt: string): FileCue[] {
  return srt
    .trim()
    .split('\n\n')
    .map((block, index) => {
      const [number, times = '', ...lines] = block.split('\n');
      if (number !== String(index + 1)) throw new Error(`Cue ${index + 1} is numbered ${number}.`);
      const [start = Number.NaN, end = Number.NaN] = times.split(' --> ').map(seconds);
      return { start, end, lines };
    });
}

function seconds(clock: string): number {
  const [, hours, minutes, whole, milliseconds] = /^(\d\d):(\d\d):(\d\d),(\d{3})$/.exec(clock) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(whole) + Number(milliseconds) / 1000;
}

/** What is said, and when, in seconds. */
export interface Said {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

const MILLISECOND = 0.0015;
const PAUSE = 1.5;

/**
 * Every rule that captions break, in words; `fullWidth` for Chinese and Japanese. Written apart from the code that
 * makes them.
 */
export function brokenRules(cues: readonly FileCue[], said: readonly Said[], fullWidth = false): string[] {
  const broken: string[] = [];
  const [length, most] = fullWidth ? [16, 10] : [42, 20];
  const letters = (text: string) => text.replace(/\s/g, '');
  const written = cues.map(({ lines }) => lines.join(fullWidth ? '' : ' '));
  if (letters(written.join('')) !== letters(said.map(({ word }) => word).join('')))
    broken.push('a word was lost');
  let at = 0;
  for (const [index, cue] of cues.entries()) {
    const rule = (holds: boolean, what: string) => holds || broken.push(`cue ${index + 1}: ${what}`);
    const next = cues[index + 1];
    const text = written[index] ?? '';
    const first = at;
    for (let left = letters(text).length; left > 0; at++) left -= letters(said[at]?.word ?? ' ').length || 1;
    const [opening, closing, following] = [said[first], said[at - 1], said[at]];
    rule(Math.abs(cue.start - (opening?.start ?? 0)) < MILLISECOND, 'begins with its first word');
    rule(cue.end > cue.start && cue.end <= (next?.start ?? Number.POSITIVE_INFINITY), 'ends before the next');
    const duration = cue.end - cue.start;
    rule(duration <= 7 + MILLISECOND, 'at most 7 s');
    rule(
      cue.end >= Math.min(closing?.end ?? 0, cue.start + 7) - MILLISECOND || cue.end === next?.start,
      'stays while it is spoken',
    );
    rule(cue.lines.length <= 2, 'at most two lines');
    rule(
      // A word that is longer than a line stays whole; Chinese and Japanese have none.
      cue.lines.every((line) => line.length <= length || (!fullWidth && !line.includes(' '))),
      `at most ${length} a line`,
    );
    rule(cue.lines.length === 1 || text.length > length, 'one line where one is enough');
    const gap = next === undefined ? 0 : next.start - cue.end;
    const isFull = next === undefined || gap === 0 || duration > 7 - MILLISECOND;
    rule(text.length / duration <= most + 0.1 || isFull, 'reading speed, or it fills the gap');
    rule(duration >= 1 - MILLISECOND || isFull, 'at least 1 s, or it fills the gap');
    rule(gap === 0 || gap >= 0.5 - MILLISECOND || duration > 7 - MILLISECOND, 'no small gap');
    const before = (opening?.start ?? 0) - (said[first - 1]?.end ?? Number.NEGATIVE_INFINITY);
    const after = (following?.start ?? Number.POSITIVE_INFINITY) - (closing?.end ?? 0);
    rule(at - first > 1 || (before >= PAUSE && after >= PAUSE), 'no lone word');
  }
  return broken;
}

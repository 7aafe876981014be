import type { SpeechTranscript } from './speech-step.ts';

/** The transcript of a part, and where the part begins in the whole, in seconds. */
export interface PartTranscript extends SpeechTranscript {
  readonly startSeconds: number;
}

/** Parts of one recording as one transcript, times counted from the start of the whole; the language is the first that a part names. */
export function joinTranscripts(parts: readonly PartTranscript[]): SpeechTranscript {
  return {
    text: parts
      .map(({ text }) => text.trim())
      .filter((text) => text !== '')
      .join(' '),
    words: parts.flatMap(({ words, startSeconds }) => words.map((word) => moved(word, startSeconds))),
    segments: parts
      .flatMap(({ segments, startSeconds }) => segments.map((segment) => moved(segment, startSeconds)))
      .map((segment, id) => ({ ...segment, id })),
    language: parts.find(({ language }) => language !== null)?.language ?? null,
  };
}

function moved<Timed extends { start: number; end: number }>(timed: Timed, seconds: number): Timed {
  return { ...timed, start: timed.start + seconds, end: timed.end + seconds };
}

import {
  type CaptionShape,
  type Mode,
  plainText,
  type TranscriptFormat,
  toSrt,
  toVtt,
} from '@quoth/contract';
import type { TranscriptFile } from '../core.ts';
import type { StoredRecording } from '../recordings/index.ts';
import { textRulesOf } from './text-rules-of.ts';

const contentTypes: Readonly<Record<TranscriptFormat, string>> = {
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

/** A transcript and how it is to look. Plain data, so that another thread can be handed it. */
export interface TranscriptToPrint {
  readonly stored: StoredRecording;
  readonly format: TranscriptFormat;
  readonly mode: Mode;
  readonly shape: CaptionShape;
}

/**
 * A recording's transcript as a file. Captions are cut from the engine's words, so the text rules (the mode's and
 * the request's, in the language that was spoken) are applied to each cue: what the user asked to be replaced or hidden is so in captions too.
 */
export function transcriptFile({ stored, format, mode, shape }: TranscriptToPrint): TranscriptFile {
  const { recording, words, segments, language, work } = stored;
  const source = { text: recording.text, duration: recording.duration, words, segments };
  // Line breaks are the layout's own in captions.
  const captionMode = { ...mode, removeTrailingPeriod: false, spokenLineBreaks: false };
  const rules = textRulesOf(captionMode, work.options, recording.source);
  const rewrite = (cue: string) => rules.rewrite(cue, language);
  const bodies: Readonly<Record<TranscriptFormat, () => string>> = {
    txt: () => (recording.text === '' ? '' : `${recording.text}\n`),
    md: () => markdownOf(recording),
    srt: () => toSrt({ ...source, rewrite }, shape),
    vtt: () => toVtt({ ...source, rewrite }, shape),
    json: () => `${JSON.stringify({ ...recording, audioFilePath: undefined, segments, words }, null, 2)}\n`,
  };
  return {
    // Rows of earlier versions may hold control characters; JSON writes them as escapes.
    body: format === 'json' ? bodies.json() : plainText(bodies[format]()),
    contentType: contentTypes[format],
    fileName: `${recording.id}.${format}`,
  };
}

/** A heading that tells when and how it was recorded, then the text as it is. */
function markdownOf({ date, duration, mode, text }: StoredRecording['recording']): string {
  const minutes = Math.floor(duration / 60);
  const seconds = Math.round(duration % 60);
  const facts = [mode, minutes > 0 ? `${minutes} min ${seconds} s` : `${seconds} s`].filter(
    (fact) => fact !== null,
  );
  return `# ${date.slice(0, 16).replace('T', ' ')} UTC\n\n${facts.join(' · ')}\n\n${text}\n`;
}

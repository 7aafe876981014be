import {
  type CaptionFormat,
  type CaptionShape,
  type Mode,
  plainText,
  type RecordingSource,
} from '@quoth/contract';
import { type CaptionSource, toSrt, toVtt } from '@quoth/text';
import type { WorkOptions } from './planning/work-options.ts';
import { textRulesOf } from './text-rules-of.ts';

/** What captions are cut from, and how they are to look. Plain data, so that another thread can be handed it. */
export interface CaptionsToCut {
  readonly speech: Omit<CaptionSource, 'rewrite'>;
  /** BCP-47; null if unknown. */
  readonly language: string | null;
  readonly mode: Mode;
  readonly options: Pick<WorkOptions, 'vocabulary' | 'translate'>;
  readonly source: RecordingSource;
  readonly format: CaptionFormat;
  readonly shape: CaptionShape;
}

/**
 * Captions are cut from the engine's words, so the text rules (the mode's and the request's, in the language that was spoken) are applied
 * to each cue: what the user asked to be replaced or hidden is so in captions too.
 */
export function cutCaptions({
  speech,
  language,
  mode,
  options,
  source,
  format,
  shape,
}: CaptionsToCut): string {
  // Line breaks are the layout's own in captions.
  const captionMode = { ...mode, removeTrailingPeriod: false, spokenLineBreaks: false };
  const rules = textRulesOf(captionMode, options, source);
  const rewritten = { ...speech, rewrite: (cue: string) => rules.rewrite(cue, language) };
  return plainText(format === 'srt' ? toSrt(rewritten, shape) : toVtt(rewritten, shape));
}

import { AppError, type Mode } from '@quoth/contract';
import type { StoredRecording } from '../recordings/index.ts';
import { textRulesOf } from './text-rules-of.ts';

/** The transcript after the mode's text rules, as it was before a language model rewrote it. Throws INVALID_REQUEST if none did. */
export async function textBeforeRewriting(
  { recording, language, work }: StoredRecording,
  mode: Mode,
): Promise<string> {
  if (recording.postProcessedText === null || recording.transcribedText === null) {
    throw new AppError('INVALID_REQUEST', {
      message: 'This recording was not rewritten.',
      hint: "Its text is the speech engine's own, after the mode's text rules.",
    });
  }
  return textRulesOf(mode, work.options, recording.source).rewriteAll(recording.transcribedText, language);
}

import { AppError, type Mode } from '@quoth/contract';
import type { StoredRecording } from '../recordings/index.ts';
import { applyTextRules } from '../rewriting/index.ts';

/** The transcript after the mode's text rules, as it was before a language model rewrote it. Throws INVALID_REQUEST where none did. */
export function textBeforeRewriting({ recording, language }: StoredRecording, mode: Mode): string {
  if (recording.postProcessedText === null || recording.transcribedText === null) {
    throw new AppError('INVALID_REQUEST', {
      message: 'This recording was not rewritten.',
      hint: 'Its text is what the speech engine gave, after the text rules of its mode.',
    });
  }
  return applyTextRules(recording.transcribedText, { ...mode, ...(language !== null && { language }) });
}

import type { ActiveRecording, Processing } from '@quoth/contract';
import { isUnremarkable } from './indicator-view.ts';
import type { Remark } from './remarks.ts';

/** Why a recording ended of which its user knows nothing: they may speak on. */
const endings: Readonly<Partial<Record<Processing['ended_by'], string>>> = {
  'screen-locked': 'The screen was locked, which ended the recording.',
  suspended: 'The computer went to sleep, which ended the recording.',
  'microphone-lost': 'The microphone was disconnected, which ended the recording.',
  'microphone-failed': 'The microphone stopped working, which ended the recording.',
  'disk-failed': 'The disk takes no more, which ended the recording.',
  limit: 'The recording has reached six hours, its limit, and was ended.',
  forgotten: 'Nobody spoke for ten minutes, so the recording was ended.',
};

/** What the user is to be told of a dictation. */
export interface DictationRemark extends Pick<Remark, 'line' | 'hint' | 'mode'> {
  /** It is so with every dictation until somebody changes it, and need not be said with each. */
  readonly isLasting?: boolean;
}

/** What is to be said of a dictation, wherever it is on its way; undefined if all is as it should be. */
export function remarkOn(dictation: ActiveRecording | Processing): DictationRemark | undefined {
  const { mode } = dictation;
  if (!('ended_by' in dictation)) {
    const news = dictation.warnings.find(({ level }) => level === 'info');
    return news && { line: news.message, hint: news.hint };
  }
  const { phase, error, ended_by, program, delivery } = dictation;
  // Who asked for the text alone has the warning beside it.
  const warning = phase === 'transcribing' || delivery === 'none' ? undefined : dictation.warning;
  // A program is told by its answer.
  const ending = program === null && phase !== 'cancelled' ? endings[ended_by] : undefined;
  if (error !== null) {
    if (isUnremarkable(phase, error.code)) return ending === undefined ? undefined : { line: ending };
    // What kept it from becoming a text says how it ended, too.
    const line = ending === undefined || phase === 'failed' ? error.message : `${ending} ${error.message}`;
    return { line, hint: error.hint ?? keptHint(dictation), mode: mode.name };
  }
  if (warning !== undefined) {
    // Two warnings come as two lines.
    const message = warning.message.replaceAll('\n', ' ');
    const line = ending === undefined ? message : `${ending} ${message}`;
    return { line, mode: mode.name, isLasting: warning.code === 'MISSING_API_KEY' };
  }
  if (ending === undefined) return undefined;
  return { line: ending, hint: 'What you said until then becomes text.', mode: mode.name };
}

/** Where what was said still is, if nothing else is to be done about it. */
function keptHint({ phase, private: isPrivate, duration_ms }: Processing): string | undefined {
  if (phase !== 'failed' || duration_ms === 0) return undefined;
  return isPrivate ? undefined : 'What you said is in the history, where it can be transcribed again.';
}

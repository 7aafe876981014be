import { type Mode, type TranscriptFormat, toSrt, toVtt } from '@quoth/contract';
import type { TranscriptFile } from '../core.ts';
import type { StoredRecording } from '../recordings/index.ts';
import { applyTextRules } from '../text-rules/index.ts';

const contentTypes: Readonly<Record<TranscriptFormat, string>> = {
  txt: 'text/plain; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

/**
 * A recording's transcript as a file. Captions are cut from the engine's words, so the mode's text rules are applied to each
 * cue: what the user asked to be replaced or hidden is so in captions too.
 */
export function transcriptFile(
  stored: StoredRecording,
  format: TranscriptFormat,
  mode: Mode,
): TranscriptFile {
  const { recording, words, segments } = stored;
  const source = { text: recording.text, duration: recording.duration, words, segments };
  const rewrite = (cue: string) => applyTextRules(cue, { ...mode, removeTrailingPeriod: false });
  const bodies: Readonly<Record<TranscriptFormat, () => string>> = {
    txt: () => (recording.text === '' ? '' : `${recording.text}\n`),
    srt: () => toSrt({ ...source, rewrite }),
    vtt: () => toVtt({ ...source, rewrite }),
    json: () => `${JSON.stringify({ ...recording, audioFilePath: undefined, segments, words }, null, 2)}\n`,
  };
  return {
    body: bodies[format](),
    contentType: contentTypes[format],
    fileName: `${recording.id}.${format}`,
  };
}

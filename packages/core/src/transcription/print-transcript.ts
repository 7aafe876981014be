import { type CaptionShape, type Mode, plainText, type TranscriptFormat } from '@quoth/contract';
import type { TranscriptFile } from '../declarations/index.ts';
import type { StoredRecording } from '../recordings/index.ts';
import { printCaptions } from './print-captions.ts';

const contentTypes: Readonly<Record<TranscriptFormat, string>> = {
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

/** A transcript and how it is to look. */
export interface TranscriptToPrint {
  readonly stored: StoredRecording;
  readonly format: TranscriptFormat;
  readonly mode: Mode;
  readonly shape: CaptionShape;
}

/** A recording's transcript as a file. */
export async function printTranscript(given: TranscriptToPrint): Promise<TranscriptFile> {
  const { stored, format } = given;
  return {
    body: await bodyOf(given),
    contentType: contentTypes[format],
    fileName: `${stored.recording.id}.${format}`,
  };
}

/** Rows of earlier versions may hold control characters, which are left out; JSON writes them as escapes. */
function bodyOf({ stored, format, mode, shape }: TranscriptToPrint): string | Promise<string> {
  const { recording, words, segments, language, work } = stored;
  switch (format) {
    case 'txt':
      return recording.text === '' ? '' : plainText(`${recording.text}\n`);
    case 'md':
      return plainText(markdownOf(recording));
    case 'json':
      return `${JSON.stringify({ ...recording, audioFilePath: undefined, segments, words }, null, 2)}\n`;
    case 'srt':
    case 'vtt': {
      const { text, duration, source } = recording;
      const speech = { text, duration, words, segments };
      return printCaptions({ speech, language, mode, options: work.options, source, format, shape });
    }
  }
}

/** A heading with when and how it was recorded, then the unchanged text. */
function markdownOf({ date, duration, mode, text }: StoredRecording['recording']): string {
  const minutes = Math.floor(duration / 60);
  const seconds = Math.round(duration % 60);
  const facts = [mode, minutes > 0 ? `${minutes} min ${seconds} s` : `${seconds} s`].filter(
    (fact) => fact !== null,
  );
  return `# ${date.slice(0, 16).replace('T', ' ')} UTC\n\n${facts.join(' · ')}\n\n${text}\n`;
}

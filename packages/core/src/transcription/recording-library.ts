import {
  AppError,
  type CaptionShape,
  type Message,
  type Mode,
  plainText,
  type Recording,
  say,
  type TranscriptFormat,
} from '@quoth/contract';
import { authorOf, checkSees, seesOnly } from '../callers.ts';
import type { Caller, Recordings, TranscriptFile } from '../declarations/index.ts';
import type { ModeSource } from '../modes.ts';
import {
  editRecording,
  getAudio,
  getRecording,
  getStored,
  knownVoiceLines,
  makerOf,
  moveToTrash,
  previewRetention,
  purgeTrash,
  type RecordingFinder,
  type RecordingPlaces,
  restoreRecording,
  type StoredRecording,
  unfinishedWork,
} from '../recordings/index.ts';
import { printCaptions, textRulesOf } from './job-text-rules.ts';
import { newlyLearned } from './newly-learned.ts';
import type { VoiceLines } from './voice-lines.ts';

interface RecordingLibraryOptions {
  readonly places: RecordingPlaces;
  readonly finder: RecordingFinder;
  readonly modes: ModeSource;
  readonly lines: Pick<VoiceLines, 'of'>;
  /** True while the recording is being made or transcribed. */
  readonly isInProgress: (id: string) => boolean;
  /** How far the work on a recording is; undefined if nothing is being done. */
  readonly percentOf: (id: string) => number | undefined;
}

/**
 * Past transcriptions as callers see them: with the progress of the work on them, and protected from changes while it
 * lasts.
 */
export function recordingLibrary(options: RecordingLibraryOptions): Recordings {
  const { places, finder, modes, lines, isInProgress, percentOf } = options;
  const { makers } = places;
  const withProgress = (recording: Recording): Recording => {
    const progressPercent = percentOf(recording.id);
    return { ...recording, ...(progressPercent !== undefined && { progressPercent }) };
  };
  const see = (id: string, caller: Caller) => checkSees(caller, () => makerOf(places, id));
  /** The recording's own mode if it still exists, or else the default one. */
  const modeOf = ({ modeId }: Recording): Mode =>
    modes.list().find(({ id }) => id === modeId) ?? modes.default();
  const refuseUnfinished = (id: string, remedy: Message) => {
    if (!isInProgress(id)) return;
    throw new AppError('BUSY', { message: say('namedRecordingInProgress', { id }), remedy });
  };
  return {
    get: async (id, caller) => {
      await see(id, caller);
      return withProgress(await getRecording(places, id));
    },
    unfinished: async () => (await unfinishedWork(places)).map(({ recording }) => withProgress(recording)),
    isMadeBy: (id, tokenId) => makers.isMadeBy(id, tokenId),
    search: (query, caller, signal) => finder.search(query, signal, seesOnly(caller)),
    newestTexts: (count) => finder.newestTexts(count),
    statistics: (signal) => finder.statistics(signal),
    moveToTrash: async (id, caller) => {
      await see(id, caller);
      refuseUnfinished(id, say('waitThenDelete', { id }));
      await moveToTrash(places, id, authorOf(caller));
    },
    edit: async (id, text, { learn = false } = {}) => {
      refuseUnfinished(id, say('waitThenEdit', { id }));
      const before = learn && text !== null ? await getStored(places, id) : undefined;
      const recording = await editRecording(places, id, text);
      const learned = before && (await newlyLearned(places, before, recording.text, modeOf(recording)));
      return { recording, ...(learned && { learned }) };
    },
    learn: async (id, text) => {
      const stored = await getStored(places, id);
      return newlyLearned(places, stored, text, modeOf(stored.recording));
    },
    undoRewriting: async (id) => {
      const stored = await getStored(places, id);
      return editRecording(places, id, await textBeforeRewriting(stored, modeOf(stored.recording)));
    },
    previewRetention: (days) => previewRetention(places, days),
    restore: async (id, caller) => {
      await see(id, caller);
      return restoreRecording(places, id);
    },
    purge: async (ids, caller) => {
      for (const id of ids ?? []) await see(id, caller);
      return purgeTrash(places, ids, seesOnly(caller));
    },
    audio: async (id, caller) => {
      await see(id, caller);
      return getAudio(places, id);
    },
    voiceLine: (id, signal) => lines.of(id.toLowerCase(), signal),
    voiceLines: (ids) => knownVoiceLines(places, ids),
    transcript: async (id, format, shape, caller) => {
      await see(id, caller);
      const stored = await getStored(places, id);
      return printTranscript({ stored, format, mode: modeOf(stored.recording), shape });
    },
  };
}

/**
 * The transcript after the mode's text rules, as it was before a language model rewrote it. Throws CONFLICT if none
 * did.
 */
async function textBeforeRewriting(
  { recording, language, work, segments }: StoredRecording,
  mode: Mode,
): Promise<string> {
  if (recording.postProcessedText === null || recording.transcribedText === null) {
    throw new AppError('CONFLICT', {
      message: say('recordingNotRewritten'),
      hint: say('textIsEngines'),
    });
  }
  const { rewriteAll } = textRulesOf(mode, work.options, recording.source, Date.parse(recording.date));
  return (await rewriteAll({ text: recording.transcribedText, segments }, language)).text;
}

const contentTypes: Readonly<Record<TranscriptFormat, string>> = {
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

/** A transcript and how it is to look. */
interface TranscriptToPrint {
  readonly stored: StoredRecording;
  readonly format: TranscriptFormat;
  readonly mode: Mode;
  readonly shape: CaptionShape;
}

/** A recording's transcript as a file. */
async function printTranscript(given: TranscriptToPrint): Promise<TranscriptFile> {
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
      const { text, duration } = recording;
      const speech = { text, duration, words, segments };
      return printCaptions({ speech, language, mode, options: work.options, format, shape });
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

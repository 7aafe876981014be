import {
  AppError,
  type CaptionShape,
  type Mode,
  plainText,
  type Recording,
  type RecordingPage,
  type RetentionPreview,
  type SearchRecordingsQuery,
  type Statistics,
  type TranscriptFormat,
} from '@quoth/contract';
import { ownFile } from '@quoth/processes/places';
import { runInThread } from '../base/index.ts';
import type { ChangeAuthor, Recordings, ServedFile, TranscriptFile } from '../declarations/index.ts';
import type { ModeSource } from '../modes.ts';
import type {
  RecordingFinder,
  RecordingMakers,
  RecordingStore,
  RecordingTrash,
  RecordingWork,
  Retention,
  StoredRecording,
} from '../recordings/index.ts';
import { type CaptionsToCut, cutCaptions, textRulesOf } from './text-rules.ts';

export interface RecordingLibraryOptions {
  readonly store: RecordingStore;
  readonly finder: RecordingFinder;
  readonly trash: RecordingTrash;
  readonly makers: Pick<RecordingMakers, 'maker' | 'isMadeBy'>;
  readonly work: Pick<RecordingWork, 'unfinished'>;
  readonly retention: Pick<Retention, 'preview'>;
  readonly modes: ModeSource;
  /** True while the recording is being made or transcribed. */
  readonly isAtWork: (id: string) => boolean;
  /** How far the work on a recording is; undefined if nothing is being done. */
  readonly percentOf: (id: string) => number | undefined;
}

/** Past transcriptions as callers see them: with the progress of the work on them, and protected from changes while it lasts. */
export class RecordingLibrary implements Recordings {
  readonly #with: RecordingLibraryOptions;

  constructor(options: RecordingLibraryOptions) {
    this.#with = options;
  }

  async get(id: string): Promise<Recording> {
    return this.#withProgress(await this.#with.store.get(id));
  }

  async unfinished(): Promise<Recording[]> {
    const unfinished = await this.#with.work.unfinished();
    return unfinished.map(({ recording }) => this.#withProgress(recording));
  }

  maker(id: string): Promise<string | null> {
    return this.#with.makers.maker(id);
  }

  isMadeBy(id: string, tokenId: string): boolean {
    return this.#with.makers.isMadeBy(id, tokenId);
  }

  search(query: SearchRecordingsQuery, signal?: AbortSignal, madeBy?: string): Promise<RecordingPage> {
    return this.#with.finder.search(query, signal, madeBy);
  }

  newestTexts(count: number): Promise<readonly string[]> {
    return this.#with.finder.newestTexts(count);
  }

  statistics(signal?: AbortSignal): Promise<Statistics> {
    return this.#with.finder.statistics(signal);
  }

  async moveToTrash(id: string, by?: ChangeAuthor): Promise<void> {
    this.#refuseAtWork(id, 'delete it');
    await this.#with.trash.moveToTrash(id, by);
  }

  async edit(id: string, text: string | null): Promise<Recording> {
    this.#refuseAtWork(id, 'edit it');
    return this.#with.store.edit(id, text);
  }

  async undoRewriting(id: string): Promise<Recording> {
    const { store } = this.#with;
    const stored = await store.stored(id);
    return store.edit(id, await textBeforeRewriting(stored, this.#modeOf(stored.recording)));
  }

  previewRetention(days: number): Promise<RetentionPreview> {
    return this.#with.retention.preview(days);
  }

  restore(id: string): Promise<Recording> {
    return this.#with.trash.restore(id);
  }

  purge(ids: readonly string[] | undefined, madeBy?: string): Promise<number> {
    return this.#with.trash.purge(ids, madeBy);
  }

  audio(id: string): Promise<ServedFile> {
    return this.#with.store.audio(id);
  }

  async transcript(id: string, format: TranscriptFormat, shape: CaptionShape): Promise<TranscriptFile> {
    const stored = await this.#with.store.stored(id);
    return printTranscript({ stored, format, mode: this.#modeOf(stored.recording), shape });
  }

  #withProgress(recording: Recording): Recording {
    const progressPercent = this.#with.percentOf(recording.id);
    return { ...recording, ...(progressPercent !== undefined && { progressPercent }) };
  }

  /** The recording's own mode if it still exists, or else the default one. */
  #modeOf({ modeId }: Recording): Mode {
    const { modes } = this.#with;
    return modes.list().find(({ id }) => id === modeId) ?? modes.default();
  }

  /** `thenWhat`: what the caller wants to do, such as "delete it". */
  #refuseAtWork(id: string, thenWhat: string): void {
    if (!this.#with.isAtWork(id)) return;
    throw new AppError('BUSY', {
      message: `The recording ${id} is being processed.`,
      remedy: { kind: 'wait-for-recording', id, next: thenWhat },
    });
  }
}

/** The transcript after the mode's text rules, as it was before a language model rewrote it. Throws CONFLICT if none did. */
export async function textBeforeRewriting(
  { recording, language, work }: StoredRecording,
  mode: Mode,
): Promise<string> {
  if (recording.postProcessedText === null || recording.transcribedText === null) {
    throw new AppError('CONFLICT', {
      message: 'This recording was not rewritten.',
      hint: "Its text is the speech engine's own, after the mode's text rules.",
    });
  }
  return textRulesOf(mode, work.options, recording.source).rewriteAll(recording.transcribedText, language);
}

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

/** Cutting captions from fewer words takes less time than starting a thread. */
const INLINE_WORDS = 2_000;
/** Characters of a text without times; it has about as many words. */
const INLINE_CHARACTERS = 12_000;

/** Captions as text. Long ones are cut in a thread of their own, so that nothing else waits meanwhile. */
export async function printCaptions(given: CaptionsToCut): Promise<string> {
  const { text, words = [] } = given.speech;
  if (words.length <= INLINE_WORDS && text.length <= INLINE_CHARACTERS) return cutCaptions(given);
  return runInThread(ownFile('./print-captions-worker.ts', import.meta.url), given);
}

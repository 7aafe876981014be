import {
  AppError,
  type CaptionShape,
  type Mode,
  type Recording,
  type RecordingPage,
  type RetentionPreview,
  type SearchRecordingsQuery,
  type TranscriptFormat,
} from '@quoth/contract';
import type { ChangeAuthor, Recordings, ServedFile, TranscriptFile } from '../declarations/index.ts';
import type { ModeSource } from '../modes/index.ts';
import type {
  RecordingFinder,
  RecordingMakers,
  RecordingStore,
  RecordingTrash,
  RecordingWork,
  Retention,
} from '../recordings/index.ts';
import { printTranscript } from './print-transcript.ts';
import { textBeforeRewriting } from './text-before-rewriting.ts';

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
    throw new AppError('INVALID_REQUEST', {
      message: `The recording ${id} is being processed.`,
      hint: `Wait until it is done, or cancel it with "quoth recordings cancel ${id}"; then ${thenWhat}.`,
    });
  }
}

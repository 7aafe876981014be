import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { LiveSplitter, phraseLengths, streamLengths } from '@quoth/audio';
import type { AppError, RecordingSource } from '@quoth/contract';
import { type EventBus, type Logger, UnlinkedFile } from '../../base/index.ts';
import { LiveChunks } from '../../engines/index.ts';
import type { Recognition, Recognizers } from '../recognizers.ts';
import { textRulesOf } from '../text-rules-of.ts';
import type { DictationPlan } from './dictation-plan.ts';

/** Milliseconds between two events per character of text: about a second for an hour of speech. */
const CHARACTERS_PER_MS = 50;

export interface LiveTranscriptionOptions {
  readonly id: string;
  readonly private: boolean;
  /** Where it is spoken: by default into a microphone of this machine. */
  readonly source?: RecordingSource;
  readonly plan: DictationPlan;
  /** Called with the engine's own text so far, before text rules; all but its first `stableCharacters` may still change. */
  readonly onPartial?: ((text: string, stableCharacters?: number) => void) | undefined;
  readonly spoolPath: string;
  readonly recognizers: Recognizers;
  readonly events: EventBus;
  readonly logger: Logger;
}

/** Transcribes a recording while it is made: with an engine of this machine, whose model is loaded from the start, or with a provider's stream. */
export class LiveTranscription {
  /** Raw samples are written there as they come. */
  readonly spoolPath: string;
  readonly chunks = new LiveChunks();
  readonly splitter: LiveSplitter;
  /** The result, once the recording has ended. */
  readonly recognition: Promise<Recognition>;
  readonly #stop = new AbortController();
  /** Of a private recording. */
  readonly #nameless: UnlinkedFile | undefined;
  #isClosed = false;
  #toldAt = 0;

  constructor(options: LiveTranscriptionOptions) {
    const { plan, source = 'dictation', onPartial, recognizers, logger } = options;
    // The engine opens it at once, before there is a sample.
    if (options.private) this.#nameless = UnlinkedFile.create(options.spoolPath);
    else writeFileSync(options.spoolPath, '', { mode: 0o600 });
    const spoolPath = this.#nameless?.path ?? options.spoolPath;
    this.spoolPath = spoolPath;
    this.splitter = new LiveSplitter(plan.streams ? streamLengths : phraseLengths);
    const { vocabulary } = textRulesOf(plan.mode, plan.options, source);
    this.recognition = recognizers.recognizeLive({ ...plan, spoolPath, vocabulary }, this.chunks, {
      signal: this.#stop.signal,
      onPartial: (text, stableCharacters) => {
        onPartial?.(text, stableCharacters);
        this.#tell(options, text, stableCharacters);
      },
    });
    this.recognition.catch((error: unknown) => {
      if (!this.#stop.signal.aborted)
        logger.debug({ error }, 'The live transcription of a recording ended early.');
    });
  }

  /** Nobody wants the text any more. */
  stop(reason: AppError): void {
    this.#stop.abort(reason);
  }

  /** Deletes its samples. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#nameless) this.#nameless.close();
    else await rm(this.spoolPath, { force: true });
  }

  #tell(
    { id, private: isPrivate, source = 'dictation', events }: LiveTranscriptionOptions,
    text: string,
    stableCharacters = 0,
  ): void {
    // Of what a program sends and nobody keeps, only that program hears.
    if (isPrivate && source !== 'dictation') return;
    const now = performance.now();
    if (now - this.#toldAt < text.length / CHARACTERS_PER_MS) return;
    this.#toldAt = now;
    events.publish({
      type: 'transcript-partial',
      recordingId: id,
      text,
      stableCharacters,
      source,
      ...(isPrivate && { private: true }),
    });
  }
}

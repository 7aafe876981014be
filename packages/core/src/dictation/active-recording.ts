import {
  type ActiveRecording,
  AppError,
  type ApplicationRule,
  type DictationProgram,
  type Processing,
  type RecordingEnding,
  type StartDictationBody,
} from '@quoth/contract';
import type { Logger } from '../base/index.ts';
import type { RecordingProgram } from '../declarations/index.ts';
import type { DictationPlan, LiveTranscription } from '../transcription/index.ts';
import type { DictationStart } from './choose-mode.ts';
import type { SelectedText } from './ports.ts';
import type { EndedRecording } from './processing-line.ts';
import { warningNotice } from './recorder-errors.ts';
import { type EndedStatus, RecordedSound, type RecordingFiles } from './recording-files.ts';
import type { EndedEarly, RecordingState } from './recording-machine.ts';

/** The recording that starts or goes on, beside what the machine knows of it. */
export interface Active {
  readonly id: string;
  readonly body: DictationStart;
  readonly plan: DictationPlan;
  /** That asked for it; undefined for the user. */
  readonly program: RecordingProgram | undefined;
  /** That chose the mode. */
  readonly rule: ApplicationRule | undefined;
  live: LiveTranscription | undefined;
  readonly began: PromiseWithResolvers<void>;
  /** Settles when nothing more of it is recorded. */
  readonly ended: PromiseWithResolvers<void>;
  device: string | null;
  startedAt: string | null;
  sound: RecordedSound | undefined;
  /** Why the microphone failed. */
  failure: AppError | undefined;
  /** The text to edit; undefined for an ordinary dictation. */
  selection: Promise<SelectedText> | undefined;
  /** Where the cursor was when speaking ended. */
  place: Promise<string | undefined> | undefined;
}

/** A program as everybody may see it. */
function programView(program: RecordingProgram | undefined): DictationProgram | null {
  return program ? { id: program.tokenId, name: program.name } : null;
}

/** True while only the last syllable of a recording is still to come. */
export function isStopped(state: RecordingState): boolean {
  return state.phase === 'recording' && state.stoppedAt !== undefined;
}

/** The recording as its user sees it; null once it was stopped. */
export function activeView(active: Active, state: RecordingState): ActiveRecording | null {
  if ((state.phase !== 'starting' && state.phase !== 'recording') || isStopped(state)) return null;
  const { id, body, plan, program, rule, device, startedAt } = active;
  const { mode, isLive, preview } = plan;
  return {
    id,
    phase: state.phase,
    mode: { id: mode.id, name: mode.name },
    rule: rule ?? null,
    delivery: body.delivery ?? 'paste',
    program: programView(program),
    private: body.private ?? false,
    device,
    started_at: startedAt,
    max_ms: state.plan.maxMs,
    streams: isLive || preview !== undefined,
    warnings: state.phase === 'recording' ? state.warnings.map(warningNotice) : [],
  };
}

/** What is kept of how it was asked for, so that the next start can finish it. */
function workOptions({ mode_id }: StartDictationBody, { options }: DictationPlan) {
  return {
    ...(mode_id !== undefined && { mode_id }),
    post_process: options.post_process === true,
  };
}

/** A recording that has ended, as its user sees it until it is in the line: its text is on its way, or it was canceled. */
export function endingView({ id, body, plan, program, sound }: Active, ending: RecordingEnding): Processing {
  return {
    id,
    phase: ending === 'cancelled' ? 'cancelled' : 'transcribing',
    mode: { id: plan.mode.id, name: plan.mode.name },
    delivery: body.delivery ?? 'paste',
    program: programView(program),
    private: body.private ?? false,
    ended_by: ending,
    duration_ms: Math.round(sound?.durationMs ?? 0),
    text: null,
    error: ending === 'cancelled' ? new AppError('CANCELLED').toBody() : null,
  };
}

/** Who made a recording that was asked for with the token of the discovery file; no named token has such an id. */
const SHARED_TOKEN = 'shared-token';

/** The first sample is here. `onFailure` is called once when the disk does not take any more. */
export function beginSound(
  files: RecordingFiles,
  { id, body, plan, program, live }: Active,
  onFailure: () => void,
): RecordedSound {
  const kept = () =>
    files.kept({
      id,
      mode: plan.mode,
      options: workOptions(body, plan),
      madeBy: program && { tokenId: program.tokenId ?? SHARED_TOKEN, name: program.name },
      question: program?.question,
      byAction: body.byAction,
    });
  const nameless = () => files.nameless(id);
  return new RecordedSound({ begin: body.private ? nameless : kept, live, onFailure });
}

/** Completes the recording and returns what to do with it. */
async function completed(
  files: RecordingFiles,
  active: Active,
  ending: RecordingEnding,
  status: EndedStatus,
): Promise<EndedRecording> {
  const { id, body, plan, program, live, sound } = active;
  const isPrivate = body.private ?? false;
  const end = { id, isPrivate, status, isKeptEmpty: status === 'cancelled' };
  const { durationSeconds, audioPath, unwritten, ofDisk } = await files.complete(sound, end);
  const failure = unwritten ?? active.failure ?? ofDisk;
  // No one will ask for the live transcript.
  if (failure && audioPath === undefined) live?.stop(failure);
  const { mode } = plan;
  return {
    facts: {
      id,
      mode: { id: mode.id, name: mode.name },
      delivery: body.delivery ?? 'paste',
      program: programView(program),
      private: isPrivate,
      ended_by: ending,
      duration_ms: Math.round(durationSeconds * 1000),
    },
    joins: mode.spaceBetweenDictations,
    recorded:
      audioPath === undefined
        ? undefined
        : { id, plan, audioPath, durationSeconds, private: isPrivate, live },
    failure,
    place: active.place,
    selection: active.selection,
    cleanUp: async () => {
      await live?.close();
      files.close(id);
    },
  };
}

export interface EndingRecordingsOptions {
  readonly files: RecordingFiles;
  readonly logger: Logger;
  /** The list of recordings that are ending has changed. */
  readonly onChange: () => void;
  /**
   * The file of a recording is complete. Called in the order in which recordings were spoken. `abandoned`: how it was canceled while its file was being
   * completed.
   */
  readonly onEnded: (ended: EndedRecording, status: EndedStatus, abandoned: EndedEarly | undefined) => void;
}

/** Recordings that were stopped and whose files are still being completed. */
export class EndingRecordings {
  readonly #options: EndingRecordingsOptions;
  readonly #completions = new Map<string, Promise<void>>();
  /** Of these, the ones that `onEnded` has not been called for. */
  readonly #views = new Map<string, Processing>();
  readonly #abandoned = new Map<string, EndedEarly>();
  /** Settles when `onEnded` has been called for all recordings so far: texts are delivered in the order in which they were spoken. */
  #previous: Promise<void> = Promise.resolve();
  #isClosing = false;

  constructor(options: EndingRecordingsOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#completions.size === 0;
  }

  /** True until the file of this recording is complete. */
  has(id: string): boolean {
    return this.#completions.has(id);
  }

  /** As their user sees them, in the order in which they were spoken. */
  list(): readonly Processing[] {
    const error = new AppError('CANCELLED').toBody();
    return [...this.#views.values()].map((view) =>
      this.#abandoned.has(view.id) ? { ...view, phase: 'cancelled', error } : view,
    );
  }

  /** Completes the recording's file. */
  add(active: Active, ending: RecordingEnding, status: EndedStatus): void {
    const { id } = active;
    const { logger, onChange } = this.#options;
    this.#views.set(id, endingView(active, ending));
    const completion = this.#complete(active, ending, status, this.#previous)
      .catch((error: unknown) => logger.error({ error }, 'A recording could not be completed.'))
      .finally(() => {
        this.#completions.delete(id);
        this.#abandoned.delete(id);
        // A recording that could not be completed is no longer shown.
        if (this.#views.delete(id)) onChange();
      });
    this.#completions.set(id, completion);
    this.#previous = completion;
  }

  /** Cancels this recording, or else the last one that was not canceled yet, and returns its id. */
  cancel(as: EndedEarly, id?: string): string | undefined {
    const last = this.list().findLast(
      (one) => one.phase !== 'cancelled' && (id === undefined || one.id === id),
    );
    if (!last) return undefined;
    this.#abandoned.set(last.id, as);
    this.#options.onChange();
    return last.id;
  }

  /** Waits until every file is complete. Nothing is transcribed from then on: that is done at the next start. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all(this.#completions.values());
  }

  async #complete(
    active: Active,
    ending: RecordingEnding,
    status: EndedStatus,
    previous: Promise<void>,
  ): Promise<void> {
    const { files, logger, onEnded } = this.#options;
    const ended = await completed(files, active, ending, status);
    if (status !== 'pending' || this.#isClosing) {
      active.live?.stop(new AppError('CANCELLED'));
      await ended
        .cleanUp()
        .catch((error: unknown) => logger.warn({ error }, 'A recording left files behind.'));
    }
    await previous;
    this.#views.delete(active.id);
    if (status !== 'pending' || !this.#isClosing) onEnded(ended, status, this.#abandoned.get(active.id));
  }
}

import { AppError, type AudioFormat, asAppError } from '@quoth/contract';
import { type Clock, type Logger, untilWritten } from '../../base/index.ts';
import type {
  AcceptedRecordings,
  RecordingWork,
  StoredRecording,
  TranscriptionRecord,
} from '../../recordings/index.ts';
import type { JobLauncher } from '../jobs/job-launcher.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { StageTimer } from '../jobs/stage-timer.ts';
import type { TranscriptionPlanner } from '../planning/transcription-planner.ts';

export interface UnfinishedTranscriptionsOptions {
  readonly planner: Pick<TranscriptionPlanner, 'plan'>;
  readonly queue: Pick<JobQueue, 'reserve'>;
  readonly launcher: Pick<JobLauncher, 'runInBackground'>;
  readonly accepted: Pick<AcceptedRecordings, 'securedAudio'>;
  readonly work: Pick<RecordingWork, 'unfinished' | 'fail'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A recording that was being transcribed this often when the application died is given up. */
const MAXIMUM_ATTEMPTS = 3;

/** Transcriptions that an earlier run of the application accepted and did not finish. */
export class UnfinishedTranscriptions {
  readonly #with: UnfinishedTranscriptionsOptions;

  constructor(options: UnfinishedTranscriptionsOptions) {
    this.#with = options;
  }

  /** Starts them in the background, oldest first. One that cannot be resumed fails, with its reason in its recording. */
  async resume(): Promise<void> {
    const { work, logger } = this.#with;
    for (const stored of await work.unfinished()) {
      try {
        await this.#resumeOne(stored);
      } catch (error) {
        const failed = { id: stored.recording.id, run: stored.run };
        await untilWritten(() => work.fail(failed, 'failed', asAppError(error).toBody()), {
          logger,
          what: 'that a recording could not be resumed',
        });
      }
    }
  }

  async #resumeOne(stored: StoredRecording): Promise<void> {
    const { planner, queue, launcher, accepted, clock } = this.#with;
    const { id, source, audioFilePath, modeId } = stored.recording;
    if (audioFilePath === null || !(await accepted.securedAudio(stored))) {
      throw new AppError('FILE_NOT_FOUND', { message: 'The audio was missing when Quoth restarted.' });
    }
    if (stored.attempts >= MAXIMUM_ATTEMPTS) {
      throw new AppError('TRANSCRIPTION_FAILED', {
        message: `Given up after ${stored.attempts} attempts, each ended by a crash. The audio is kept.`,
      });
    }
    // Its mode may have been deleted; then the default one takes its place.
    const { mode_id, ...options } = stored.work.options;
    const planned = planner.plan(options, mode_id ?? modeId);
    launcher.runInBackground({
      ...planned,
      id,
      run: stored.run,
      source,
      saved: true,
      audio: { path: audioFilePath, format: stored.audioFormat as AudioFormat },
      recognized: recognizedBefore(stored),
      ticket: queue.reserve(planned.queue, { beyondLimit: true }),
      timer: new StageTimer(clock),
      caller: {},
    });
  }
}

/** What was recognised if the application ended while the text was being rewritten. */
function recognizedBefore({
  recording,
  model,
  language,
  words,
  segments,
}: StoredRecording): TranscriptionRecord | undefined {
  const { status, text, transcribedText, transcriptionProvider, duration } = recording;
  if (status !== 'post_processing' || transcribedText === null) return undefined;
  return {
    text,
    transcribedText,
    provider: transcriptionProvider ?? '',
    model: model ?? '',
    language,
    duration,
    words,
    segments,
  };
}

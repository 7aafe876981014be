import type { AudioDecoder } from '@quoth/audio';
import type { SpeakerNames } from '@quoth/contract';
import type { Clock, EventBus, Logger } from '../base/index.ts';
import type { ModeSource } from '../modes.ts';
import { findRequest, getStored, type RecordingPlaces, requestAnswered } from '../recordings/index.ts';
import type { PostProcessingService } from '../rewriting/index.ts';
import type { SettingsStore } from '../settings.ts';
import { IdempotentRequests, outcomeOfRecording } from './idempotent-requests.ts';
import { SpoolDecoder } from './job-runner.ts';
import { JobProgress, JobQueue, RunningJobs } from './jobs.ts';
import type { DictationDependencies } from './live-transcription.ts';
import { concurrencyOf, type PlanSources, planWork, requestedMode } from './plan-transcription.ts';
import { type Recognizers, recognize } from './recognizers.ts';
import { type TranscriptionDependencies, type TranscriptionWork, transcriptions } from './transcriptions.ts';

interface JobPartsOptions {
  readonly spoolFolder: string;
  readonly settings: Pick<SettingsStore, 'get'>;
  readonly recordings: RecordingPlaces;
  readonly decoder: AudioDecoder;
  readonly planning: PlanSources;
  readonly recognizers: Recognizers;
  readonly rewriting: Pick<PostProcessingService, 'transcript' | 'isSetUp'>;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly speakerNames: () => SpeakerNames;
}

/** One queue and one list of jobs, for what programs send and for what is recorded here. */
export function createJobParts(options: JobPartsOptions): DictationDependencies {
  const { settings, recognizers } = options;
  return {
    ...options,
    queue: new JobQueue(() => settings.get().queueWaiting, concurrencyOf),
    progress: new JobProgress(options),
    jobs: new RunningJobs(),
    decoder: new SpoolDecoder(options),
    recognize: (...asked) => recognize(recognizers, ...asked),
  };
}

interface TranscriptionOptions
  extends DictationDependencies,
    Pick<TranscriptionDependencies, 'intake' | 'pathPolicy' | 'stopSending'> {
  readonly settings: Pick<SettingsStore, 'get'>;
  readonly modes: ModeSource;
}

/** What transcribes for programs and files. */
export function createTranscriptions(options: TranscriptionOptions): TranscriptionWork {
  const { settings, modes, recordings, planning } = options;
  return transcriptions({
    ...options,
    plan: (asked, preferredMode) => planWork(planning, asked, preferredMode),
    savesByDefault: () => settings.get().saveApiTranscriptions,
    requests: new IdempotentRequests({
      keys: {
        find: (hash) => findRequest(recordings, hash),
        answered: (hash, measured) => requestAnswered(recordings, hash, measured),
      },
      stored: (id) => getStored(recordings, id),
      outcomeOf: (stored, known, asked) =>
        outcomeOfRecording(stored, known, asked, requestedMode(modes, {}, stored.recording.modeId)),
    }),
  });
}

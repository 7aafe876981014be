import type { AudioDecoder } from '@quoth/audio';
import type { Clock, EventBus, Logger } from '../base/index.ts';
import type { AudioIntake, PathPolicy } from '../intake/index.ts';
import type { ModeSource } from '../modes.ts';
import {
  getStored,
  type NewRecordings,
  type RecordingPlaces,
  type RecordingWork,
  type RequestKeyStore,
} from '../recordings/index.ts';
import type { PostProcessing } from '../rewriting/index.ts';
import type { SettingsStore } from '../settings.ts';
import { answerOfRecording, IdempotentRequests } from './idempotent-requests.ts';
import { JobRunner, SpoolDecoder } from './job-runner.ts';
import { JobProgress, JobQueue, RunningJobs } from './jobs.ts';
import { type DictatedTranscriptions, dictatedTranscriptions } from './live-transcription.ts';
import { concurrencyOf, type PlanSources, planWork, requestedMode } from './plan-transcription.ts';
import { type Recognizers, recognize } from './recognizers.ts';
import { TranscriptionService } from './transcription-service.ts';

export interface TranscriptionOptions {
  readonly spoolFolder: string;
  readonly settings: Pick<SettingsStore, 'get'>;
  readonly modes: ModeSource;
  readonly recordings: RecordingPlaces;
  readonly accepted: NewRecordings;
  readonly work: RecordingWork;
  readonly requestKeys: RequestKeyStore;
  readonly intake: AudioIntake;
  readonly pathPolicy: () => PathPolicy;
  readonly decoder: AudioDecoder;
  readonly planning: PlanSources;
  readonly recognizers: Recognizers;
  readonly rewriting: Pick<PostProcessing, 'transcript' | 'isSetUp'>;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What transcribes: for programs and files, and for what is recorded here. */
export interface Transcription {
  readonly service: TranscriptionService;
  readonly dictated: DictatedTranscriptions;
}

/** Puts together what transcribes: the queue, the work, and the services before them. */
export function createTranscription(options: TranscriptionOptions): Transcription {
  const { settings, modes, recordings, planning, recognizers, work, requestKeys } = options;
  const queue = new JobQueue(() => settings.get().queueWaiting, concurrencyOf);
  const progress = new JobProgress(options);
  const jobs = new RunningJobs();
  const runner = new JobRunner({
    ...options,
    recordings: work,
    decoder: new SpoolDecoder(options),
    recognize: (job, callbacks, signal) => recognize(recognizers, job, callbacks, signal),
    progress,
  });
  const service = new TranscriptionService({
    ...options,
    ...{ queue, progress, jobs, runner },
    plan: (asked, preferredMode) => planWork(planning, asked, preferredMode),
    savesByDefault: () => settings.get().saveApiTranscriptions,
    requests: new IdempotentRequests({
      keys: requestKeys,
      stored: (id) => getStored(recordings, id),
      answerOf: (stored, known, asked) =>
        answerOfRecording(stored, known, asked, {
          mode: requestedMode(modes, {}, stored.recording.modeId),
          capabilities: recognizers.engines.models().find(({ id }) => id === stored.model)?.capabilities,
        }),
    }),
  });
  return { service, dictated: dictatedTranscriptions({ ...options, queue, jobs, runner }) };
}

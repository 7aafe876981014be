import type { AudioDecoder } from '@quoth/audio';
import type { Clock, EventBus, Logger } from '../base/index.ts';
import type { Engines } from '../engines/index.ts';
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
import { JobLauncher, JobRunner, SpoolDecoder } from './job-runner.ts';
import { JobProgress, JobQueue, RunningJobs } from './jobs.ts';
import { DictatedTranscriptions } from './live-transcription.ts';
import { concurrencyOf, type TranscriptionPlanner } from './plan-transcription.ts';
import type { Recognizers } from './recognizers.ts';
import {
  NewTranscriptions,
  Retranscriptions,
  TranscriptionService,
  UnfinishedTranscriptions,
} from './transcription-service.ts';

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
  readonly cancelLive: (id: string) => Promise<void>;
  readonly decoder: AudioDecoder;
  readonly engines: Engines;
  readonly planner: TranscriptionPlanner;
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

/** Puts together what transcribes: planning, the queue, the work, and the services before them. */
export function createTranscription(options: TranscriptionOptions): Transcription {
  const { settings, modes, recordings, engines, planner, accepted, work, clock, logger } = options;
  const queue = new JobQueue(() => settings.get().queueWaiting, concurrencyOf);
  const progress = new JobProgress(options);
  const modeOf = (id: string | null) =>
    modes.list().find((candidate) => candidate.id === id) ?? modes.default();
  const requests = new IdempotentRequests({
    keys: options.requestKeys,
    stored: (id) => getStored(recordings, id),
    answerOf: (stored, known, asked) =>
      answerOfRecording(stored, known, asked, {
        mode: modeOf(stored.recording.modeId),
        capabilities: engines.models().find(({ id }) => id === stored.model)?.capabilities,
      }),
  });
  const jobs = new RunningJobs();
  const runner = new JobRunner({
    ...options,
    recordings: work,
    decoder: new SpoolDecoder(options),
    progress,
  });
  const launcher = new JobLauncher({ jobs, runner, logger });
  const shared = { planner, queue, jobs, launcher, recordings, accepted, work, clock, logger };
  const retranscriptions = new Retranscriptions(shared);
  const service = new TranscriptionService({
    ...shared,
    progress,
    requests: new NewTranscriptions({
      ...shared,
      requests,
      retranscriptions,
      savesByDefault: () => settings.get().saveApiTranscriptions,
    }),
    retranscriptions,
    unfinished: new UnfinishedTranscriptions(shared),
    intake: options.intake,
    pathPolicy: options.pathPolicy,
    cancelLive: options.cancelLive,
  });
  return { service, dictated: new DictatedTranscriptions({ ...options, planner, queue, jobs, runner }) };
}

import type { AudioDecoder } from '@quoth/audio';
import type { Clock, EventBus, Logger } from '../base/index.ts';
import type { AudioIntake, PathPolicy } from '../intake/index.ts';
import type { ModeSource } from '../modes.ts';
import { findRequest, getStored, type RecordingPlaces, requestAnswered } from '../recordings/index.ts';
import type { PostProcessing } from '../rewriting/index.ts';
import type { SettingsStore } from '../settings.ts';
import { IdempotentRequests, outcomeOfRecording } from './idempotent-requests.ts';
import { SpoolDecoder } from './job-runner.ts';
import { JobProgress, JobQueue, RunningJobs } from './jobs.ts';
import {
  type DictatedTranscriptions,
  type DictationParts,
  dictatedTranscriptions,
} from './live-transcription.ts';
import { concurrencyOf, type PlanSources, planWork, requestedMode } from './plan-transcription.ts';
import { type Recognizers, recognize } from './recognizers.ts';
import { TranscriptionService } from './transcription-service.ts';

export interface TranscriptionOptions {
  readonly spoolFolder: string;
  readonly settings: Pick<SettingsStore, 'get'>;
  readonly modes: ModeSource;
  readonly recordings: RecordingPlaces;
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
  const { settings, modes, recordings, planning, recognizers } = options;
  const queue = new JobQueue(() => settings.get().queueWaiting, concurrencyOf);
  const parts: DictationParts = {
    ...options,
    queue,
    progress: new JobProgress(options),
    jobs: new RunningJobs(),
    decoder: new SpoolDecoder(options),
    recognize: (...asked) => recognize(recognizers, ...asked),
  };
  const service = new TranscriptionService({
    ...options,
    ...parts,
    plan: (asked, preferredMode) => planWork(planning, asked, preferredMode),
    savesByDefault: () => settings.get().saveApiTranscriptions,
    requests: new IdempotentRequests({
      keys: {
        find: (hash) => findRequest(recordings, hash),
        answered: (hash, measured) => requestAnswered(recordings, hash, measured),
      },
      stored: (id) => getStored(recordings, id),
      outcomeOf: (stored, known, asked) =>
        outcomeOfRecording(stored, known, asked, {
          mode: requestedMode(modes, {}, stored.recording.modeId),
          capabilities: recognizers.engines.models().find(({ id }) => id === stored.model)?.capabilities,
        }),
    }),
  });
  return { service, dictated: dictatedTranscriptions(parts) };
}

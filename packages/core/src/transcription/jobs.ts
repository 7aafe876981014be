import { AppError, type AudioFormat, type RecordingSource, say, type Timings } from '@quoth/contract';
import { type Clock, type EventBus, settledOrAborted } from '../base/index.ts';
import type { TranscriptionContext } from '../declarations/index.ts';
import type { EarlyRecording, TranscriptionRecord } from '../recordings/index.ts';
import type { PlannedTranscription } from './plan-transcription.ts';
import type { Recognition } from './recognizers.ts';

/** The audio of a job: a file of ours, whole and on the disk. */
export interface JobAudio {
  readonly path: string;
  readonly format: AudioFormat;
}

/** An accepted transcription: its plan, its audio, and its place in the queue. */
export interface Job extends PlannedTranscription {
  /** The recording's id, or one of its own where nothing is kept. */
  readonly id: string;
  /** Where the audio came from. */
  readonly source: RecordingSource;
  /** When that began, in milliseconds since 1970: the day and the time that snippets name. */
  readonly recordedAt: number;
  /** True if there is a recording. */
  readonly saved: boolean;
  /** Number of the request for the recording's transcript (see `WorkRun`); 1 if nothing is kept. */
  readonly run: number;
  readonly audio: JobAudio;
  /** What an earlier start of the application has recognised in this run: only the rewriting is left to be done. */
  readonly recognized?: TranscriptionRecord | undefined;
  readonly ticket: Ticket;
  /** Running since the request came. */
  readonly timer: StageTimer;
  /** Callbacks for anyone who waits for it; none for work in the background. */
  readonly caller: JobCaller;
  /** Present if it was transcribed while it was recorded. */
  readonly live?: LiveResult | undefined;
  /** Present where its audio is not in its own place yet, but is worked on already. */
  readonly early?: EarlyJob | undefined;
}

/** A recording that is worked on before it has a row, so that its engine need not wait for the database. */
export interface EarlyJob extends EarlyRecording {
  /** Call it when the audio is not read any more: only then it is moved to its place. May be called again. */
  audioRead(): void;
}

/** Callbacks that report on a job. */
export type JobCaller = Pick<TranscriptionContext, 'onDuration' | 'onStablePartial' | 'requestId'> & {
  /** Called before a language model is asked. */
  readonly onRewriting?: (() => void) | undefined;
};

/** A recording that was transcribed while it was made: its length, and the result. */
interface LiveResult {
  readonly durationSeconds: number;
  readonly recognition: Promise<Recognition>;
}

/** A place in an engine's queue. `turn` resolves when it is this job's turn; call `release` once, whatever happens. */
export interface Ticket {
  /** Rejects with the signal's reason if it aborts while waiting. Long and short jobs do not hold each other up. */
  turn(signal: AbortSignal, long?: boolean): Promise<void>;
  /** True where `turn` would not resolve at once. */
  mustWait(long?: boolean): boolean;
  release(): void;
}

interface Entry {
  readonly engine: string;
  /** Set while the job waits for its turn; before that it is still being made ready. */
  start: (() => void) | undefined;
  running: boolean;
  long: boolean;
}

/**
 * Who may use which engine when: one short and one long job at a time for each engine (the cloud takes many), first
 * come first served among those ready for it, and no more waiting ones than the user's setting allows. What somebody
 * dictates does not wait for an hour-long file: its engine works on that in chunks, and takes the short job between two
 * of them.
 */
export class JobQueue {
  readonly #maxWaiting: () => number;
  readonly #width: (engine: string) => number;
  #entries: Entry[] = [];

  /** `width` is how many short, and how many long jobs an engine takes at a time. */
  constructor(maxWaiting: () => number, width: (engine: string) => number = () => 1) {
    this.#maxWaiting = maxWaiting;
    this.#width = width;
  }

  /** Throws RATE_LIMITED if another job for this engine would find no place. */
  check(engine: string): void {
    const admitted = this.#entries.filter((entry) => entry.engine === engine).length;
    const width = this.#width(engine);
    if (admitted < this.#maxWaiting() + width) return;
    throw new AppError('RATE_LIMITED', {
      message: say('queueFull', { count: admitted - width }),
    });
  }

  /** Takes a place. With `beyondLimit`, for work accepted earlier, it is never refused. */
  reserve(engine: string, options: { readonly beyondLimit?: boolean } = {}): Ticket {
    if (!options.beyondLimit) this.check(engine);
    const entry: Entry = { engine, start: undefined, running: false, long: false };
    this.#entries.push(entry);
    return {
      turn: (signal, long = false) => {
        entry.long = long;
        return this.#turn(entry, signal);
      },
      mustWait: (long = false) => this.#isBusy({ ...entry, long }),
      release: () => this.#release(entry),
    };
  }

  /** Jobs at the engines, and jobs being prepared or waiting. */
  load(): { readonly running: number; readonly waiting: number } {
    const running = this.#entries.filter((entry) => entry.running).length;
    return { running, waiting: this.#entries.length - running };
  }

  async #turn(entry: Entry, signal: AbortSignal): Promise<void> {
    await settledOrAborted<void>(signal, (resolve) => {
      entry.start = resolve;
      this.#advance();
      return () => {
        entry.start = undefined;
      };
    });
  }

  #release(entry: Entry): void {
    this.#entries = this.#entries.filter((other) => other !== entry);
    this.#advance();
  }

  /** Gives each free engine to the job that has been ready for it longest. */
  #advance(): void {
    for (const entry of this.#entries) {
      if (entry.running || entry.start === undefined || this.#isBusy(entry)) continue;
      entry.running = true;
      entry.start();
    }
  }

  #isBusy({ engine, long }: Entry): boolean {
    const isAlike = (other: Entry) => other.engine === engine && other.long === long && other.running;
    return this.#entries.filter(isAlike).length >= this.#width(engine);
  }
}

/**
 * The running jobs, each with a way to stop it: by its caller going away, by deleting its recording, or by the
 * application ending. A job stopped by `stopAll` has the reason `Shutdown`, so that its recording stays resumable.
 */
export class RunningJobs {
  readonly #jobs = new Set<RunningJob>();
  #closing = false;

  /**
   * Runs the work under a signal that joins the caller's with ours. Jobs of the same id that are about to let go are
   * waited for: there is never more than one of an id in progress.
   */
  async run<Result>(
    id: string,
    callerSignal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    if (this.#closing) throw new Shutdown();
    const stop = new AbortController();
    const signal = AbortSignal.any([callerSignal, stop.signal]);
    const running = this.has(id) ? this.settled(id).then(() => work(signal)) : work(signal);
    const settled = running.then(
      () => undefined,
      () => undefined,
    );
    const job: RunningJob = { id, stop, settled };
    this.#jobs.add(job);
    try {
      return await running;
    } finally {
      this.#jobs.delete(job);
    }
  }

  /** True while any job is in progress. */
  get busy(): boolean {
    return this.#jobs.size > 0;
  }

  /** True while a job of this id is in progress. */
  has(id: string): boolean {
    return this.#of(id).length > 0;
  }

  /** Stops the jobs of this id and waits until they have let go; false when none exists. */
  async stop(id: string, reason: AppError): Promise<boolean> {
    const jobs = this.#of(id);
    for (const { stop } of jobs) stop.abort(reason);
    await allSettled(jobs);
    return jobs.length > 0;
  }

  /** Waits until the jobs of this id that are in progress now have let go. */
  async settled(id: string): Promise<void> {
    await allSettled(this.#of(id));
  }

  /** Stops every job and waits until each has let go. */
  async stopAll(): Promise<void> {
    this.#closing = true;
    const jobs = [...this.#jobs];
    for (const { stop } of jobs) stop.abort(new Shutdown());
    await allSettled(jobs);
  }

  #of(id: string): RunningJob[] {
    return [...this.#jobs].filter((job) => job.id === id);
  }
}

interface RunningJob {
  readonly id: string;
  readonly stop: AbortController;
  /** Never rejects. */
  readonly settled: Promise<void>;
}

async function allSettled(jobs: readonly RunningJob[]): Promise<void> {
  await Promise.all(jobs.map(({ settled }) => settled));
}

/** Why a job stopped when the application ended: the next start takes it up again. */
export class Shutdown extends AppError {
  /** `recordingId`: of a recording that is kept, and goes on at the next start. */
  constructor(recordingId?: string) {
    super('CANCELLED', {
      message:
        recordingId === undefined
          ? say('stoppedBeforeTranscribed')
          : say('stoppedAndResumes', { id: recordingId }),
      remedy:
        recordingId === undefined ? say('startAgainAndSend') : say('startAgainAndRead', { id: recordingId }),
    });
  }
}

/** Between two events about the same recording, in milliseconds. */
const MIN_MS = 250;

/** How far a job is, and the request to name it by where there is no recording that others could see. */
interface Known {
  share: number;
  reportedMs: number;
  readonly requestId: string | undefined;
}

/** How far each recording in progress is: for those who ask, and, at most four times a second, for those who listen. */
export class JobProgress {
  readonly #events: EventBus;
  readonly #clock: Clock;
  readonly #shares = new Map<string, Known>();

  constructor({ events, clock }: { events: EventBus; clock: Clock }) {
    this.#events = events;
    this.#clock = clock;
  }

  /** `requestId`: nothing is kept of it, and its own client alone is notified. */
  begin(id: string, requestId?: string): void {
    this.#shares.set(id, { share: 0, reportedMs: Number.NEGATIVE_INFINITY, requestId });
  }

  /** `share` is 0 to 1; it never goes back. */
  report(id: string, share: number): void {
    const known = this.#shares.get(id);
    if (!known || !(share > known.share)) return;
    // The last one is reported when there is a text.
    known.share = Math.min(share, 0.99);
    const now = this.#clock.monotonic();
    if (now - known.reportedMs < MIN_MS) return;
    known.reportedMs = now;
    this.#tell(id, known);
  }

  /** There is a text. */
  complete(id: string): void {
    const known = this.#shares.get(id);
    if (known && this.#shares.delete(id)) this.#tell(id, { ...known, share: 1 });
  }

  /** The work has ended, however it did. */
  end(id: string): void {
    this.#shares.delete(id);
  }

  /** Whole percent; undefined where nothing is being done. */
  percent(id: string): number | undefined {
    const known = this.#shares.get(id);
    return known && Math.floor(known.share * 100);
  }

  #tell(recordingId: string, { share: progress, requestId }: Known): void {
    this.#events.publish(
      requestId === undefined
        ? { type: 'transcription-progressed', recordingId, progress }
        : { type: 'request-progressed', requestId, progress },
    );
  }
}

/** A name for every wait and every step on the way from a request to its answer. */
export type Stage =
  | 'receive'
  | 'queue'
  | 'audio'
  | 'check'
  | 'load'
  | 'decode'
  | 'rewrite'
  | 'save'
  | 'other';

/**
 * Measures where the time of one transcription goes: every moment belongs to exactly one stage, so that the stages add
 * up to the latency.
 */
export class StageTimer {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #spent = new Map<Stage, number>();
  #stage: Stage = 'receive';
  #since: number;

  /** `startedAt` is when the request came, by the clock's monotonic milliseconds. */
  constructor(clock: Pick<Clock, 'monotonic'>, startedAt = clock.monotonic()) {
    this.#clock = clock;
    this.#since = startedAt;
  }

  /** From now on the time is this stage's. */
  enter(stage: Stage): void {
    this.#settle();
    this.#stage = stage;
  }

  /** Runs the work as a stage of its own; afterwards the time is the stage's again that it was before. */
  async during<Result>(stage: Stage, work: () => Promise<Result>): Promise<Result> {
    const before = this.#stage;
    this.enter(stage);
    try {
      return await work();
    } finally {
      this.enter(before);
    }
  }

  /**
   * Says what the time since the last `enter` was really spent on, in milliseconds that somebody else has measured.
   * What they do not cover stays with the stage; they never take more than there is.
   */
  attribute(parts: Partial<Record<Stage, number>>): void {
    let left = Math.max(0, this.#clock.monotonic() - this.#since);
    for (const [stage, milliseconds] of Object.entries(parts) as [Stage, number][]) {
      const taken = Math.min(left, Math.max(0, milliseconds));
      this.#add(stage, taken);
      this.#since += taken;
      left -= taken;
    }
  }

  /** Whole milliseconds whose sum is the latency, rounded. */
  read(): { readonly timings: Timings; readonly latencyMs: number } {
    this.#settle();
    let total = 0;
    const part = (stage: Stage): number => {
      const before = Math.round(total);
      total += this.#spent.get(stage) ?? 0;
      return Math.round(total) - before;
    };
    const timings: Timings = {
      receive_ms: part('receive'),
      queue_ms: part('queue'),
      audio_ms: part('audio'),
      check_ms: part('check'),
      load_ms: part('load'),
      decode_ms: part('decode'),
      rewrite_ms: part('rewrite'),
      save_ms: part('save'),
      other_ms: part('other'),
    };
    return { timings, latencyMs: Math.round(total) };
  }

  #settle(): void {
    const now = this.#clock.monotonic();
    this.#add(this.#stage, Math.max(0, now - this.#since));
    this.#since = now;
  }

  #add(stage: Stage, milliseconds: number): void {
    this.#spent.set(stage, (this.#spent.get(stage) ?? 0) + milliseconds);
  }
}

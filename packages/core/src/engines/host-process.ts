import { addAbortListener } from 'node:events';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { lowerSystemPriority, type SampleRange } from '@quoth/audio';
import { AppError, type Message, say } from '@quoth/contract';
import { Child, type ProcessExit } from '@quoth/processes';
import { ownFile } from '@quoth/processes/places';
import { execFile } from '@quoth/processes/programs';
import type { RecognizedSpeech } from '@quoth/text';
import type { Logger } from '../base/index.ts';
import {
  type EngineResult,
  type HostRequest,
  plainPartial,
  plainSpeech,
  type RecognizerModule,
} from './engine.ts';
import type { SystemRank } from './host-pool.ts';
import type { HostChannel } from './recognizer.ts';

/** What an engine host may take. */
export interface HostLimits {
  /** Milliseconds without any sign of life after which it counts as hanging. */
  readonly silenceMs: number;
  /** A job may take this many times the length of its audio, and never less than `minMs`. */
  readonly timesRealTime: number;
  readonly minMs: number;
  /** Milliseconds that an aborted job may take to stop before its process is ended. */
  readonly graceMs: number;
  /** How often its time and memory are looked at. */
  readonly checkMs: number;
  readonly memoryMb: () => number;
}

interface EngineProcessOptions {
  readonly module: RecognizerModule;
  /** Allow-list of the environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly limits: HostLimits;
  readonly logger: Logger;
  readonly displayName: string;
  readonly rank: SystemRank;
}

/** Who listens to a job. */
export interface RecognitionHooks {
  readonly signal: AbortSignal;
  /** `stableCharacters`: how many characters of the text will no longer change, if the engine knows. */
  readonly onPartial?: ((text: string, stableCharacters?: number) => void) | undefined;
  readonly onProgress?: ((share: number) => void) | undefined;
  /**
   * Called when the host has the work, with a function to call when the growing spool, or the requested part of it, has
   * ended, with the sample at which it did.
   */
  readonly onStarted?: ((spoolEnded: (at?: number) => void) => void) | undefined;
  /** Recognises a part of a recording that goes on, in another process. */
  readonly onDraft?: ((range: SampleRange) => Promise<RecognizedSpeech>) | undefined;
}

interface HostJob {
  readonly request: HostRequest;
  readonly hooks: RecognitionHooks;
  readonly resolve: (result: EngineResult) => void;
  readonly reject: (error: unknown) => void;
  readonly sentAt: number;
  /** Undefined until the model is there. */
  loadMs: number | undefined;
  /** A growing spool takes as long as somebody speaks: the time is counted from when it has ended. */
  hasAllAudio: boolean;
  /** Milliseconds, as far as counted. */
  took: number;
}

/**
 * One engine host: a child process for one engine. Every way out of it settles what is pending. One job at a time, or
 * several recordings in progress.
 */
export class EngineProcess {
  /** The configuration that it was started with, as JSON. */
  readonly config: string;
  readonly rank: SystemRank;
  gone = false;
  /** It could not load what a job needed: whatever kept it from that may be different for a new host. */
  hasFailedToLoad = false;
  /** The model that is in memory; undefined while none is. */
  loadedModel: string | undefined;
  /** Kind of device that the model runs on, once one was loaded. */
  device: string | undefined;
  /** Resident megabytes at the last look. */
  memoryMb: number | undefined;
  readonly #options: EngineProcessOptions;
  readonly #child: Child<HostChannel>;
  readonly #jobs = new Map<number, HostJob>();
  #lastId = 0;
  /**
   * Copies of the model that it may hold: one for each recording that it followed at a time. They stay for the next.
   */
  #copies = 1;
  #watch: NodeJS.Timeout | undefined;
  /** Milliseconds without a sign of life, as far as counted. */
  #silence = 0;
  /** Why it is being ended. */
  #reason: AppError | undefined;

  constructor(options: EngineProcessOptions) {
    this.#options = options;
    const { module, env, rank } = options;
    this.rank = rank;
    this.config = JSON.stringify(module.config);
    this.#child = new Child<HostChannel>({
      main: ownFile('./host-main.ts', import.meta.url),
      args: [module.url.href, this.config],
      env,
      on: {
        alive: (id) => void this.#heard(id),
        loaded: (id, device, isWarm) => this.#onLoaded(this.#heard(id), device, isWarm),
        progress: (id, share) => this.#heard(id)?.hooks.onProgress?.(share),
        partial: (id, text, stable) => this.#heard(id)?.hooks.onPartial?.(...plainPartial(text, stable)),
        draft: (id, range) => void this.#draft(id, range),
        result: (id, result, decodeMs) => {
          const job = this.#heard(id);
          job?.resolve({ ...plainSpeech(result), waitMs: 0, loadMs: job.loadMs ?? 0, decodeMs });
        },
        failure: (id, code, message, remedy) => {
          const job = this.#heard(id);
          if (job && job.loadMs === undefined) this.hasFailedToLoad = true;
          this.#fail(job, new AppError(code, { message, remedy }));
        },
      },
      onEnd: (ended) => this.#onEnd(ended),
    });
    // At once, because a thread takes over the priority of the one that starts it.
    if (rank === 'low' && this.#child.pid !== undefined) lowerSystemPriority(this.#child.pid);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** The model of its work, which it may still be loading. */
  get modelInUse(): string | undefined {
    const [first] = this.#jobs.values();
    return first?.request.model;
  }

  /** Runs one job. Rejects with an AppError, or with the signal's reason when it was canceled. */
  async recognize(request: HostRequest, hooks: RecognitionHooks): Promise<EngineResult> {
    hooks.signal.throwIfAborted();
    const others = [...this.#jobs.values()];
    if (others.length > 0 && !(request.growing && others.every((other) => other.request.growing)))
      throw new Error('An engine host runs one job at a time, or several recordings in progress.');
    if (this.gone) throw this.#stopped(say('beforeItBegan'));
    const { promise, resolve, reject } = Promise.withResolvers<EngineResult>();
    const id = ++this.#lastId;
    const job: HostJob = {
      request,
      hooks,
      resolve,
      reject,
      sentAt: performance.now(),
      loadMs: undefined,
      hasAllAudio: request.growing !== true,
      took: 0,
    };
    this.#jobs.set(id, job);
    this.#copies = Math.max(this.#copies, this.#jobs.size);
    if (others.length === 0) this.#beginToWatch();
    using _abort = addAbortListener(hooks.signal, () => this.#cancel(id));
    this.#child.send('recognize', id, request);
    hooks.onStarted?.((at) => {
      job.hasAllAudio = true;
      this.#child.send('spoolEnded', id, at);
    });
    try {
      return await promise;
    } finally {
      this.#jobs.delete(id);
      if (this.#jobs.size === 0) clearInterval(this.#watch);
      // Not waited for: someone waits for the text.
      void this.#look();
    }
  }

  /** Ends the process and waits until it is gone. */
  async end(reason: AppError = new AppError('CANCELLED')): Promise<void> {
    this.#reason ??= reason;
    await this.#child.end(0);
  }

  /**
   * Ends a process that hangs, takes too long or takes too much memory. Counts checks and not time, because no host is
   * late while this process is suspended.
   */
  #beginToWatch(): void {
    const { limits, displayName } = this.#options;
    this.#silence = 0;
    this.#watch = setInterval(() => {
      void this.#look();
      this.#silence += limits.checkMs;
      if (this.#silence > limits.silenceMs)
        return void this.end(failed(say('engineStoppedResponding', { engine: displayName })));
      for (const job of this.#jobs.values()) {
        const { durationSeconds, modelFile } = job.request;
        if (job.hasAllAudio) job.took += limits.checkMs;
        if (job.took > Math.max(limits.minMs, durationSeconds * 1000 * limits.timesRealTime)) {
          return void this.end(
            new AppError('TIMEOUT', {
              message: say('engineTooSlow', { engine: displayName }),
              hint: say('tryWhenLessBusy'),
            }),
          );
        }
        const maxMb = limits.memoryMb() + ((modelFile?.sizeBytes ?? 0) / 2 ** 20) * this.#copies;
        if ((this.memoryMb ?? 0) > maxMb) {
          return void this.end(
            new AppError('TRANSCRIPTION_FAILED', {
              message: say('engineTookMemory', { engine: displayName, megabytes: Math.round(maxMb) }),
              remedy: say('raiseEngineMemory'),
            }),
          );
        }
      }
    }, limits.checkMs);
  }

  async #look(): Promise<void> {
    if (this.pid !== undefined && !this.gone)
      this.memoryMb = await processMemoryMb(this.pid, process.platform);
  }

  /**
   * Asks the host to stop; one that is deep in native code does not react and is ended after a moment, unless others
   * are in progress in it.
   */
  #cancel(id: number): void {
    this.#child.send('cancel', id);
    const timer = setTimeout(() => {
      const job = this.#jobs.get(id);
      if (!job) return;
      if (this.#jobs.size === 1) void this.end();
      // A block of a recording in progress is short: the host lets go of it when that is done.
      else job.reject(job.hooks.signal.reason);
    }, this.#options.limits.graceMs);
    timer.unref();
  }

  async #draft(id: number, range: SampleRange): Promise<void> {
    const speech = await this.#heard(id)
      ?.hooks.onDraft?.(range)
      .catch(() => undefined);
    if (!this.gone) this.#child.send('drafted', id, speech);
  }

  /** Every message is a sign of life. */
  #heard(id: number): HostJob | undefined {
    this.#silence = 0;
    return this.#jobs.get(id);
  }

  #onLoaded(job: HostJob | undefined, device: string, isWarm: boolean): void {
    if (!job) return;
    this.loadedModel = job.request.model;
    // Copies of another model are gone by now.
    if (!isWarm) this.#copies = this.#jobs.size;
    this.device = device;
    // Counted from the request, so that starting the process counts too.
    job.loadMs = isWarm ? 0 : performance.now() - job.sentAt;
  }

  /** A caller that canceled gets its own reason, whatever else went wrong. */
  #fail(job: HostJob | undefined, error: AppError): void {
    job?.reject(job.hooks.signal.aborted ? job.hooks.signal.reason : error);
  }

  #onEnd({ code, signal }: ProcessExit): void {
    this.gone = true;
    this.loadedModel = undefined;
    const { logger, displayName } = this.#options;
    const how = signal ?? (code === null ? say('notStarted') : say('exitCode', { code }));
    // Hosts are normally ended by a signal, so that is not logged as a failure.
    if (this.#reason?.code === 'CANCELLED')
      logger.info({ engine: displayName }, 'An engine host was stopped, as requested.');
    else logger.warn({ engine: displayName, code, signal }, 'An engine host exited.');
    for (const job of this.#jobs.values()) this.#fail(job, this.#reason ?? this.#stopped(how));
  }

  #stopped(how: string | Message): AppError {
    return failed(say('engineExited', { engine: this.#options.displayName, how }));
  }
}

function failed(message: Message): AppError {
  return new AppError('TRANSCRIPTION_FAILED', {
    message,
    hint: say('engineRestarts'),
  });
}

/**
 * What of the environment an engine host sees; nothing secret, and nothing that changes how Node or a library behaves.
 */
const ALLOWED = ['PATH', 'LANG', 'LC_ALL', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT', 'WINDIR'];

/**
 * A host's native work runs on one thread of libuv's pool. With the usual four, glibc keeps an arena of freed memory
 * for each: 395 MB instead of 128 MB after sixty chunks, measured. And it gives blocks of a megabyte or more back at
 * once: else it keeps those of every length of audio that it has seen, 294 MB instead of 219 MB with Whisper Base.
 */
const ADDED = {
  UV_THREADPOOL_SIZE: '1',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '1048576',
};

/** The environment of a process that runs native speech code. */
export function hostEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const allowed = ALLOWED.flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(allowed), ...ADDED };
}

const run = promisify(execFile);

/** Resident memory of a process in megabytes; undefined if it cannot be read (Windows) or the process has ended. */
async function processMemoryMb(pid: number, platform: NodeJS.Platform): Promise<number | undefined> {
  try {
    if (platform === 'linux') {
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
    }
    if (platform === 'win32') return undefined;
    const { stdout } = await run('/bin/ps', ['-o', 'rss=', '-p', String(pid)]);
    return Number(stdout.trim()) / 1024;
  } catch {
    return undefined;
  }
}

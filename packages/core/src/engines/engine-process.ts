import { type ChildProcess, fork } from 'node:child_process';
import { addAbortListener } from 'node:events';
import { fileURLToPath } from 'node:url';
import { lowerSystemPriority } from '@quoth/audio';
import { AppError } from '@quoth/contract';
import type { Logger } from '../base/index.ts';
import type { EngineResult, HostRequest, RecognizerModule } from './engine.ts';
import type { SystemRank } from './engine-worker-pool.ts';
import { plainPartial, plainSpeech } from './plain-speech.ts';
import { processMemoryMb } from './process-memory.ts';
import type { FromHost, ToHost } from './protocol.ts';

/** What an engine host may take. */
export interface HostLimits {
  /** Milliseconds without any sign of life after which it counts as hanging. */
  readonly silenceMs: number;
  /** A job may take this many times the length of its audio, and never less than `leastMs`. */
  readonly timesRealTime: number;
  readonly leastMs: number;
  /** Milliseconds that an aborted job may take to stop before its process is ended. */
  readonly graceMs: number;
  readonly memoryCheckMs: number;
  readonly memoryMb: () => number;
}

export interface EngineProcessOptions {
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
  /** Called with a function to call when the growing spool, or the requested part of it, has ended, with the sample at which it did. */
  readonly onStarted?: ((spoolEnded: (at?: number) => void) => void) | undefined;
}

interface Pending {
  readonly model: string;
  readonly growing: boolean;
  readonly hooks: RecognitionHooks;
  readonly resolve: (result: EngineResult) => void;
  readonly reject: (error: unknown) => void;
  readonly sentAt: number;
  loadMs: number;
}

interface JobTiming {
  /** When the time that a job may take began to count. */
  startedAt: number | undefined;
}

/** A host makes little garbage of its own; with a large young generation it keeps 35 MB more of it, measured. */
const HOST_FLAGS = ['--max-semi-space-size=1'];

/** One engine host: a child process for one engine. Every way out of it settles what is pending. One job at a time, or several recordings in progress. */
export class EngineProcess {
  /** The configuration that it was started with, as JSON. */
  readonly config: string;
  readonly rank: SystemRank;
  readonly #options: EngineProcessOptions;
  readonly #child: ChildProcess;
  readonly #gone: Promise<void>;
  #isGone = false;
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;
  #loadedModel: string | undefined;
  #device: string | undefined;
  /** Copies of the model that it may hold: one for each recording that it followed at a time. They stay for the next. */
  #copies = 1;
  #memoryMb: number | undefined;
  #lastSign = 0;
  #lookedAt = 0;
  #reason: AppError | undefined;

  constructor(options: EngineProcessOptions) {
    this.#options = options;
    const { module, env, rank } = options;
    this.rank = rank;
    this.config = JSON.stringify(module.config);
    this.#child = fork(
      fileURLToPath(new URL('./host/host-main.ts', import.meta.url)),
      [module.url.href, this.config],
      { env, execArgv: HOST_FLAGS, serialization: 'advanced' },
    );
    // At once, because a thread takes over the priority of the one that starts it.
    if (rank === 'low' && this.#child.pid !== undefined) lowerSystemPriority(this.#child.pid);
    this.#child.on('message', (message) => this.#onMessage(message as FromHost));
    this.#child.on('error', (error) => this.#onGone(`error ${error.name}`));
    this.#gone = new Promise((resolve) => {
      this.#child.once('exit', (code, signal) => {
        this.#onGone(signal ?? `code ${code}`);
        resolve();
      });
      this.#child.once('error', () => resolve());
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get gone(): boolean {
    return this.#isGone;
  }

  /** The model that is in memory; undefined while none is. */
  get loadedModel(): string | undefined {
    return this.#isGone ? undefined : this.#loadedModel;
  }

  /** The model of its work, which it may still be loading. */
  get modelAtWork(): string | undefined {
    const [first] = this.#pending.values();
    return first?.model;
  }

  /** Kind of device that the model runs on, once one was loaded. */
  get device(): string | undefined {
    return this.#device;
  }

  /** Resident megabytes at the last look. */
  get memoryMb(): number | undefined {
    return this.#memoryMb;
  }

  /** Runs one job. Rejects with an AppError, or with the signal's reason when it was given up. */
  async recognize(request: HostRequest, hooks: RecognitionHooks): Promise<EngineResult> {
    hooks.signal.throwIfAborted();
    const others = [...this.#pending.values()];
    if (others.length > 0 && !(request.growing && others.every(({ growing }) => growing)))
      throw new Error('An engine host runs one job at a time, or several recordings in progress.');
    const id = this.#nextId++;
    // A growing spool takes as long as somebody speaks; the time is counted from when it has ended.
    const timing: JobTiming = { startedAt: request.growing ? undefined : performance.now() };
    const watch = this.#watch(request, timing);
    using _abort = addAbortListener(hooks.signal, () => this.#cancel(id));
    try {
      return await new Promise<EngineResult>((resolve, reject) => {
        if (this.#isGone) return reject(this.#stopped('before it began'));
        this.#pending.set(id, {
          model: request.model,
          growing: request.growing ?? false,
          hooks,
          resolve,
          reject,
          sentAt: performance.now(),
          loadMs: 0,
        });
        this.#copies = Math.max(this.#copies, this.#pending.size);
        this.#send({ type: 'recognize', id, request });
        hooks.onStarted?.((at) => {
          timing.startedAt ??= performance.now();
          this.#send({ type: 'spool-ended', id, at });
        });
      });
    } finally {
      clearInterval(watch);
      this.#pending.delete(id);
      await this.#look();
    }
  }

  /** Ends the process and waits until it is gone. */
  async end(reason: AppError = new AppError('CANCELLED')): Promise<void> {
    this.#reason ??= reason;
    if (!this.#isGone) this.#child.kill('SIGKILL');
    await this.#gone;
  }

  /** Ends a process that hangs, takes too long or takes too much memory. */
  #watch(request: HostRequest, timing: JobTiming): NodeJS.Timeout {
    const { limits, displayName } = this.#options;
    const modelMb = (request.modelFile?.sizeBytes ?? 0) / 2 ** 20;
    const longest = Math.max(limits.leastMs, request.durationSeconds * 1000 * limits.timesRealTime);
    this.#lastSign = performance.now();
    return setInterval(() => {
      const now = performance.now();
      // All jobs look at the same process: once is enough.
      if (now - this.#lookedAt >= limits.memoryCheckMs / 2) void this.#look();
      if (now - this.#lastSign > limits.silenceMs) {
        void this.end(failed(`${displayName} stopped responding and was stopped.`));
        return;
      }
      if (timing.startedAt !== undefined && now - timing.startedAt > longest) {
        void this.end(
          new AppError('TIMEOUT', {
            message: `${displayName} took too long for this audio and was stopped.`,
            hint: 'Try again when the machine is less busy, or split the audio into parts.',
          }),
        );
        return;
      }
      const mostMb = limits.memoryMb() + modelMb * this.#copies;
      if ((this.#memoryMb ?? 0) > mostMb) {
        void this.end(
          new AppError('TRANSCRIPTION_FAILED', {
            message: `${displayName} took more than ${Math.round(mostMb)} MB of memory and was stopped.`,
            hint: 'Raise engineMemoryMb in the settings, or split the audio into parts.',
          }),
        );
      }
    }, limits.memoryCheckMs);
  }

  async #look(): Promise<void> {
    this.#lookedAt = performance.now();
    if (this.#child.pid !== undefined && !this.#isGone) {
      this.#memoryMb = await processMemoryMb(this.#child.pid, process.platform);
    }
  }

  /** Asks the host to stop; one that is deep in native code does not react and is ended after a moment, unless others are at work in it. */
  #cancel(id: number): void {
    if (!this.#pending.has(id)) return;
    this.#send({ type: 'cancel', id });
    const timer = setTimeout(() => {
      const pending = this.#pending.get(id);
      if (!pending) return;
      if (this.#pending.size === 1) void this.end(new AppError('CANCELLED'));
      // A block of a recording in progress is short: the host lets go of it when that is done.
      else pending.reject(pending.hooks.signal.reason);
    }, this.#options.limits.graceMs);
    timer.unref();
  }

  #onMessage(message: FromHost): void {
    this.#lastSign = performance.now();
    const pending = this.#pending.get(message.id);
    if (!pending) return;
    switch (message.type) {
      case 'alive':
        break;
      case 'loaded':
        this.#loadedModel = pending.model;
        // Copies of another model are gone by now.
        if (!message.warm) this.#copies = this.#pending.size;
        this.#device = message.device;
        // From here, so that starting the process counts too.
        pending.loadMs = message.warm ? 0 : performance.now() - pending.sentAt;
        break;
      case 'progress':
        pending.hooks.onProgress?.(message.share);
        break;
      case 'partial':
        pending.hooks.onPartial?.(...plainPartial(message.text, message.stableCharacters));
        break;
      case 'result':
        pending.resolve({
          ...plainSpeech(message.result),
          waitMs: 0,
          loadMs: pending.loadMs,
          decodeMs: message.decodeMs,
        });
        break;
      case 'failure':
        if (pending.hooks.signal.aborted) pending.reject(pending.hooks.signal.reason);
        else pending.reject(new AppError(message.code, { message: message.message, hint: message.hint }));
        break;
    }
  }

  #onGone(how: string): void {
    if (this.#isGone) return;
    this.#isGone = true;
    const { logger, displayName } = this.#options;
    // Ending it by a signal is our normal way, and nothing to wonder about in a log.
    if (this.#reason?.code === 'CANCELLED')
      logger.info({ engine: displayName }, 'An engine host was stopped, as requested.');
    else logger.warn({ engine: displayName, how }, 'An engine host exited.');
    for (const pending of this.#pending.values()) {
      if (pending.hooks.signal.aborted) pending.reject(pending.hooks.signal.reason);
      else pending.reject(this.#reason ?? this.#stopped(how));
    }
  }

  #stopped(how: string): AppError {
    return failed(`${this.#options.displayName} exited unexpectedly (${how}).`);
  }

  #send(message: ToHost): void {
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }
}

function failed(message: string): AppError {
  return new AppError('TRANSCRIPTION_FAILED', {
    message,
    hint: 'Try again: the next transcription restarts it. The recording is kept.',
  });
}

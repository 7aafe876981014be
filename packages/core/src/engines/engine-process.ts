import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AppError, type Logger } from '../base/index.ts';
import type { EngineRequest, EngineResult, RecognizerModule } from './engine.ts';
import { processMemoryMb } from './process-memory.ts';
import type { FromHost, ToHost } from './protocol.ts';

/** What an engine host may take. */
export interface HostLimits {
  /** Without any sign of life for so long it counts as hanging. */
  readonly silenceMs: number;
  /** A job may take this many times the length of its audio, and never less than `leastMs`. */
  readonly timesRealTime: number;
  readonly leastMs: number;
  /** How long a job that was given up may take to let go before its process is ended. */
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
}

/** Who listens to a job. */
export interface RecognitionHooks {
  readonly signal: AbortSignal;
  /** `settled`: how many characters of the text will not change any more, where the engine knows. */
  readonly onPartial?: ((text: string, settled?: number) => void) | undefined;
  readonly onProgress?: ((share: number) => void) | undefined;
  /** Given a function that tells the host that a growing spool has ended. */
  readonly onStarted?: ((spoolEnded: () => void) => void) | undefined;
}

interface Pending {
  readonly id: number;
  readonly hooks: RecognitionHooks;
  readonly resolve: (result: EngineResult) => void;
  readonly reject: (error: unknown) => void;
  loadMs: number;
}

/** One engine host: a child process for one engine. Every way out of it settles what is pending. One job at a time. */
export class EngineProcess {
  readonly #options: EngineProcessOptions;
  readonly #child: ChildProcess;
  readonly #gone: Promise<void>;
  #isGone = false;
  #pending: Pending | undefined;
  #nextId = 1;
  #loaded = false;
  #memoryMb: number | undefined;
  #lastSign = 0;
  #reason: AppError | undefined;

  constructor(options: EngineProcessOptions) {
    this.#options = options;
    const { module, env } = options;
    this.#child = fork(
      fileURLToPath(new URL('./host/host-main.ts', import.meta.url)),
      [module.url.href, JSON.stringify(module.config)],
      { env, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'advanced' },
    );
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

  get loaded(): boolean {
    return this.#loaded && !this.#isGone;
  }

  get busy(): boolean {
    return this.#pending !== undefined;
  }

  /** Resident megabytes at the last look. */
  get memoryMb(): number | undefined {
    return this.#memoryMb;
  }

  /** Runs one job. Rejects with an AppError, or with the signal's reason when it was given up. */
  async recognize(request: EngineRequest, hooks: RecognitionHooks): Promise<EngineResult> {
    hooks.signal.throwIfAborted();
    const id = this.#nextId++;
    const watch = this.#watch(request);
    const cancel = () => this.#cancel(id);
    hooks.signal.addEventListener('abort', cancel, { once: true });
    try {
      return await new Promise<EngineResult>((resolve, reject) => {
        if (this.#isGone) return reject(this.#stopped('before it began'));
        this.#pending = { id, hooks, resolve, reject, loadMs: 0 };
        this.#send({ type: 'recognize', id, request });
        hooks.onStarted?.(() => this.#send({ type: 'spool-ended', id }));
      });
    } finally {
      hooks.signal.removeEventListener('abort', cancel);
      clearInterval(watch);
      this.#pending = undefined;
      await this.#look();
    }
  }

  /** Ends the process and waits until it is gone. */
  async end(reason?: AppError): Promise<void> {
    this.#reason ??= reason;
    if (!this.#isGone) this.#child.kill('SIGKILL');
    await this.#gone;
  }

  /** Ends a process that hangs, takes too long or takes too much memory. */
  #watch(request: EngineRequest): NodeJS.Timeout {
    const { limits, displayName } = this.#options;
    const startedAt = performance.now();
    const longest = Math.max(limits.leastMs, request.durationSeconds * 1000 * limits.timesRealTime);
    this.#lastSign = startedAt;
    return setInterval(() => {
      void this.#look();
      const now = performance.now();
      if (now - this.#lastSign > limits.silenceMs) {
        void this.end(failed(`${displayName} stopped answering and was ended.`));
      } else if (!request.growing && now - startedAt > longest) {
        void this.end(
          new AppError('TIMEOUT', {
            message: `${displayName} took too long for this audio and was ended.`,
            hint: 'Try again when the machine has less to do, or cut the audio into parts.',
          }),
        );
      } else if ((this.#memoryMb ?? 0) > limits.memoryMb()) {
        void this.end(
          new AppError('TRANSCRIPTION_FAILED', {
            message: `${displayName} took more than ${limits.memoryMb()} MB of memory and was ended.`,
            hint: 'Raise engineMemoryMb in the settings, or cut the audio into parts.',
          }),
        );
      }
    }, limits.memoryCheckMs);
  }

  async #look(): Promise<void> {
    if (this.#child.pid !== undefined && !this.#isGone) {
      this.#memoryMb = await processMemoryMb(this.#child.pid, process.platform);
    }
  }

  /** Asks the host to stop; one that is deep in native code does not hear it and is ended after a moment. */
  #cancel(id: number): void {
    if (this.#pending?.id !== id) return;
    this.#send({ type: 'cancel', id });
    const timer = setTimeout(() => {
      if (this.#pending?.id === id) void this.end(new AppError('CANCELLED'));
    }, this.#options.limits.graceMs);
    timer.unref();
  }

  #onMessage(message: FromHost): void {
    this.#lastSign = performance.now();
    const pending = this.#pending;
    if (pending?.id !== message.id) return;
    switch (message.type) {
      case 'alive':
        break;
      case 'loaded':
        this.#loaded = true;
        pending.loadMs = message.loadMs;
        break;
      case 'progress':
        pending.hooks.onProgress?.(message.share);
        break;
      case 'partial':
        pending.hooks.onPartial?.(message.text, message.settled);
        break;
      case 'result':
        pending.resolve({ ...message.result, loadMs: pending.loadMs, decodeMs: message.decodeMs });
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
    this.#options.logger.info({ engine: this.#options.displayName, how }, 'An engine host ended.');
    const pending = this.#pending;
    if (!pending) return;
    if (pending.hooks.signal.aborted) pending.reject(pending.hooks.signal.reason);
    else pending.reject(this.#reason ?? this.#stopped(how));
  }

  #stopped(how: string): AppError {
    return failed(`${this.#options.displayName} ended unexpectedly (${how}).`);
  }

  #send(message: ToHost): void {
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }
}

function failed(message: string): AppError {
  return new AppError('TRANSCRIPTION_FAILED', {
    message,
    hint: 'Try again: the next transcription starts it anew. The recording is kept.',
  });
}

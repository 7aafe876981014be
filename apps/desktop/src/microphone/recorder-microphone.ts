import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Microphone as MicrophoneFacts } from '@quoth/contract';
import type { OpenMicrophone, SoundListener } from '@quoth/core';
import { CaptureClock } from './capture-clock.ts';
import type { DeviceChanges } from './device-changes.ts';
import { LibraryUnusable, noSuchMicrophone } from './microphone-errors.ts';
import { readMicrophones } from './microphone-worker.ts';
import type { FromWorker, ToWorker } from './worker-protocol.ts';

const LIST_MS = 5_000;
/** Milliseconds of a block. */
const BLOCK_MS = 20;
/** The library waits a second for a block, several times. */
const LONGEST_END_MS = 6_000;
/** Without a block for this long, the device is looked for: the library itself waits a second for one. */
const WATCHDOG_MS = 500;
/** Without a block for this long, a microphone whose state is unknown has stopped working: its sound server hangs. */
const STALLED_MS = 3_000;

interface Session {
  readonly listener: SoundListener;
  readonly clock: CaptureClock;
  readonly wanted: string | null;
  readonly opened: (device: string) => void;
  readonly refused: (error: unknown) => void;
  device: string | undefined;
  /** Blocks since the last check of the watchdog. */
  blocks: number;
  endWatch?: () => void;
}

export interface RecorderMicrophoneOptions {
  readonly changes: DeviceChanges;
  readonly isMonitor: (name: string) => boolean;
  /** Address of the module that the thread loads; the library itself by default. */
  readonly library?: string | undefined;
}

/** Microphones through `@picovoice/pvrecorder-node`, which supports every platform; in a thread, because its reads block. */
export class RecorderMicrophone {
  readonly #changes: DeviceChanges;
  readonly #isMonitor: (name: string) => boolean;
  readonly #sessions = new Map<number, Session>();
  readonly #lists = new Map<number, PromiseWithResolvers<Extract<FromWorker, { type: 'devices' }>>>();
  readonly #library: string;
  #worker: Worker | undefined;
  #isUnusable = false;
  #next = 1;

  constructor(options: RecorderMicrophoneOptions) {
    this.#changes = options.changes;
    this.#isMonitor = options.isMonitor;
    this.#library = options.library ?? import.meta.resolve('@picovoice/pvrecorder-node');
  }

  /** True once the library has failed to load on this machine. */
  get isUnusable(): boolean {
    return this.#isUnusable;
  }

  /** Starts the thread, so that the first opening is as quick as the others. */
  warmUp(): void {
    this.#thread();
  }

  /** Throws LibraryUnusable, MICROPHONE_UNAVAILABLE. */
  async open(device: string | null, listener: SoundListener): Promise<OpenMicrophone> {
    const id = this.#next++;
    const name = await new Promise<string>((opened, refused) => {
      this.#sessions.set(id, {
        listener,
        clock: new CaptureClock(BLOCK_MS),
        wanted: device,
        opened,
        refused,
        device: undefined,
        blocks: 0,
      });
      try {
        this.#say({ type: 'open', session: id, device });
      } catch (error) {
        this.#sessions.delete(id);
        refused(error);
      }
    });
    this.#watch(id, name);
    return { device: name, close: async () => this.#close(id) };
  }

  /** The sound server reports at once that a device has gone; without one, missing blocks cause a check. */
  #watch(id: number, name: string): void {
    const session = this.#sessions.get(id);
    if (!session) return;
    const lost = () => this.#ended(id, 'microphone-lost');
    const endChanges = this.#changes.watch(name, lost);
    let silentMs = 0;
    const watchdog = setInterval(async () => {
      silentMs = session.blocks === 0 ? silentMs + WATCHDOG_MS : 0;
      session.blocks = 0;
      if (silentMs >= STALLED_MS) this.#ended(id, 'microphone-failed');
      else if (silentMs > 0 && (await this.#changes.isThere(name)) === false) lost();
    }, WATCHDOG_MS);
    session.endWatch = () => {
      endChanges();
      clearInterval(watchdog);
    };
  }

  /** Throws LibraryUnusable. */
  async list(): Promise<readonly MicrophoneFacts[]> {
    const request = this.#next++;
    const listed = Promise.withResolvers<Extract<FromWorker, { type: 'devices' }>>();
    this.#lists.set(request, listed);
    const timer = setTimeout(() => listed.reject(new LibraryUnusable('no answer')), LIST_MS);
    try {
      this.#say({ type: 'list', request });
      const { devices, standard } = await listed.promise;
      return devices.map((name) => ({
        name,
        is_default: name === standard,
        is_monitor: this.#isMonitor(name),
      }));
    } finally {
      clearTimeout(timer);
      this.#lists.delete(request);
    }
  }

  async close(): Promise<void> {
    for (const id of [...this.#sessions.keys()]) this.#close(id);
    const worker = this.#worker;
    this.#worker = undefined;
    if (!worker) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage({ type: 'end' } satisfies ToWorker);
    // A start that failed has nothing else that keeps the process alive until then.
    worker.ref();
    // Never by force: a thread that is ended inside the library, where it waits for a stalled device, takes the process with it.
    await Promise.race([ended, sleep(LONGEST_END_MS, undefined, { ref: false })]);
    worker.unref();
  }

  #thread(): Worker {
    if (this.#isUnusable) throw new LibraryUnusable('the library does not load');
    if (this.#worker) return this.#worker;
    const worker = new Worker(workerSource(), {
      workerData: this.#library,
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    worker.on('message', (message: FromWorker) => this.#onMessage(message));
    worker.on('error', () => this.#onGone(worker));
    worker.on('exit', () => this.#onGone(worker));
    worker.unref();
    this.#worker = worker;
    return worker;
  }

  #onMessage(message: FromWorker): void {
    if (message.type === 'unusable') {
      this.#isUnusable = true;
      this.#onGone(this.#worker);
    } else if (message.type === 'devices') this.#lists.get(message.request)?.resolve(message);
    else this.#tell(message);
  }

  #tell(message: Extract<FromWorker, { session: number }>): void {
    const session = this.#sessions.get(message.session);
    if (!session) return;
    switch (message.type) {
      case 'opened':
        session.device = message.device;
        session.opened(message.device);
        break;
      case 'block': {
        session.blocks++;
        const takenAt = session.clock.next(message.cameAt - performance.timeOrigin);
        session.listener.onBlock({ samples: message.samples, takenAt });
        break;
      }
      case 'not-opened':
        this.#sessions.delete(message.session);
        session.refused(noSuchMicrophone(session.wanted, message.devices));
        break;
      case 'ended':
        this.#ended(message.session, message.ending);
        break;
    }
  }

  #ended(id: number, ending: 'microphone-lost' | 'microphone-failed'): void {
    const session = this.#sessions.get(id);
    if (!session) return;
    this.#close(id);
    if (session.device === undefined) session.refused(noSuchMicrophone(session.wanted, []));
    else session.listener.onEnd(ending);
  }

  #close(id: number): void {
    this.#sessions.get(id)?.endWatch?.();
    if (!this.#sessions.delete(id)) return;
    this.#worker?.postMessage({ type: 'close', session: id } satisfies ToWorker);
  }

  #onGone(worker: Worker | undefined): void {
    if (!worker || worker !== this.#worker) return;
    this.#worker = undefined;
    void worker.terminate();
    for (const { reject } of this.#lists.values()) reject(new LibraryUnusable('its thread has ended'));
    for (const [id, session] of [...this.#sessions]) {
      session.endWatch?.();
      this.#sessions.delete(id);
      if (session.device === undefined) session.refused(new LibraryUnusable('its thread has ended'));
      else session.listener.onEnd('microphone-failed');
    }
  }

  #say(message: ToWorker): void {
    this.#thread().postMessage(message);
  }
}

/** The thread's code: the function's own source, whose types were stripped when it was loaded here. */
function workerSource(): URL {
  const code = `import { setImmediate as breathe } from 'node:timers/promises';
import { parentPort as port, workerData as address } from 'node:worker_threads';
await (${readMicrophones})({ port, address, breathe });`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}

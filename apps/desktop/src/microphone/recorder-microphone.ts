import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { AppError, Microphone as MicrophoneFacts } from '@quoth/contract';
import type { OpenMicrophone, SoundListener } from '@quoth/core';
import { CaptureClock } from './capture-clock.ts';
import type { FromLibrary, ToLibrary } from './library-process.ts';
import { LibraryUnusable, noSuchMicrophone, soundSystemSilent } from './microphone-errors.ts';

const MODULE = join(import.meta.dirname, 'library-process.ts');
const FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=1'];
/** Milliseconds of a block. */
const BLOCK_MS = 20;
const LIST_MS = 5_000;
/** Less than the recorder waits for a first sample, so that its user learns why there is none. */
const OPEN_MS = 3_000;
/** The library waits a second for a block before it notices that it is to be closed. */
const CLOSE_MS = 1_500;
/** Without a block for this long, the device is looked for. */
const LOOK_MS = 500;
/** Without a block for this long, a microphone that is there has stopped working. A sleeping one takes seconds to wake up. */
const STALLED_MS = 3_000;
const ASLEEP_MS = 5_000;

/**
 * Microphones through `@picovoice/pvrecorder-node`, which supports every platform. Its calls block, and when the sound system dies some never return; so it
 * is used in a process, which is ended whenever it does not answer in time. Another one takes its place.
 */
export class RecorderMicrophone {
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #library: string;
  readonly #processes = new Set<ChildProcess>();
  /** One that runs and has nothing to do. */
  #spare: ChildProcess | undefined;
  #isUnusable = false;
  #isClosed = false;

  /** `library`: address of the module that is loaded as the library. */
  constructor(
    env: Readonly<Record<string, string | undefined>>,
    library = import.meta.resolve('@picovoice/pvrecorder-node'),
  ) {
    this.#env = env;
    this.#library = library;
  }

  /** Starts the process, so that the first opening is as quick as the others. */
  warmUp(): void {
    this.#spare ??= this.#start();
  }

  /** Throws LibraryUnusable, MICROPHONE_UNAVAILABLE. */
  async open(device: string | null, listener: SoundListener): Promise<OpenMicrophone> {
    const child = this.#take();
    const clock = new CaptureClock(BLOCK_MS);
    let isOver = false;
    let name: string | undefined;
    let hasSound = false;
    let silentMs = 0;
    let watch: NodeJS.Timeout | undefined;
    const leave = () => {
      isOver = true;
      clearInterval(watch);
      child.off('message', onMessage);
      child.off('exit', onExit);
    };
    const ended = (ending: 'microphone-lost' | 'microphone-failed') => {
      if (isOver || name === undefined) return;
      leave();
      listener.onEnd(ending);
    };
    const onExit = () => ended('microphone-failed');
    const onMessage = (message: FromLibrary) => {
      if (message.type === 'opened') name = message.device;
      else if (message.type === 'block') {
        hasSound = true;
        silentMs = 0;
        const takenAt = clock.next(message.cameAt - performance.timeOrigin);
        listener.onBlock({ samples: message.samples, takenAt });
      } else if (message.type === 'ended' && name !== undefined) {
        this.#giveBack(child);
        ended(message.ending);
      }
    };
    child.on('message', onMessage);
    child.once('exit', onExit);
    const answer = await this.#ask(child, { type: 'open', device }, OPEN_MS).catch((error: unknown) => {
      leave();
      throw error;
    });
    if (name === undefined) {
      leave();
      this.#giveBack(child);
      if (answer.type !== 'not-opened') throw soundSystemSilent();
      throw noSuchMicrophone(device, answer.devices);
    }
    const opened = name;
    if (isOver) return { device: opened, close: async () => undefined };
    watch = setInterval(async () => {
      silentMs += LOOK_MS;
      if (silentMs <= LOOK_MS) return;
      if (silentMs >= (hasSound ? STALLED_MS : ASLEEP_MS)) {
        this.#end(child);
        ended('microphone-failed');
      } else if ((await this.#isThere(opened)) === false && silentMs > 0) {
        this.#end(child);
        ended('microphone-lost');
      }
    }, LOOK_MS);
    return {
      device: opened,
      close: async () => {
        if (isOver) return;
        leave();
        await this.#ask(child, { type: 'close' }, CLOSE_MS).then(
          () => this.#giveBack(child),
          () => undefined,
        );
      },
    };
  }

  /** Throws LibraryUnusable, MICROPHONE_UNAVAILABLE. */
  async list(): Promise<readonly MicrophoneFacts[]> {
    const child = this.#take();
    const answer = await this.#ask(child, { type: 'list' }, LIST_MS);
    this.#giveBack(child);
    if (answer.type !== 'devices') throw soundSystemSilent();
    const { devices, standard } = answer;
    return devices.map((name) => ({
      name,
      is_default: name === standard,
      is_monitor: name.startsWith('Monitor of '),
    }));
  }

  close(): void {
    this.#isClosed = true;
    for (const child of this.#processes) this.#end(child);
  }

  /** Undefined if the library cannot tell. */
  async #isThere(name: string): Promise<boolean | undefined> {
    const there = await this.list().catch(() => undefined);
    return there?.some((one) => one.name === name);
  }

  /** Asks and waits for the answer. A process that gives none in time is ended. Throws LibraryUnusable, MICROPHONE_UNAVAILABLE. */
  #ask(child: ChildProcess, question: ToLibrary, withinMs: number): Promise<FromLibrary> {
    const answered = Promise.withResolvers<FromLibrary>();
    const fail = (error: LibraryUnusable | AppError) => {
      this.#end(child);
      answered.reject(error);
    };
    const onMessage = (message: FromLibrary) => {
      if (message.type === 'unusable') {
        this.#isUnusable = true;
        fail(new LibraryUnusable());
      } else if (message.type !== 'block') answered.resolve(message);
    };
    const onExit = () => fail(soundSystemSilent());
    const timer = setTimeout(onExit, withinMs);
    child.on('message', onMessage);
    child.once('exit', onExit);
    child.send(question, (error) => {
      if (error) onExit();
    });
    return answered.promise.finally(() => {
      clearTimeout(timer);
      child.off('message', onMessage);
      child.off('exit', onExit);
    });
  }

  /** A process of its own for one request. Throws LibraryUnusable. */
  #take(): ChildProcess {
    if (this.#isUnusable) throw new LibraryUnusable();
    const child = this.#spare ?? this.#start();
    this.#spare = undefined;
    return child;
  }

  /** It has done what it was asked for and can be asked again. */
  #giveBack(child: ChildProcess): void {
    if (this.#isClosed || this.#spare || !child.connected) this.#end(child);
    else this.#spare = child;
  }

  #start(): ChildProcess {
    const child = fork(MODULE, [this.#library], {
      env: { ...this.#env },
      execArgv: FLAGS,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      windowsHide: true,
    });
    this.#processes.add(child);
    const gone = () => {
      this.#processes.delete(child);
      if (this.#spare === child) this.#spare = undefined;
    };
    child.once('exit', gone);
    child.on('error', gone);
    child.unref();
    child.channel?.unref();
    return child;
  }

  /** By force: inside the library, nothing else reaches it. */
  #end(child: ChildProcess): void {
    this.#processes.delete(child);
    if (this.#spare === child) this.#spare = undefined;
    child.kill('SIGKILL');
  }
}

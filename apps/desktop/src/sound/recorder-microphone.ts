import type { MicrophoneFacts } from '@quoth/contract';
import type { OpenMicrophone, SoundListener } from '@quoth/core';
import { Child, type Names, type Sent } from '@quoth/processes';
import { ownFile } from '@quoth/processes/places';
import { CaptureClock, LibraryUnavailable, noSuchMicrophone, soundSystemSilent } from './capture.ts';
import type { LibraryChannel, MicrophoneEnding } from './microphone-library-main.ts';

const MAIN = ownFile('./microphone-library-main.ts', import.meta.url);
const BLOCK_MS = 20;
const LIST_MS = 5_000;
/** Less than the recorder waits for a first sample, so that its user learns why it is missing. */
const OPEN_MS = 3_000;
/** The library waits a second for a block before it notices that it is to be closed. */
const CLOSE_MS = 1_500;
/** Without a block for this long, the device is looked for. */
const LOOK_MS = 500;
/**
 * Without a block for this long, a microphone that is there has stopped working. A sleeping one takes seconds to wake
 * up.
 */
const STALLED_MS = 3_000;
const ASLEEP_MS = 5_000;

/** A process that has the library, and who hears what it records. */
interface LibraryProcess {
  readonly child: Child<LibraryChannel>;
  recording: Pick<LibraryChannel['toParent'], 'block' | 'ended'> | undefined;
}

/**
 * Microphones through `@picovoice/pvrecorder-node`, which supports every platform. Its calls block, and when the sound
 * system dies some never return; so it is used in a process, which is ended whenever it does not answer in time.
 * Another one takes its place.
 */
export class RecorderMicrophone {
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #library: string;
  readonly #processes = new Set<LibraryProcess>();
  /** One that runs and has nothing to do. */
  #spare: LibraryProcess | undefined;
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
  prepare(): void {
    this.#spare ??= this.#start();
  }

  /** Throws LibraryUnavailable, MICROPHONE_UNAVAILABLE. */
  async open(device: string | null, listener: SoundListener): Promise<OpenMicrophone> {
    const one = this.#take();
    const clock = new CaptureClock(BLOCK_MS);
    let isOpen = false;
    let ending: MicrophoneEnding | undefined;
    let hasSound = false;
    let silentMs = 0;
    let watch: NodeJS.Timeout | undefined;
    const leave = () => {
      clearInterval(watch);
      one.recording = undefined;
    };
    const ended = (why: MicrophoneEnding) => {
      leave();
      ending = why;
      if (isOpen) listener.onEnd(why);
    };
    one.recording = {
      block: (samples, cameAt) => {
        hasSound = true;
        silentMs = 0;
        listener.onBlock({ samples, takenAt: clock.next(cameAt - performance.timeOrigin) });
      },
      ended,
    };
    const answer = await this.#ask(one, 'open', OPEN_MS, device).catch((error: unknown) => {
      leave();
      throw error;
    });
    if ('devices' in answer) {
      leave();
      this.#giveBack(one);
      throw noSuchMicrophone(device, answer.devices);
    }
    isOpen = true;
    const { opened } = answer;
    if (ending) {
      listener.onEnd(ending);
      return { device: opened, close: async () => undefined };
    }
    watch = setInterval(async () => {
      silentMs += LOOK_MS;
      if (silentMs <= LOOK_MS) return;
      if (silentMs >= (hasSound ? STALLED_MS : ASLEEP_MS)) {
        this.#end(one);
        ended('microphone-failed');
      } else if ((await this.#isThere(opened)) === false && silentMs > 0 && one.recording) {
        this.#end(one);
        ended('microphone-lost');
      }
    }, LOOK_MS);
    return {
      device: opened,
      close: async () => {
        if (!one.recording || ending) return;
        leave();
        await this.#ask(one, 'close', CLOSE_MS).then(
          () => this.#giveBack(one),
          () => undefined,
        );
      },
    };
  }

  /** Throws LibraryUnavailable, MICROPHONE_UNAVAILABLE. */
  async list(): Promise<readonly MicrophoneFacts[]> {
    const one = this.#take();
    const { devices, standard } = await this.#ask(one, 'list', LIST_MS);
    this.#giveBack(one);
    return devices.map((name) => ({
      name,
      is_default: name === standard,
      is_monitor: name.startsWith('Monitor of '),
    }));
  }

  close(): void {
    this.#isClosed = true;
    for (const one of this.#processes) this.#end(one);
  }

  /** Undefined if the library cannot tell. */
  async #isThere(name: string): Promise<boolean | undefined> {
    const there = await this.list().catch(() => undefined);
    return there?.some((one) => one.name === name);
  }

  /**
   * Asks and waits for the answer. A process that gives none in time is ended. Throws LibraryUnavailable,
   * MICROPHONE_UNAVAILABLE.
   */
  async #ask<Name extends Names<LibraryChannel['requests']>>(
    one: LibraryProcess,
    name: Name,
    withinMs: number,
    ...args: Sent<LibraryChannel['requests'], Name>
  ) {
    const answer = await one.child.request(name, withinMs, ...args);
    if (answer !== undefined) return answer;
    this.#end(one);
    throw this.#isUnusable ? new LibraryUnavailable() : soundSystemSilent();
  }

  /** A process of its own for one request. Throws LibraryUnavailable. */
  #take(): LibraryProcess {
    if (this.#isUnusable) throw new LibraryUnavailable();
    const one = this.#spare ?? this.#start();
    this.#spare = undefined;
    return one;
  }

  /** It has done what it was asked for and can be asked again. */
  #giveBack(one: LibraryProcess): void {
    if (this.#isClosed || this.#spare || !one.child.isConnected) this.#end(one);
    else this.#spare = one;
  }

  #start(): LibraryProcess {
    const one: LibraryProcess = {
      recording: undefined,
      child: new Child<LibraryChannel>({
        main: MAIN,
        args: [this.#library],
        env: this.#env,
        on: {
          block: (samples, cameAt) => one.recording?.block(samples, cameAt),
          ended: (why) => {
            const { recording } = one;
            if (recording) this.#giveBack(one);
            recording?.ended(why);
          },
          unusable: () => {
            this.#isUnusable = true;
          },
        },
        onEnd: () => {
          this.#forget(one);
          one.recording?.ended('microphone-failed');
        },
      }),
    };
    this.#processes.add(one);
    return one;
  }

  /** By force: inside the library, nothing else reaches it. */
  #end(one: LibraryProcess): void {
    this.#forget(one);
    void one.child.end(0);
  }

  #forget(one: LibraryProcess): void {
    this.#processes.delete(one);
    if (this.#spare === one) this.#spare = undefined;
  }
}

import { type AppError, asAppError } from '@quoth/contract';
import type { Microphone, OpenMicrophone, SoundBlock } from './microphone.ts';
import { PreRoll } from './pre-roll.ts';

/** After a microphone could not be kept open for the pre-roll, it is tried again. */
const AGAIN_MS = 3_000;

/** Who records. */
export interface RecordingListener {
  onDevice(name: string): void;
  onBlock(block: SoundBlock): void;
  onEnd(ending: 'microphone-lost' | 'microphone-failed', error?: AppError): void;
}

export interface ListeningOptions {
  readonly microphone: Microphone;
  /** The microphone that the user has set; null follows the system's default. */
  readonly device: () => string | null;
  readonly preRollMs: () => number;
  /** Called when the pre-roll begins or ends to listen. */
  readonly onChange: () => void;
}

/** One opening of a device. What comes from an earlier one is ignored. */
interface Line {
  readonly wanted: string | null;
  open: OpenMicrophone | undefined;
  recorder: RecordingListener | undefined;
  /** A device that was asleep is open long before it delivers sound. */
  hasSound: boolean;
}

/**
 * Owns the microphone: open during a recording and, if the user wants a pre-roll, also before it; never while the screen is locked or the machine
 * sleeps.
 */
export class Listening {
  readonly #with: ListeningOptions;
  readonly #preRoll = new PreRoll();
  #endChanges: (() => void) | undefined;
  #line: Line | undefined;
  #isAsleep = false;
  #isClosed = false;
  #again: NodeJS.Timeout | undefined;

  constructor(options: ListeningOptions) {
    this.#with = options;
    this.refresh();
  }

  /** True while sound is kept before a recording starts. */
  get hasPreRoll(): boolean {
    return this.#line?.hasSound === true && this.#line.recorder === undefined;
  }

  /** Hands every block to the recorder, what the pre-roll has kept first. */
  record(device: string | null, recorder: RecordingListener): void {
    const line = this.#line;
    if (line && line.wanted === device && !line.recorder) {
      line.recorder = recorder;
      if (line.open) recorder.onDevice(line.open.device);
      for (const block of this.#preRoll.take()) recorder.onBlock(block);
      this.#with.onChange();
      return;
    }
    this.#hangUp();
    this.#pickUp(device, recorder);
  }

  /** The recording has ended. */
  release(): void {
    const line = this.#line;
    if (!line?.recorder) return;
    line.recorder = undefined;
    if (this.#mayPreRoll() && line.wanted === this.#with.device() && line.open) this.#with.onChange();
    else this.#hangUp();
    this.refresh();
  }

  /** Call it after the settings changed: starts or ends the pre-roll, unless a recording is in progress. */
  refresh(): void {
    clearTimeout(this.#again);
    this.#preRoll.keep(this.#with.preRollMs());
    this.#followDevices();
    if (this.#line?.recorder) return;
    const device = this.#with.device();
    if (this.#line && (!this.#mayPreRoll() || this.#line.wanted !== device)) this.#hangUp();
    if (!this.#line && this.#mayPreRoll()) this.#pickUp(device, undefined);
  }

  /** The screen is locked, or the machine goes to sleep: what is kept is dropped. */
  sleep(): void {
    this.#isAsleep = true;
    if (!this.#line?.recorder) this.#hangUp();
  }

  wake(): void {
    this.#isAsleep = false;
    this.refresh();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#again);
    this.#endChanges?.();
    this.#hangUp();
  }

  #mayPreRoll(): boolean {
    return this.#with.preRollMs() > 0 && !this.#isAsleep && !this.#isClosed;
  }

  #pickUp(device: string | null, recorder: RecordingListener | undefined): void {
    const line: Line = { wanted: device, open: undefined, recorder, hasSound: false };
    this.#line = line;
    this.#with.microphone
      .open(device, {
        onBlock: (block) => {
          if (this.#line !== line) return;
          const isFirst = !line.hasSound;
          line.hasSound = true;
          if (line.recorder) line.recorder.onBlock(block);
          else {
            this.#preRoll.push(block);
            if (isFirst) this.#with.onChange();
          }
        },
        onEnd: (ending) => this.#ended(line, ending),
      })
      .then(
        (open) => {
          // Somebody hung up meanwhile.
          if (this.#line !== line) return open.close();
          line.open = open;
          line.recorder?.onDevice(open.device);
          return undefined;
        },
        (error: unknown) => this.#ended(line, 'microphone-failed', asAppError(error)),
      );
  }

  #ended(line: Line, ending: 'microphone-lost' | 'microphone-failed', error?: AppError): void {
    if (this.#line !== line) return;
    this.#hangUp();
    line.recorder?.onEnd(ending, error);
    this.#again = setTimeout(() => this.refresh(), AGAIN_MS);
    this.#again.unref();
  }

  #hangUp(): void {
    const line = this.#line;
    this.#line = undefined;
    this.#preRoll.drop();
    void line?.open?.close();
    if (line?.hasSound && !line.recorder) this.#with.onChange();
  }

  /** Who came and who went matters only to a pre-roll. */
  #followDevices(): void {
    const follows = this.#with.preRollMs() > 0 && !this.#isClosed;
    if (!follows) this.#endChanges?.();
    this.#endChanges = follows
      ? (this.#endChanges ?? this.#with.microphone.onChange(() => void this.#devicesChanged()))
      : undefined;
  }

  /** A pre-roll that follows the system's default follows it to another device; a recording stays where it is. */
  async #devicesChanged(): Promise<void> {
    const line = this.#line;
    if (line?.recorder || !this.#mayPreRoll()) return;
    const there = await this.#with.microphone.list().catch(() => []);
    const standard = there.find(({ is_default }) => is_default)?.name;
    const isAnother = line?.wanted === null && line.open !== undefined && line.open.device !== standard;
    if (this.#line !== line || line?.recorder) return;
    if (isAnother) this.#hangUp();
    this.refresh();
  }
}

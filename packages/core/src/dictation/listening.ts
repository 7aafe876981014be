import { VoiceDetector } from '@quoth/audio';
import { type AppError, asAppError } from '@quoth/contract';
import type { EventBus } from '../base/index.ts';
import type { Microphone, OpenMicrophone, SoundBlock, SoundListener } from './ports.ts';
import { playedSoundUnavailable } from './recorder-errors.ts';

/** After a microphone could not be kept open for the pre-roll, it is tried again. */
const AGAIN_MS = 3_000;

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

/** How a microphone is opened. */
interface Opening {
  /** Together with what the machine plays. */
  readonly isMeeting?: boolean | undefined;
  readonly switchesHeadset?: boolean | undefined;
}

/** One opening of a device. What comes from an earlier one is ignored. */
interface Line {
  readonly wanted: string | null;
  readonly isMeeting: boolean;
  open: OpenMicrophone | undefined;
  recorder: RecordingListener | undefined;
  /** A device that was asleep is open long before it delivers sound. */
  hasSound: boolean;
}

/**
 * Owns the microphone: open during a recording and, if the user wants a pre-roll, also before it; never while the
 * screen is locked or the machine sleeps.
 */
export class Listening {
  readonly #options: ListeningOptions;
  readonly #preRoll = new PreRoll();
  #endChanges: (() => void) | undefined;
  #line: Line | undefined;
  #isAsleep = false;
  #isClosed = false;
  #again: NodeJS.Timeout | undefined;

  constructor(options: ListeningOptions) {
    this.#options = options;
    this.refresh();
  }

  /** True while sound is kept before a recording starts. */
  get hasPreRoll(): boolean {
    return this.#line?.hasSound === true && this.#line.recorder === undefined;
  }

  /** Hands every block to the recorder, what the pre-roll has kept first; of a meeting, what is played as well. */
  record(device: string | null, recorder: RecordingListener, opening: Opening = {}): void {
    const line = this.#line;
    if (line && line.wanted === device && !line.recorder && !opening.isMeeting) {
      line.recorder = recorder;
      if (line.open) recorder.onDevice(line.open.device);
      for (const block of this.#preRoll.take()) recorder.onBlock(block);
      this.#options.onChange();
      return;
    }
    this.#closeMicrophone();
    this.#openMicrophone(device, recorder, opening);
  }

  /** The recording is about to end: it gets what the microphone still holds back. */
  flush(): void {
    this.#line?.open?.flush?.();
  }

  /** The recording has ended. */
  release(): void {
    const line = this.#line;
    if (!line?.recorder) return;
    line.recorder = undefined;
    const isPreRoll = !line.isMeeting && this.#mayPreRoll() && line.wanted === this.#options.device();
    if (isPreRoll && line.open) this.#options.onChange();
    else this.#closeMicrophone();
    this.refresh();
  }

  /** Call it after the settings changed: starts or ends the pre-roll, unless a recording is in progress. */
  refresh(): void {
    clearTimeout(this.#again);
    this.#preRoll.keep(this.#options.preRollMs());
    this.#followDevices();
    if (this.#line?.recorder) return;
    const device = this.#options.device();
    if (this.#line && (!this.#mayPreRoll() || this.#line.wanted !== device)) this.#closeMicrophone();
    if (!this.#line && this.#mayPreRoll()) this.#openMicrophone(device, undefined);
  }

  /** The screen is locked, or the machine goes to sleep: what is kept is dropped. */
  sleep(): void {
    this.#isAsleep = true;
    if (!this.#line?.recorder) this.#closeMicrophone();
  }

  wake(): void {
    this.#isAsleep = false;
    this.refresh();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#again);
    this.#endChanges?.();
    this.#closeMicrophone();
  }

  #mayPreRoll(): boolean {
    return this.#options.preRollMs() > 0 && !this.#isAsleep && !this.#isClosed;
  }

  #openMicrophone(
    device: string | null,
    recorder: RecordingListener | undefined,
    { isMeeting = false, switchesHeadset }: Opening = {},
  ): void {
    const line: Line = { wanted: device, isMeeting, open: undefined, recorder, hasSound: false };
    this.#line = line;
    const { microphone } = this.#options;
    const open = (...asked: [device: string | null, listener: SoundListener]) => {
      if (!isMeeting) return microphone.open(...asked, switchesHeadset);
      return microphone.openMeeting?.(...asked) ?? Promise.reject(playedSoundUnavailable());
    };
    open(device, {
      onBlock: (block) => {
        if (this.#line !== line) return;
        const isFirst = !line.hasSound;
        line.hasSound = true;
        if (line.recorder) line.recorder.onBlock(block);
        else {
          this.#preRoll.push(block);
          if (isFirst) this.#options.onChange();
        }
      },
      onEnd: (ending) => this.#ended(line, ending),
    }).then(
      (open) => {
        // The microphone was closed meanwhile.
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
    this.#closeMicrophone();
    line.recorder?.onEnd(ending, error);
    this.#again = setTimeout(() => this.refresh(), AGAIN_MS);
    this.#again.unref();
  }

  #closeMicrophone(): void {
    const line = this.#line;
    this.#line = undefined;
    this.#preRoll.drop();
    void line?.open?.close();
    if (line?.hasSound && !line.recorder) this.#options.onChange();
  }

  /** Devices that come and go matter only to a pre-roll. */
  #followDevices(): void {
    const follows = this.#options.preRollMs() > 0 && !this.#isClosed;
    if (!follows) this.#endChanges?.();
    this.#endChanges = follows
      ? (this.#endChanges ?? this.#options.microphone.onChange(() => void this.#devicesChanged()))
      : undefined;
  }

  /** A pre-roll that follows the system's default follows it to another device; a recording stays where it is. */
  async #devicesChanged(): Promise<void> {
    const line = this.#line;
    if (line?.recorder || !this.#mayPreRoll()) return;
    const there = await this.#options.microphone.list().catch(() => []);
    const standard = there.find(({ is_default }) => is_default)?.name;
    const isAnother = line?.wanted === null && line.open !== undefined && line.open.device !== standard;
    if (this.#line !== line || line?.recorder) return;
    if (isAnother) this.#closeMicrophone();
    this.refresh();
  }
}

const SAMPLES_PER_MS = 16;

/** The last moments of sound, in memory and nowhere else. */
export class PreRoll {
  #blocks: SoundBlock[] = [];
  #samples = 0;
  #maxMs = 0;

  /** How much is kept, in milliseconds; 0 keeps nothing. */
  keep(maxMs: number): void {
    this.#maxMs = maxMs;
    this.#trim();
  }

  push(block: SoundBlock): void {
    this.#blocks.push(block);
    this.#samples += block.samples.length;
    this.#trim();
  }

  /** What is kept, oldest first; nothing is kept any more. */
  take(): readonly SoundBlock[] {
    const blocks = this.#blocks;
    this.#forget();
    return blocks;
  }

  /** Forgets what is kept, so that it is not even in memory. */
  drop(): void {
    for (const { samples } of this.#blocks) samples.fill(0);
    this.#forget();
  }

  #forget(): void {
    this.#blocks = [];
    this.#samples = 0;
  }

  #trim(): void {
    let [first] = this.#blocks;
    while (first && this.#samples > this.#maxMs * SAMPLES_PER_MS) {
      this.#blocks.shift();
      this.#samples -= first.samples.length;
      // These samples are from before the recording, so they do not stay in memory.
      first.samples.fill(0);
      [first] = this.#blocks;
    }
  }
}

const FULL_SCALE = 32_768;
/** How many of the last frames of 32 ms must be voiced to count as speech; a click or a chair is shorter. */
const SPEECH_FRAMES = 5;
const WINDOW_FRAMES = 8;

/** What a block of samples holds. */
export interface MeteredSound {
  /** The loudest sample, 0 to 1. */
  readonly level: number;
  /** False where every sample is zero. */
  readonly hasSound: boolean;
  readonly hasSpeech: boolean;
  /** One boolean for each frame of 32 ms that this block completes: somebody speaks. */
  readonly voiced: readonly boolean[];
}

/** Measures sound as it comes. */
export class SoundMeter {
  readonly #voice = new VoiceDetector();
  #window: boolean[] = [];

  reset(): void {
    this.#voice.reset();
    this.#window = [];
  }

  push(samples: Int16Array): MeteredSound {
    let peak = 0;
    for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
    const voiced = this.#voice.push(samples).map(({ isVoiced }) => isVoiced);
    this.#window = [...this.#window, ...voiced].slice(-WINDOW_FRAMES);
    return {
      level: peak / FULL_SCALE,
      hasSound: peak > 0,
      hasSpeech: this.#window.filter(Boolean).length >= SPEECH_FRAMES,
      voiced,
    };
  }
}

/** Milliseconds of sound between two reported levels: twenty a second. */
const EVERY_MS = 50;

/** Reports the loudest sample of each interval of sound. */
export class LevelReports {
  readonly #tell: (peak: number) => void;
  #peak = 0;
  #sinceMs = 0;

  constructor(tell: (peak: number) => void) {
    this.#tell = tell;
  }

  reset(): void {
    this.#peak = 0;
    this.#sinceMs = 0;
  }

  /** `level`: the loudest sample of the interval, 0 to 1. */
  take(level: number, ms: number): void {
    this.#peak = Math.max(this.#peak, level);
    this.#sinceMs += ms;
    if (this.#sinceMs < EVERY_MS) return;
    this.#tell(this.#peak);
    this.reset();
  }
}

/** Publishes an event when a microphone is plugged in or removed, until the returned function is called. */
export function followMicrophones(
  microphone: Pick<Microphone, 'onChange' | 'list'>,
  events: EventBus,
): () => void {
  return microphone.onChange(async () => {
    // If the list cannot be read now, the next change reads it again.
    const microphones = await microphone.list().catch(() => undefined);
    if (microphones) events.publish({ type: 'microphones-changed', microphones: [...microphones] });
  });
}

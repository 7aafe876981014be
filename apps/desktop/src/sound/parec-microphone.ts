import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { MicrophoneFacts } from '@quoth/contract';
import { parsedJson } from '@quoth/contract';
import {
  type OpenMicrophone,
  playedSoundUnavailable,
  type SoundBlock,
  type SoundListener,
} from '@quoth/core';
import { execFile, spawn } from '@quoth/processes/programs';
import * as z from 'zod';
import { CaptureClock, headsetPlaysMusic, noSuchMicrophone, soundSystemSilent } from './capture.ts';
import { HeadsetSwitch, type MusicHeadset, musicHeadset } from './headset.ts';
import { TwoTracks } from './two-tracks.ts';

const BLOCK_SAMPLES = 320;
const BLOCK_MS = 20;
const BLOCK_BYTES = BLOCK_SAMPLES * 2;
/**
 * Without a block for this long, a source has stopped working: its server hangs. One that slept takes seconds to wake
 * up.
 */
const STALLED_MS = 3_000;
const ASLEEP_MS = 5_000;
/** How often to check; only several checks in a row without a block count, so that a busy moment is no loss. */
const LOOK_MS = 500;

/** A headset that was switched has its microphone within this time. */
const SWITCHED_MS = 5_000;
const LOOK_AGAIN_MS = 100;

/** `parec` on one source. */
interface Stream {
  readonly source: string;
  readonly isOver: boolean;
  /** Hands on what has come so far, and from then on each block as it comes. */
  flow(listener: SoundListener): void;
  end(): void;
}

/**
 * Microphones through `parec`, which every Linux desktop with PulseAudio or PipeWire has. It is a process that exists
 * only while something is recorded, so one that hangs with its server is simply ended.
 */
export class ParecMicrophone {
  readonly #sources: PulseSources;
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #streams = new Set<Stream>();
  /** The source of each name when they were last listed; null stands for the system's default. */
  readonly #known = new Map<string | null, string>();
  readonly #headsets: HeadsetSwitch;

  constructor(sources: PulseSources, env: Readonly<Record<string, string | undefined>>, dataFolder: string) {
    this.#sources = sources;
    this.#env = env;
    this.#headsets = new HeadsetSwitch(dataFolder, (card, profile) => sources.setProfile(card, profile));
  }

  /** Asks for the sources, so that the first opening need not wait for the answer. */
  prepare(): void {
    this.#listed().catch(() => undefined);
  }

  /**
   * Asking the server takes longer than opening. So the source of the last time is opened at once, and its first sound
   * is kept until it is known to be the right one. `switchesHeadset`: see `Microphone.open`. Throws NoSoundServer,
   * MICROPHONE_UNAVAILABLE.
   */
  async open(
    device: string | null,
    listener: SoundListener,
    switchesHeadset = false,
  ): Promise<OpenMicrophone> {
    const known = this.#known.get(device);
    const early = known === undefined ? undefined : this.#start(known);
    try {
      const there = await this.#listed();
      const source = there.find(({ description, isDefault }) =>
        device === null ? isDefault : description === device,
      );
      // The default is then what the headset itself plays.
      const isNone = !source || (device === null && source.isMonitor && source.name.startsWith('bluez_'));
      const headset = isNone ? await this.#sources.musicHeadset() : undefined;
      if (headset && (device === null || device.includes(headset.name))) {
        if (!switchesHeadset) throw headsetPlaysMusic(headset);
        early?.end();
        return await this.#openHeadset(headset, listener);
      }
      if (!source) {
        throw noSuchMicrophone(
          device,
          there.map(({ description }) => description),
        );
      }
      const isRight = early?.source === source.name && !early.isOver;
      if (!isRight) early?.end();
      const stream = isRight ? early : this.#start(source.name);
      stream.flow(listener);
      return { device: source.description, close: async () => stream.end() };
    } catch (error) {
      early?.end();
      throw error;
    }
  }

  /** It is back in its music profile once this has ended. */
  async #openHeadset(headset: MusicHeadset, listener: SoundListener): Promise<OpenMicrophone> {
    const back = () => this.#headsets.back();
    await this.#headsets.toSpeech(headset);
    try {
      const source = await this.#sourceOf(headset);
      const stream = this.#start(source.name);
      stream.flow({
        onBlock: (block) => listener.onBlock(block),
        onEnd: (ending) => {
          void back();
          listener.onEnd(ending);
        },
      });
      const close = async () => {
        stream.end();
        await back();
      };
      return { device: source.description, close };
    } catch (error) {
      await back();
      throw error;
    }
  }

  /** Its microphone, which comes a moment after its profile. Throws MICROPHONE_UNAVAILABLE. */
  async #sourceOf({ name }: MusicHeadset): Promise<PulseSource> {
    for (const end = performance.now() + SWITCHED_MS; ; await pause(LOOK_AGAIN_MS)) {
      const there = await this.#listed();
      const found = there.find(
        (source) =>
          !source.isMonitor && source.name.startsWith('bluez_') && source.description.includes(name),
      );
      if (found) return found;
      if (performance.now() > end)
        throw noSuchMicrophone(
          name,
          there.map(({ description }) => description),
        );
    }
  }

  /**
   * The same together with what the default output plays, which may become another one meanwhile. That this ends does
   * not end a meeting. Throws as `open` does, and where there is no output.
   */
  async openMeeting(device: string | null, listener: SoundListener): Promise<OpenMicrophone> {
    const tracks = new TwoTracks((block) => listener.onBlock(block));
    let played: Stream | undefined;
    let isOver = false;
    const follow = async () => {
      const output = (await this.#listed().catch(() => [])).find(({ isPlayed }) => isPlayed);
      if (isOver || !output || (played?.source === output.name && !played.isOver)) return;
      played?.end();
      played = this.#start(output.name);
      played.flow({
        onBlock: (block) => tracks.play(block, performance.now()),
        onEnd: () => setTimeout(followAgain, AGAIN_MS).unref(),
      });
    };
    let work = Promise.resolve();
    const followAgain = () => {
      work = work.then(follow);
    };
    const close = async () => {
      isOver = true;
      endChanges();
      played?.end();
    };
    const endChanges = this.#sources.onChange(followAgain);
    try {
      if (!(await this.#listed()).some(({ isPlayed }) => isPlayed)) throw playedSoundUnavailable();
      await follow();
      const open = await this.open(device, {
        onBlock: (block) => tracks.speak(block, performance.now()),
        onEnd: (ending) => {
          tracks.flush();
          listener.onEnd(ending);
        },
      });
      return {
        device: open.device,
        flush: () => tracks.flush(),
        close: () => Promise.all([close(), open.close()]).then(() => undefined),
      };
    } catch (error) {
      await close();
      throw error;
    }
  }

  /** Throws NoSoundServer, MICROPHONE_UNAVAILABLE. */
  async list(): Promise<readonly MicrophoneFacts[]> {
    return (await this.#listed()).map(({ description, isDefault, isMonitor }) => ({
      name: description,
      is_default: isDefault,
      is_monitor: isMonitor,
    }));
  }

  close(): void {
    for (const stream of this.#streams) stream.end();
  }

  async #listed(): Promise<readonly PulseSource[]> {
    const there = await this.#sources.list();
    this.#known.clear();
    for (const { name, description, isDefault } of there) {
      this.#known.set(description, name);
      if (isDefault) this.#known.set(null, name);
    }
    return there;
  }

  /**
   * Passes blocks on until either side ends it. `parec` itself would continue with another source if its own has gone.
   */
  #start(source: string): Stream {
    const child = spawn(
      'parec',
      ['--raw', '--latency-msec=20', '--format=s16le', '--rate=16000', '--channels=1', '-d', source],
      { env: { ...this.#env }, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const clock = new CaptureClock(BLOCK_MS);
    const early: SoundBlock[] = [];
    let listener: SoundListener | undefined;
    let rest: Buffer = Buffer.alloc(0);
    let hasSound = false;
    let silentMs = 0;
    let isOver = false;
    const end = () => {
      isOver = true;
      clearInterval(watch);
      endChanges();
      child.kill('SIGKILL');
      this.#streams.delete(stream);
    };
    const lost = (why: 'microphone-lost' | 'microphone-failed') => {
      if (isOver) return;
      end();
      listener?.onEnd(why);
    };
    const lookForSource = async () => {
      // A server that cannot be asked says nothing of its sources: `parec` ends with it, or gives nothing more.
      const there = await this.#sources.list().catch(() => undefined);
      if (there?.every(({ name }) => name !== source)) lost('microphone-lost');
    };
    const endChanges = this.#sources.onChange(lookForSource);
    // Once also without a reported change: the source may have gone before changes were reported.
    let hasLooked = false;
    const watch = setInterval(() => {
      silentMs += LOOK_MS;
      if (silentMs >= (hasSound ? STALLED_MS : ASLEEP_MS)) lost('microphone-failed');
      else if (!hasLooked) void lookForSource();
      hasLooked = true;
    }, LOOK_MS);
    child.stdout.on('data', (chunk: Buffer) => {
      if (isOver) return;
      hasSound = true;
      silentMs = 0;
      const now = performance.now();
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (; rest.length >= BLOCK_BYTES; rest = rest.subarray(BLOCK_BYTES)) {
        const samples = Int16Array.from({ length: BLOCK_SAMPLES }, (_, at) => rest.readInt16LE(at * 2));
        const block = { samples, takenAt: clock.next(now) };
        if (listener) listener.onBlock(block);
        else early.push(block);
      }
    });
    child.on('error', () => lost('microphone-failed'));
    child.on('close', () => lost('microphone-lost'));
    const stream: Stream = {
      source,
      get isOver() {
        return isOver;
      },
      flow: (to) => {
        listener = to;
        for (const block of early.splice(0)) to.onBlock(block);
      },
      end,
    };
    this.#streams.add(stream);
    return stream;
  }
}

/** No sound server was ever seen on this machine, or `pactl` is missing. */
export class NoSoundServer extends Error {
  constructor() {
    super('No sound server answers.');
    this.name = 'NoSoundServer';
  }
}

/** A source of the sound server (PulseAudio, or PipeWire in its place). */
export interface PulseSource {
  readonly name: string;
  /** Its name for people, under which other libraries list it. */
  readonly description: string;
  readonly isMonitor: boolean;
  readonly isDefault: boolean;
  /** It hears what the default output plays. */
  readonly isPlayed: boolean;
}

const ANSWER_MS = 3_000;
/** If the server ends, it may be restarted; then listening resumes. */
const AGAIN_MS = 3_000;
/** Changes come in bursts. */
const QUIET_MS = 50;

/** What a server offers when it has no device at all; nothing is ever heard there. */
const NOTHING_CONNECTED = 'auto_null.monitor';

const listed = z.array(
  z.object({ name: z.string(), description: z.string(), monitor_source: z.string().optional() }),
);
const info = z.object({
  default_source_name: z.string().optional(),
  default_sink_name: z.string().optional(),
});

/** The sources of a Linux desktop's sound server, read through `pactl`. */
export class PulseSources {
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #listeners = new Set<() => void>();
  #subscription: ChildProcess | undefined;
  #again: NodeJS.Timeout | undefined;
  #quiet: NodeJS.Timeout | undefined;
  /** A server has answered, or taken a question and hung. */
  #hasServer = false;

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#env = env;
  }

  /**
   * Throws NoSoundServer, and MICROPHONE_UNAVAILABLE where a server that was there before does not answer: it may be
   * starting again, and anyone who took its sound cards meanwhile would keep them from it.
   */
  async list(): Promise<readonly PulseSource[]> {
    const [sources, server] = await Promise.all([this.#ask(['list', 'sources']), this.#ask(['info'])]);
    const all = listed.safeParse(sources);
    const known = info.safeParse(server);
    if (!all.success || !known.success) throw this.#hasServer ? soundSystemSilent() : new NoSoundServer();
    this.#hasServer = true;
    const microphones = all.data.filter(({ name }) => name !== NOTHING_CONNECTED);
    return microphones.map(({ name, description, monitor_source }) => ({
      name,
      description,
      // For a monitor, this names the sink that it records.
      isMonitor: Boolean(monitor_source) || name.endsWith('.monitor'),
      isDefault: name === known.data.default_source_name,
      isPlayed: name === `${known.data.default_sink_name}.monitor`,
    }));
  }

  /** A Bluetooth headset that has no microphone only because of its profile. */
  async musicHeadset(): Promise<MusicHeadset | undefined> {
    return musicHeadset(await this.#ask(['list', 'cards']));
  }

  /** Brings a card into this profile, where it has it. */
  async setProfile(card: string, profile: string): Promise<void> {
    await this.#ask(['set-card-profile', card, profile]);
  }

  /** Calls the listener after sources or the default have changed. Returns the function that ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.#subscribe();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.close();
    };
  }

  close(): void {
    clearTimeout(this.#again);
    clearTimeout(this.#quiet);
    this.#quiet = undefined;
    this.#subscription?.removeAllListeners('close');
    this.#subscription?.kill('SIGKILL');
    this.#subscription = undefined;
  }

  #subscribe(): void {
    if (this.#subscription) return;
    const child = spawn('pactl', ['subscribe'], {
      env: this.#environment(),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.#subscription = child;
    createInterface({ input: child.stdout }).on('line', (line) => {
      // Changes of a source itself, such as its volume, are ignored.
      if (/'(new|remove)' on source |'change' on server /.test(line)) this.#changed();
    });
    // Without `pactl`, nothing can be asked.
    child.on('error', () => child.removeAllListeners('close'));
    child.on('close', () => {
      this.#subscription = undefined;
      if (this.#listeners.size === 0) return;
      // A server that ended took its sources with it.
      this.#changed();
      this.#again = setTimeout(() => this.#subscribe(), AGAIN_MS);
      this.#again.unref();
    });
  }

  #changed(): void {
    // Not delayed by the next change: listeners are told even if changes never end.
    this.#quiet ??= setTimeout(() => {
      this.#quiet = undefined;
      for (const listener of [...this.#listeners]) listener();
    }, QUIET_MS);
    this.#quiet.unref();
  }

  #ask(args: readonly string[]): Promise<unknown> {
    return new Promise((resolve) => {
      execFile(
        'pactl',
        ['--format=json', ...args],
        { env: this.#environment(), timeout: ANSWER_MS, killSignal: 'SIGKILL', maxBuffer: 4 * 2 ** 20 },
        (error, text) => {
          // Without a server, it ends at once.
          if (error?.killed) this.#hasServer = true;
          resolve(error ? undefined : parsedJson(text));
        },
      );
    });
  }

  /** Independent of the user's language, because a program reads its output. */
  #environment(): NodeJS.ProcessEnv {
    return { ...this.#env, LC_ALL: 'C' };
  }
}

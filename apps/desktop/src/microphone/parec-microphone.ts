import { type ChildProcess, spawn } from 'node:child_process';
import type { Microphone as MicrophoneFacts } from '@quoth/contract';
import type { OpenMicrophone, SoundListener } from '@quoth/core';
import { CaptureClock } from './capture-clock.ts';
import { noSuchMicrophone, noWayToMicrophones } from './microphone-errors.ts';
import type { PulseSources } from './pulse-sources.ts';

const BLOCK_SAMPLES = 320;
const BLOCK_MS = 20;
const BLOCK_BYTES = BLOCK_SAMPLES * 2;
/** If the server ends, `parec` stays alive and silent. */
const SILENT_MS = 2_000;
/** How often to check; only several checks in a row without a block count, so that a busy moment is no loss. */
const LOOK_MS = 500;

/** Microphones through `parec`, which every Linux desktop with PulseAudio or PipeWire has. */
export class ParecMicrophone {
  readonly #sources: PulseSources;
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #open = new Set<() => void>();

  constructor(sources: PulseSources, env: Readonly<Record<string, string | undefined>>) {
    this.#sources = sources;
    this.#env = env;
  }

  /** Throws MICROPHONE_UNAVAILABLE. */
  async open(device: string | null, listener: SoundListener): Promise<OpenMicrophone> {
    const there = await this.#sources.list();
    if (!there) throw noWayToMicrophones();
    const source = there.find(({ description, isDefault }) =>
      device === null ? isDefault : description === device,
    );
    if (!source) {
      throw noSuchMicrophone(
        device,
        there.map(({ description }) => description),
      );
    }
    const child = spawn(
      'parec',
      ['--raw', '--latency-msec=20', '--format=s16le', '--rate=16000', '--channels=1', '-d', source.name],
      { env: { ...this.#env }, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const end = this.#listen(child, source.name, listener);
    this.#open.add(end);
    return {
      device: source.description,
      close: async () => {
        this.#open.delete(end);
        end();
      },
    };
  }

  /** Throws MICROPHONE_UNAVAILABLE. */
  async list(): Promise<readonly MicrophoneFacts[]> {
    const there = await this.#sources.list();
    if (!there) throw noWayToMicrophones();
    return there.map(({ description, isDefault, isMonitor }) => ({
      name: description,
      is_default: isDefault,
      is_monitor: isMonitor,
    }));
  }

  async close(): Promise<void> {
    for (const end of this.#open) end();
    this.#open.clear();
  }

  /** Passes blocks on until either side ends it. `parec` itself would continue with another source if its own has gone. */
  #listen(child: ChildProcess, source: string, listener: SoundListener): () => void {
    const clock = new CaptureClock(BLOCK_MS);
    let rest: Buffer = Buffer.alloc(0);
    let looks = 0;
    let isOver = false;
    const end = () => {
      isOver = true;
      clearInterval(watch);
      endChanges();
      child.kill('SIGKILL');
    };
    const lost = (ending: 'microphone-lost' | 'microphone-failed') => {
      if (isOver) return;
      end();
      listener.onEnd(ending);
    };
    const endChanges = this.#sources.onChange(async () => {
      const there = await this.#sources.list();
      if (!there?.some(({ name }) => name === source)) lost('microphone-lost');
    });
    const watch = setInterval(() => {
      if (++looks * LOOK_MS >= SILENT_MS) lost('microphone-failed');
    }, LOOK_MS);
    child.stdout?.on('data', (chunk: Buffer) => {
      if (isOver) return;
      looks = 0;
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (; rest.length >= BLOCK_BYTES; rest = rest.subarray(BLOCK_BYTES)) {
        const samples = Int16Array.from({ length: BLOCK_SAMPLES }, (_, at) => rest.readInt16LE(at * 2));
        listener.onBlock({ samples, takenAt: clock.next(performance.now()) });
      }
    });
    child.on('error', () => lost('microphone-failed'));
    child.on('close', () => lost('microphone-lost'));
    return end;
  }
}

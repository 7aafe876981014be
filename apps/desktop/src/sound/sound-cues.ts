import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SoundCues } from '@quoth/core';
import { spawn } from '@quoth/processes/programs';

type Cue = Parameters<SoundCues['play']>[0];

/** Two short notes each: rising for the start, falling for the end, the same low note twice for a problem. In hertz. */
const notes: Readonly<Record<Cue, readonly [number, number]>> = {
  start: [660, 880],
  end: [880, 660],
  problem: [330, 330],
};

/** Short sounds through the platform's own player. Without one, there is no sound. */
export class SystemSoundCues implements SoundCues {
  readonly #platform: NodeJS.Platform;
  readonly #env: Readonly<Record<string, string | undefined>>;
  #folder: string | undefined;
  readonly #files = new Map<Cue, string>();

  constructor(platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>>) {
    this.#platform = platform;
    this.#env = env;
  }

  play(cue: Cue): void {
    const path = this.#fileOf(cue);
    if (this.#platform === 'win32') {
      void playOnWindows(path);
      return;
    }
    const [player, ...others] = playersFor(this.#platform, path);
    this.#run(player, others);
  }

  close(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }

  #run(player: readonly string[] | undefined, others: readonly (readonly string[])[]): void {
    const [program, ...args] = player ?? [];
    if (program === undefined) return;
    const child = spawn(program, args, { env: { ...this.#env }, stdio: 'ignore' });
    const [next, ...rest] = others;
    child.on('error', () => this.#run(next, rest));
    child.unref();
  }

  #fileOf(cue: Cue): string {
    const known = this.#files.get(cue);
    if (known !== undefined) return known;
    this.#folder ??= mkdtempSync(join(tmpdir(), 'quoth-cues-'));
    const path = join(this.#folder, `${cue}.wav`);
    writeFileSync(path, toneWav(notes[cue]));
    this.#files.set(cue, path);
    return path;
  }
}

const SND_ASYNC = 0x1;
const SND_NODEFAULT = 0x2;
const SND_FILENAME = 0x20000;

let playSound: Promise<(path: string, module: number, flags: number) => number> | undefined;

/** By PlaySoundW (playsoundapi.h), which returns at once; without a device, there is no sound. */
async function playOnWindows(path: string): Promise<void> {
  playSound ??= import('koffi').then(({ default: koffi }) =>
    koffi.load('winmm.dll').func('int __stdcall PlaySoundW(str16 sound, intptr_t module, uint32_t flags)'),
  );
  try {
    (await playSound)(path, 0, SND_FILENAME | SND_ASYNC | SND_NODEFAULT);
  } catch {
    // No sound is better than no dictation.
  }
}

/** Programs that play a wav file, the quickest one first. */
function playersFor(platform: NodeJS.Platform, path: string): readonly (readonly string[])[] {
  if (platform === 'darwin') return [['afplay', path]];
  return [
    ['paplay', path],
    ['pw-play', path],
    ['aplay', '-q', path],
  ];
}

const RATE = 22_050;
const NOTE_SECONDS = 0.07;
/** Quiet: audible next to other sound, but hardly picked up by the microphone. */
const VOLUME = 0.12;
const HEADER_BYTES = 44;

/** Notes one after the other as a wav file, each fading in and out. */
function toneWav(hertz: readonly number[]): Buffer {
  const length = Math.round(RATE * NOTE_SECONDS);
  const wav = Buffer.alloc(HEADER_BYTES + hertz.length * length * 2);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(RATE, 24);
  wav.writeUInt32LE(RATE * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(wav.length - HEADER_BYTES, 40);
  for (const [index, frequency] of hertz.entries()) {
    for (let at = 0; at < length; at++) {
      const fade = Math.sin((Math.PI * at) / length);
      const sample = VOLUME * fade * Math.sin((2 * Math.PI * frequency * at) / RATE);
      wav.writeInt16LE(Math.round(sample * 32_767), HEADER_BYTES + (index * length + at) * 2);
    }
  }
  return wav;
}

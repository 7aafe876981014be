import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SoundCues } from '@quoth/core';
import { toneWav } from './tone-wav.ts';

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
    const [player, ...others] = playersFor(this.#platform, path);
    this.#run(player, others);
  }

  close(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }

  #run(player: readonly string[] | undefined, others: readonly (readonly string[])[]): void {
    const [program, ...words] = player ?? [];
    if (program === undefined) return;
    const child = spawn(program, words, { env: { ...this.#env }, stdio: 'ignore' });
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

/** Programs that play a wav file, the quickest one first. */
function playersFor(platform: NodeJS.Platform, path: string): readonly (readonly string[])[] {
  if (platform === 'darwin') return [['afplay', path]];
  if (platform === 'win32') {
    const script = `(New-Object System.Media.SoundPlayer '${path.replaceAll("'", "''")}').PlaySync()`;
    return [['powershell.exe', '-NoProfile', '-NonInteractive', '-Command', script]];
  }
  return [
    ['paplay', path],
    ['pw-play', path],
    ['aplay', '-q', path],
  ];
}

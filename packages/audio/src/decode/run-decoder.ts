import type { ChildProcess } from 'node:child_process';
import { addAbortListener } from 'node:events';
import { statSync } from 'node:fs';
import { DecodeError } from './decoded-block.ts';
import { DECODER_MEMORY_BYTES, residentBytes } from './limit-memory.ts';
import { lowerSystemPriority } from './lower-system-priority.ts';

/** How long a decoder may take, and what ends it earlier. */
export interface DecoderLimits {
  /** One that writes nothing for so long goes round in circles on a damaged file. */
  readonly stalledMs: number;
  /** For the whole file, however busily it writes. */
  readonly totalMs: number;
  /** Resident memory, looked at where the system enforces no limit of its own. */
  readonly memoryBytes?: number;
}

/** Node's runtime and FFmpeg's libraries take so much before anything is decoded. */
const PROGRAM_BYTES = 128 * 1024 * 1024;
/** Starting a program each time, as macOS and Windows need, costs more. */
const LOOK_MS = process.platform === 'linux' ? 100 : 1_000;

/** A file that takes longer to decode is a long one: whoever has a short one goes first from then on. */
const LONG_DECODING_MS = 1_000;

/**
 * Waits until a decoder's process has ended. It is killed when the signal aborts, when its spool stops growing, when its time is
 * over, and when it holds more memory than it may. Throws the signal's reason, or DecodeError where time or memory ran out; one
 * that has stalled just ends: what it wrote until then may be worth having.
 */
export async function runDecoder(
  child: ChildProcess,
  spoolPath: string,
  { stalledMs, totalMs, memoryBytes = DECODER_MEMORY_BYTES + PROGRAM_BYTES }: DecoderLimits,
  signal: AbortSignal,
): Promise<void> {
  let problem: DecodeError | undefined;
  const kill = (reason?: DecodeError) => {
    problem ??= reason;
    child.kill('SIGKILL');
  };
  using _abort = addAbortListener(signal, () => kill());
  const total = setTimeout(() => kill(new DecodeError('Decoding the audio takes too long.')), totalMs);
  const lowered = setTimeout(() => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      lowerSystemPriority(child.pid);
  }, LONG_DECODING_MS);
  let size = -1;
  const stalled = setInterval(() => {
    const now = statSync(spoolPath, { throwIfNoEntry: false })?.size ?? 0;
    if (now === size) kill();
    size = now;
  }, stalledMs);
  const memory = setInterval(() => {
    void (async () => {
      const bytes = child.pid === undefined ? undefined : await residentBytes(child.pid);
      if (bytes !== undefined && bytes > memoryBytes) kill(tooMuchMemory());
    })();
  }, LOOK_MS);
  try {
    await new Promise<void>((resolve, reject) => {
      child.once('error', () => reject(new DecodeError('The decoder cannot be started.')));
      child.once('close', () => resolve());
    });
    signal.throwIfAborted();
    if (problem) throw problem;
  } finally {
    clearTimeout(total);
    clearTimeout(lowered);
    clearInterval(stalled);
    clearInterval(memory);
  }
}

/** For a file whose sizes lie: no honest one of six hours needs as much. */
export function tooMuchMemory(): DecodeError {
  return new DecodeError('The audio is damaged: decoding it takes more memory than any recording needs.');
}

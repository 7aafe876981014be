import type { ChildProcess } from 'node:child_process';
import { addAbortListener } from 'node:events';
import { statSync } from 'node:fs';
import { DecodeError } from './decoded-block.ts';
import { stalled, tooLong } from './decoder-time.ts';
import { DECODER_PROCESS_BYTES, guardMemory } from './guard-memory.ts';
import { lowerSystemPriority } from './lower-system-priority.ts';

/** How long a decoder may take, and what stops it earlier. */
export interface DecoderLimits {
  /** Milliseconds. A decoder that writes nothing for this long is caught in a loop by a damaged file, or waits for something that never comes. */
  readonly stalledMs: number;
  /** For the whole file, even if it keeps writing. */
  readonly totalMs: number;
  /** The memory that its process may use, in bytes. */
  readonly memoryBytes?: number;
}

/** A file that takes longer to decode counts as long: from then on, short ones go first. */
const LONG_DECODING_MS = 1_000;

/**
 * Waits until a decoder's process has ended. It is killed when the signal aborts, its spool stops growing, its time is up, or it exceeds its
 * memory. Throws the signal's reason, or DecodeError if anything else killed it: what it has written is not the whole recording.
 */
export async function runDecoder(
  child: ChildProcess,
  spoolPath: string,
  { stalledMs, totalMs, memoryBytes = DECODER_PROCESS_BYTES }: DecoderLimits,
  signal: AbortSignal,
): Promise<void> {
  let problem: DecodeError | undefined;
  const kill = (reason?: DecodeError) => {
    problem ??= reason;
    child.kill('SIGKILL');
  };
  using _abort = addAbortListener(signal, () => kill());
  const total = setTimeout(() => kill(tooLong()), totalMs);
  const lowered = setTimeout(() => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      lowerSystemPriority(child.pid);
  }, LONG_DECODING_MS);
  let size = -1;
  const growth = setInterval(() => {
    const now = statSync(spoolPath, { throwIfNoEntry: false })?.size ?? 0;
    if (now === size) kill(stalled());
    size = now;
  }, stalledMs);
  using _memory = guardMemory(child, memoryBytes, kill);
  try {
    const killedBy = await new Promise<NodeJS.Signals | null>((resolve, reject) => {
      child.once('error', () => reject(new DecodeError('The decoder cannot be started.')));
      child.once('close', (_code, name) => resolve(name));
    });
    signal.throwIfAborted();
    if (problem) throw problem;
    if (killedBy !== null) throw new DecodeError('The decoder was ended before it was done.');
  } finally {
    clearTimeout(total);
    clearTimeout(lowered);
    clearInterval(growth);
  }
}

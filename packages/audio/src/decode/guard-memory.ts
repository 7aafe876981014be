import type { ChildProcess } from 'node:child_process';
import { DecodeError } from './decoded-block.ts';
import { DECODER_MEMORY_BYTES, residentBytes } from './limit-memory.ts';
import { limitByJob, loadKernel32 } from './windows-job.ts';

const MEBIBYTE = 1024 * 1024;
/** What Node's runtime and FFmpeg's libraries take before anything is decoded. */
const PROGRAM_BYTES = 128 * MEBIBYTE;
/** macOS and Windows have to start a program for each reading, which costs more. */
const LOOK_MS = process.platform === 'linux' ? 100 : 1_000;

/** What a decoder's process may use in total. */
export const DECODER_PROCESS_BYTES = DECODER_MEMORY_BYTES + PROGRAM_BYTES;

/**
 * Limits a decoder's memory until it is disposed of: by a job object on Windows, and on every system by watching its resident memory. `onTooMuch`
 * is called when that exceeds the limit. Linux limits it as well, from its start (`limitedCommand`, `limitOwnMemory`).
 */
export function guardMemory(
  { pid }: Pick<ChildProcess, 'pid'>,
  bytes: number,
  onTooMuch: (problem: DecodeError) => void,
): Disposable {
  if (pid === undefined) return { [Symbol.dispose]() {} };
  let isOver = false;
  let job: Disposable | undefined;
  if (process.platform === 'win32') {
    loadKernel32().then(
      (kernel) => {
        if (!isOver) job = limitByJob(kernel, pid, bytes);
      },
      // If kernel32.dll cannot be loaded, resident memory is watched below.
      () => undefined,
    );
  }
  const timer = setInterval(() => {
    void residentBytes(pid).then((held) => {
      if (!isOver && held !== undefined && held > bytes) onTooMuch(tooMuchMemory());
    });
  }, LOOK_MS);
  return {
    [Symbol.dispose]() {
      isOver = true;
      clearInterval(timer);
      job?.[Symbol.dispose]();
    },
  };
}

/** For a file that lies about its sizes: no honest one of six hours needs as much. */
function tooMuchMemory(): DecodeError {
  return new DecodeError('The audio is damaged: decoding it takes more memory than any recording needs.');
}

import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { SpoolJob } from './decode-in-process.ts';
import type { ChildAnswer } from './decode-main.ts';
import { DecodeError } from './decoded-block.ts';
import { type DecoderLimits, runDecoder } from './run-decoder.ts';

const MAIN = fileURLToPath(new URL('./decode-main.ts', import.meta.url));
/** An answer is a number or a sentence. */
const LONGEST_ANSWER = 4_096;

/**
 * Decodes without FFmpeg, in a Node process of its own whose memory the system limits, and returns the number of samples. Whatever
 * the bytes do to the decoder, only that process ends. Throws DecodeError, or the signal's reason.
 */
export async function decodeInChild(
  job: SpoolJob,
  signal: AbortSignal,
  limits: DecoderLimits,
): Promise<number> {
  signal.throwIfAborted();
  await writeFile(job.spoolPath, '', { mode: 0o600 });
  const child = spawn(
    process.execPath,
    ['--max-old-space-size=96', '--max-semi-space-size=8', '--disable-warning=ExperimentalWarning', MAIN],
    // The decoders print what they think of a damaged file; the answer has a pipe of its own.
    { env: {}, stdio: ['pipe', 'ignore', 'ignore', 'pipe'], windowsHide: true },
  );
  let answer = '';
  child.stdio[3]?.on('data', (words: Buffer) => {
    answer = (answer + words.toString('utf8')).slice(0, LONGEST_ANSWER);
  });
  // One that could not be started, or has died already, reads nothing: how it ended is told below.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(JSON.stringify(job));
  await runDecoder(child, job.spoolPath, limits, signal);
  const result = readAnswer(answer);
  if (result && 'samples' in result) return result.samples;
  if (result && 'systemCode' in result) {
    throw Object.assign(new Error('The samples could not be written.'), { code: result.systemCode });
  }
  throw new DecodeError(result?.failure?.message ?? 'The audio is damaged.', result?.failure?.hint);
}

/** Undefined if the process ended before it could answer. */
function readAnswer(answer: string): ChildAnswer | undefined {
  try {
    return JSON.parse(answer) as ChildAnswer;
  } catch {
    return undefined;
  }
}

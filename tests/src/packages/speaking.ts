import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Result, resultOf, type Tree } from './tree.ts';

/** What an installed Quoth brings: "The weather in the morning was cold and clear". */
export const sample = '/usr/lib/quoth/apps/cli/samples/weather.wav';
const HEADER_BYTES = 44;
/** Of 16-bit samples, 16,000 a second. */
const SECOND_BYTES = 32_000;
/** Where "was" begins. */
const MIDDLE = HEADER_BYTES + SECOND_BYTES * 1.34;

export interface Speaker {
  /** Says the second half and gives what the command printed. */
  finish(): Promise<Result>;
}

/**
 * Says the first half of the sample to `quoth transcribe --live` and pauses, as a microphone does that sends on.
 * Resolves once Quoth runs.
 */
export async function startSpeaking(tree: Tree): Promise<Speaker> {
  const audio = readFileSync(join(tree.root, sample));
  // As of a stream, whose length is not known yet.
  for (const at of [4, HEADER_BYTES - 4]) audio.writeUInt32LE(0xffffffff, at);
  const command = tree.start('quoth transcribe --live -');
  const result = resultOf(command);
  command.stdin?.write(audio.subarray(0, MIDDLE));
  const pause = setInterval(() => command.stdin?.write(Buffer.alloc(SECOND_BYTES / 10)), 100).unref();
  while (command.exitCode === null && !(await tree.run('quoth status')).stdout.includes('pid'));
  return {
    finish: () => {
      clearInterval(pause);
      command.stdin?.end(audio.subarray(MIDDLE));
      return result;
    },
  };
}

/** Everything of the sample, from both sides of the pause. */
export const bothHalves = /weather[\s\S]*clear/i;

import { createInterface } from 'node:readline/promises';
import { QuothError } from '@quoth/client';
import type { CliEnvironment } from './environment.ts';

/** One line from the person at the terminal; the question goes to stderr, so that output can be piped. Throws CANCELLED at Ctrl-C. */
export async function ask({ pipes, stderr, signal }: CliEnvironment, question: string): Promise<string> {
  if (!pipes) return '';
  stderr.write(question);
  const lines = createInterface({ input: pipes.stdin, terminal: false });
  try {
    return (await lines.question('', { signal })).trim();
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new QuothError('CANCELLED', { message: 'Nothing was changed.' });
  } finally {
    lines.close();
  }
}

/** Whether there is somebody to ask. */
export function canAsk({ pipes, stderr }: CliEnvironment): boolean {
  return stderr.isTTY === true && pipes !== undefined && 'isTTY' in pipes.stdin && pipes.stdin.isTTY === true;
}

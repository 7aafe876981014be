import { existsSync } from 'node:fs';
import { QuothError } from '@quoth/client';
import { spawn } from '@quoth/processes/programs';
import type { CliEnvironment } from '../environment.ts';

/** Builds the window's page if a clone has none or an outdated one. Takes a few seconds the first time, and says so. */
export async function buildWindow({ config, stderr, signal }: CliEnvironment): Promise<void> {
  if (!existsSync(config.builder)) return;
  const child = spawn(process.execPath, [config.builder, '--page', '--if-needed'], {
    env: config.env,
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  });
  let last = '';
  child.stderr.on('data', (chunk: Buffer) => {
    last = chunk.toString();
    stderr.write(last);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code === 0) return;
  throw new QuothError('INTERNAL_ERROR', {
    message: 'The window could not be built.',
    hint: 'Run "quoth start --headless" to start without it.',
  });
}

import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { root, unpacked, workPath } from './machine.ts';

export const VERSION = '99.0.0';
/** Packed fast. A release, which takes four minutes of a processor to compress, is refused over 160 when it is made. */
const MAX_MEGABYTES = 195;
const setup = workPath('newer-setup.exe');
let made: Promise<unknown> | undefined;

/** Makes the setup of a later version from what the zip brings, beside everything else. */
export function makeNewer(): void {
  const defines = { OUT: setup, VERSION, STAGE: unpacked(), KILOBYTES: '1', COMPRESSOR: 'zlib' };
  const args = Object.entries(defines).map(([name, value]) => `-D${name}=${value}`);
  const child = spawn('makensis', ['-V1', ...args, join(root, 'scripts', 'package', 'setup.nsi')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  made = new Promise((resolve) => child.once('close', resolve));
}

/** Its path, once it is made. Throws if it is larger than a download packed fast may be. */
export async function newerSetup(): Promise<string> {
  if ((await made) !== 0) throw new Error('The later setup could not be made.');
  const megabytes = statSync(setup).size / 1e6;
  console.log(`     ${megabytes.toFixed(1)} MB, packed fast`);
  if (megabytes > MAX_MEGABYTES) throw new Error(`More than ${MAX_MEGABYTES} MB, packed fast.`);
  return setup;
}

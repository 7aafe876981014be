import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..', '..');

/** Builds the typed client's package and installs it into a folder, as somebody without a network would. */
export async function installClient(folder: string): Promise<void> {
  const built = join(folder, 'package');
  await run(process.execPath, [join(root, 'scripts', 'build-client.ts'), '--out', built]);
  writeFileSync(join(folder, 'package.json'), '{"type": "module", "private": true}\n');
  const { stdout } = await run('npm', ['pack', built, '--silent'], { cwd: folder });
  const options = ['--offline', '--no-audit', '--no-fund', '--silent'];
  await run('npm', ['install', ...options, `./${stdout.trim()}`], { cwd: folder, timeout: 60_000 });
  rmSync(built, { recursive: true });
}

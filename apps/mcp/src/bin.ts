import { fileURLToPath } from 'node:url';
import { readConfig } from './read-config.ts';
import { runBin } from './run-bin.ts';

const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort());
process.once('SIGTERM', () => interruption.abort());
// A client that has closed its end reads nothing more.
process.stdout.on('error', () => process.exit(0));

process.exitCode = await runBin(process.argv.slice(2), {
  config: readConfig(),
  script: fileURLToPath(import.meta.url),
  node: process.execPath,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: interruption.signal,
});

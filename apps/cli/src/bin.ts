import { createEnvironment } from './create-environment.ts';
import { runCli } from './main.ts';
import { readConfig } from './read-config.ts';

const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort());
process.once('SIGTERM', () => interruption.abort());
// A closed pipe (`quoth ... | head`) is the reader's choice, not an error.
process.stdout.on('error', () => process.exit(0));

process.exitCode = await runCli(
  process.argv.slice(2),
  createEnvironment({
    config: readConfig(),
    stdout: process.stdout,
    stderr: process.stderr,
    pipes: { stdin: process.stdin, stdout: process.stdout },
    signal: interruption.signal,
  }),
);

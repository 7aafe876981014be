import { endProcess } from '@quoth/processes/programs';
import { exitCodes } from './exit-codes.ts';
import { createEnvironment, runCli } from './main.ts';
import { readConfig } from './read-config.ts';

const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort());
process.once('SIGTERM', () => interruption.abort());
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A closed pipe (`quoth ... | head`) is the reader's choice, not an error; a full disk is one.
  if (error.code === 'EPIPE') process.exit(exitCodes.ok);
  process.stderr.write(`Error: standard output could not be written (${error.code ?? error.message}).\n`);
  process.exit(exitCodes.failed);
});

const exitCode = await runCli(
  process.argv.slice(2),
  createEnvironment({
    config: readConfig(),
    stdout: process.stdout,
    stderr: process.stderr,
    pipes: { stdin: process.stdin, stdout: process.stdout },
    signal: interruption.signal,
  }),
);
// What it was reading or writing may never answer, and would keep the process.
if (interruption.signal.aborted) endProcess(exitCode);
process.exitCode = exitCode;

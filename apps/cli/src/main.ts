import { CommanderError } from 'commander';
import { commandTable } from './command-table.ts';
import type { CliEnvironment } from './environment.ts';
import { Ended, exitCodeOf, exitCodes, FailureToldAlready } from './exit-codes.ts';
import { printError } from './print.ts';
import { createProgram } from './program.ts';

/** Runs one command line (without node and script) and gives its exit code; never throws. */
export async function runCli(argv: readonly string[], environment: CliEnvironment): Promise<number> {
  const json = argv.includes('--json');
  try {
    const program = await createProgram(environment, commandToLoad(argv));
    await program.parseAsync([...argv], { from: 'user' });
    return environment.signal.aborted ? exitCodes.interrupted : exitCodes.ok;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    if (error instanceof Ended) return error.exitCode;
    if (environment.signal.aborted) return exitCodes.interrupted;
    const told = error instanceof FailureToldAlready;
    const failure = told ? error.failure : error;
    printError(environment, json && !told, failure);
    return exitCodeOf(failure);
  }
}

/** The command that is asked for; completion and a command's own help need more than one. */
function commandToLoad(argv: readonly string[]): string | undefined {
  const [first, second] = argv;
  if (first === 'help') return second ?? '';
  if (first !== undefined && ['completion', 'install', 'uninstall'].includes(first)) return undefined;
  return commandTable.some((entry) => entry.name === first) ? first : '';
}

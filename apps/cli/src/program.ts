import { appVersion } from '@quoth/contract';
import { Command } from 'commander';
import { type CommandEntry, commandTable } from './command-table.ts';
import type { CliEnvironment } from './environment.ts';
import { exitCodeHelp } from './exit-codes.ts';
import { typedHint } from './program-to-type.ts';

/** The commander program; only the command that `only` names is loaded, or all of them without it. */
export async function createProgram(environment: CliEnvironment, only: string | undefined): Promise<Command> {
  const program = new Command('quoth')
    .description('Speech to text on your own machine')
    .version(appVersion)
    .addHelpText(
      'after',
      `${exitCodeHelp}\n\nExamples:\n  quoth transcribe memo.wav\n  quoth api on\n  quoth recordings search invoice --json`,
    );
  prepare(program, environment);
  for (const entry of commandTable) await add(program, entry, environment, only);
  return program;
}

async function add(
  program: Command,
  entry: CommandEntry,
  environment: CliEnvironment,
  only: string | undefined,
): Promise<void> {
  const command = program.command(entry.name).description(entry.summary);
  if (only !== undefined && only !== entry.name) return;
  (await entry.load())(command, environment);
  const all = command.commands.length > 0 ? command.commands : [command];
  for (const leaf of all) {
    leaf.option('--json', "print the API's response as JSON");
    prepare(leaf, environment);
  }
  prepare(command, environment);
}

function prepare(command: Command, environment: CliEnvironment): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => environment.stdout.write(typedHint(text, environment.config.program)),
    writeErr: (text) => environment.stderr.write(text),
    // As our own errors are written.
    outputError: (text, write) => write(text.replace(/^error: /, 'Error: ')),
    getOutHasColors: () => environment.config.color && environment.stdout.isTTY === true,
    getErrHasColors: () => environment.config.color && environment.stderr.isTTY === true,
  });
}

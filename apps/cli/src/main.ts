import { addAbortListener } from 'node:events';
import { existsSync } from 'node:fs';
import { openControlSocket } from '@quoth/client/node';
import { appVersion } from '@quoth/contract';
import { Command, CommanderError } from 'commander';
import { answeringApplication, startApplication } from './application/start.ts';
import type { CliEnvironment, Output, Register } from './environment.ts';
import { CommandEnded, exitCodeHelp, exitCodeOf, exitCodes, ReportedFailure } from './exit-codes.ts';
import { type CommandName, typedHint } from './program-to-type.ts';
import { printError } from './terminal/print.ts';

/** A command group: its own file adds options and actions to the given command, loaded only when needed. */
interface CommandEntry {
  readonly name: CommandName;
  readonly summary: string;
  readonly load: () => Promise<Register>;
}

/** A command by its name, which its file exports. */
function command<Name extends CommandName>(
  name: Name,
  summary: string,
  load: () => Promise<Readonly<Record<Name, Register>>>,
): CommandEntry {
  return { name, summary, load: async () => (await load())[name] };
}

/** Every command. A new one is one line here and one file in `commands/`. */
export const commandTable: readonly CommandEntry[] = [
  command('demo', 'See it work: real speech through the local API', () => import('./commands/demo.ts')),
  command('start', 'Start the application', () => import('./commands/application.ts')),
  command('stop', 'Stop the application', () => import('./commands/application.ts')),
  command('status', 'Show what is running', () => import('./commands/application.ts')),
  command('autostart', 'Turn start at login on or off', () => import('./commands/application.ts')),
  command(
    'doctor',
    'Show what is missing and the command that fixes it',
    () => import('./commands/doctor.ts'),
  ),
  command('api', 'Turn the local HTTP API on or off, and show its token', () => import('./commands/api.ts')),
  command(
    'wyoming',
    'Turn speech to text for Home Assistant on or off',
    () => import('./commands/wyoming.ts'),
  ),
  command('record', 'Record from the microphone and print the text', () => import('./commands/record.ts')),
  command(
    'dictate',
    'Start and stop dictation, for shortcuts and scripts',
    () => import('./commands/dictate.ts'),
  ),
  command('transcribe', 'Turn audio files into text', () => import('./commands/transcribe.ts')),
  command(
    'open',
    'Transcribe files in the application and show them in its window',
    () => import('./commands/open.ts'),
  ),
  command('watch', 'Transcribe audio files as they appear in a folder', () => import('./commands/watch.ts')),
  command('rewrite', 'Rewrite text with a language model', () => import('./commands/rewrite.ts')),
  command('models', 'Download and manage speech models', () => import('./commands/models.ts')),
  command('modes', 'Manage modes', () => import('./commands/modes.ts')),
  command('vocabulary', 'Manage words, replacements and snippets', () => import('./commands/vocabulary.ts')),
  command(
    'recordings',
    'List, search, export and delete past transcriptions',
    () => import('./commands/recordings.ts'),
  ),
  command(
    'actions',
    'Append texts to a note, run a program, or post them',
    () => import('./commands/actions.ts'),
  ),
  command(
    'providers',
    'Manage cloud providers and your own servers',
    () => import('./commands/providers.ts'),
  ),
  command('tokens', 'Create and manage tokens for programs', () => import('./commands/tokens.ts')),
  command('settings', 'Show and change settings', () => import('./commands/settings.ts')),
  command('backup', 'Back up everything but models into one file', () => import('./commands/backup.ts')),
  command(
    'restore',
    'Restore a backup, or the database from before an upgrade',
    () => import('./commands/backup.ts'),
  ),
  command('mcp', 'Connect agents with the MCP bridge', () => import('./commands/mcp.ts')),
  command('completion', 'Print completion for bash, zsh or fish', () => import('./commands/completion.ts')),
  command(
    'install',
    'Put quoth on the PATH, with completion and man pages',
    () => import('./commands/install.ts'),
  ),
  command(
    'uninstall',
    'Stop Quoth and remove what it wrote outside of its data folder',
    () => import('./commands/uninstall.ts'),
  ),
];

/** Runs one command line (without node and script) and gives its exit code; never throws. */
export async function runCli(argv: readonly string[], environment: CliEnvironment): Promise<number> {
  const json = argv.includes('--json');
  try {
    const program = await createProgram(environment, commandToLoad(argv));
    await Promise.race([program.parseAsync([...argv], { from: 'user' }), interrupted(environment)]);
    return environment.signal.aborted ? exitCodes.interrupted : exitCodes.ok;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    if (error instanceof CommandEnded) return error.exitCode;
    if (environment.signal.aborted) return exitCodes.interrupted;
    const reported = error instanceof ReportedFailure;
    const failure = reported ? error.failure : error;
    printError(environment, json && !reported, failure);
    return exitCodeOf(failure);
  }
}

/**
 * A command that has not ended so long after Ctrl-C waits for a file: a pipe that no one writes to, a disk that does
 * not answer.
 */
const MAX_INTERRUPTION_MS = 700;

/** Rejects when a command was interrupted and does not end. */
function interrupted(environment: CliEnvironment): Promise<never> {
  return new Promise((_, reject) =>
    addAbortListener(environment.signal, () => {
      const end = () => {
        if (!environment.endsByItself) reject(new CommandEnded(exitCodes.interrupted));
      };
      setTimeout(end, MAX_INTERRUPTION_MS).unref();
    }),
  );
}

/** The command that is asked for; completion and a command's own help need more than one. */
function commandToLoad(argv: readonly string[]): string | undefined {
  const [first, second] = argv;
  if (first === 'help') return second ?? '';
  if (first !== undefined && ['completion', 'install', 'uninstall'].includes(first)) return undefined;
  return commandTable.some((entry) => entry.name === first) ? first : '';
}

/** The commander program; only the command that `only` names is loaded, or all of them without it. */
async function createProgram(environment: CliEnvironment, only: string | undefined): Promise<Command> {
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
  // Also beside long names of options: a terminal would break lines in the middle of words.
  command.configureHelp({ minWidthToWrap: 20 });
  command.exitOverride().configureOutput({
    writeOut: (text) => environment.stdout.write(typedHint(text, environment.config.program)),
    writeErr: (text) => environment.stderr.write(text),
    // As our own errors are written.
    outputError: (text, write) =>
      write(`${text.replace(/^error: /, 'Error: ')}${dashHint(text) || helpHint(text, command)}`),
    getOutHasColors: () => environment.config.color && environment.stdout.isTTY === true,
    getErrHasColors: () => environment.config.color && environment.stderr.isTTY === true,
  });
}

/** A file whose name begins with a hyphen is taken for an option. */
function dashHint(problem: string): string {
  const written = /unknown option '(-[^']+)'/.exec(problem)?.[1];
  return written !== undefined && existsSync(written)
    ? `"${written}" is also a file. For that, put "--" before it, or write "./${written}".\n`
    : '';
}

/** Where to look; nothing if the problem names what was meant, or all that can be given. */
function helpHint(problem: string, command: Command): string {
  if (/Did you mean|is invalid/.test(problem)) return '';
  const group = command.parent?.parent ? `${command.parent.name()} ` : '';
  const name = command.parent ? `${group}${command.name()} ` : '';
  return `To see what can be given: quoth ${name}--help\n`;
}

/** The commands' surroundings on a real machine. */
export function createEnvironment(
  parts: Omit<CliEnvironment, 'open' | 'openOrStart' | 'start'>,
): CliEnvironment {
  const { config, signal } = parts;
  const stderr = withTypedCommands(parts.stderr, config.program);
  const started = (flags: readonly string[]) => startApplication(config, flags, stderr, signal);
  return {
    ...parts,
    stderr,
    open: () => openControlSocket(config.dataFolder),
    openOrStart: async () =>
      (await answeringApplication(config.dataFolder)) ?? started(['--headless', '--ephemeral']),
    start: ({ headless }) => started(headless ? ['--headless'] : []),
  };
}

/**
 * What is said on stderr is for a person, who learns what can be typed here. Standard output is left as it is: it may
 * be a transcript.
 */
function withTypedCommands(stderr: Output, program: string): Output {
  return {
    ...(stderr.isTTY === undefined ? {} : { isTTY: stderr.isTTY }),
    write: (text) => stderr.write(typeof text === 'string' ? typedHint(text, program) : text),
  };
}

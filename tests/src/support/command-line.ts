import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createEnvironment, readConfig, runCli } from '@quoth/cli';
import { builtApplication, englishSpeaker, temporaryHome, until } from './running-application.ts';

/** What a shell runs. */
export const launcher = join(import.meta.dirname, '..', '..', '..', 'quoth');

/** How a command ended. */
export interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly errors: string;
}

/** A command in progress. */
export interface Begun {
  readonly child: ChildProcess;
  readonly ended: Promise<CommandResult>;
  /** What it has said on standard error so far. */
  errors(): string;
  /** Waits until it says this there; throws if it ends before. */
  says(words: RegExp): Promise<void>;
}

/** A command at a terminal of its own. */
export interface AtTerminal {
  readonly child: ChildProcess;
  /** Its exit code. */
  readonly ended: Promise<number | null>;
  /** All that the terminal got so far. */
  shown(): string;
  /** What a user types; `\u0003` is Ctrl-C. */
  type(keys: string): void;
}

/** The command line as a user runs it, on a data folder of its own unless `env` names one. */
export class CommandLine {
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;

  constructor(env: NodeJS.ProcessEnv = {}) {
    this.home = env.QUOTH_HOME || temporaryHome();
    // As on a machine without a keyring: each run is alone with its files.
    this.env = {
      ...process.env,
      ...englishSpeaker,
      QUOTH_HOME: this.home,
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
      ...env,
    };
  }

  /**
   * A process of its own, as a user's shell starts it. `leaveOpen`: standard input stays open, as a terminal's does.
   */
  begin(args: readonly string[], input?: string | Buffer, { leaveOpen = false } = {}): Begun {
    const child = spawn(launcher, [...args], { env: this.env, stdio: ['pipe', 'pipe', 'pipe'] });
    let [out, errors] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk;
    });
    // A command that reads nothing closes the pipe.
    child.stdin.on('error', () => undefined);
    if (!leaveOpen) child.stdin.end(input);
    const ended = new Promise<CommandResult>((resolve) =>
      child.once('close', (code) => resolve({ code, out, errors })),
    );
    const says = (words: RegExp) =>
      until(`the command says ${words}`, () => {
        if (child.exitCode !== null && !words.test(errors)) throw new Error(`it ended: ${errors}`);
        return words.test(errors);
      });
    return { child, ended, errors: () => errors, says };
  }

  /** A line of shell that begins with the command, at a terminal: of bsdutils' script, which every Debian has. */
  atTerminal(line: string): AtTerminal {
    const command = ['--quiet', '--return', '--flush', '--command', `'${launcher}' ${line}`, '/dev/null'];
    const child = spawn('script', command, {
      env: { ...this.env, TERM: 'xterm', NO_COLOR: '1' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let shown = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      shown += text;
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    return { child, ended, shown: () => shown, type: (keys) => child.stdin.write(keys) };
  }

  /** The same command line in this process, without standard input: a process each takes ten times as long. */
  async run(...args: readonly string[]): Promise<CommandResult> {
    const [out, errors]: [Buffer[], Buffer[]] = [[], []];
    const config = {
      ...readConfig(this.env),
      home: this.env.HOME ?? '',
      ...(builtApplication === undefined ? {} : { applicationMain: builtApplication }),
    };
    const environment = createEnvironment({
      config,
      stdout: { write: (text) => out.push(Buffer.from(text)) },
      stderr: { write: (text) => errors.push(Buffer.from(text)) },
      signal: new AbortController().signal,
    });
    const code = await runCli(args, environment);
    return { code, out: Buffer.concat(out).toString(), errors: Buffer.concat(errors).toString() };
  }

  /** As a process of its own, where that is what matters: an installation, signals, the launcher's own work. */
  launch(...args: readonly string[]): Promise<CommandResult> {
    return this.begin(args).ended;
  }

  async json(...args: readonly string[]): Promise<Record<string, unknown>> {
    return JSON.parse((await this.run(...args, '--json')).out) as Record<string, unknown>;
  }

  /** A file in a folder of the test's own, inside the data folder. */
  path(...parts: readonly string[]): string {
    const folder = join(this.home, 'files');
    mkdirSync(folder, { recursive: true });
    return join(folder, ...parts);
  }

  /** Ends the application and deletes its data. */
  async remove(): Promise<void> {
    await this.run('stop', '--now');
    rmSync(this.home, { recursive: true, force: true });
  }
}

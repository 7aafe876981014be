import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { AppError, type AutostartState, say } from '@quoth/contract';
import { writeWhole } from '@quoth/core';
import { launchCommand, root } from '@quoth/processes/places';
import { execFile } from '@quoth/processes/programs';
import type { Config } from '../read-config.ts';
import { entryLines } from '../text/texts.ts';

/** Whether Quoth starts when its user logs in. One implementation per platform, chosen once at start. */
export interface Autostart {
  /**
   * What the desktop would do at the next login; read again each time, because the desktop's own settings change it,
   * too.
   */
  state(): Promise<AutostartState>;
  /**
   * Adds or removes our entry; it is not an error if nothing has to change. Throws DESKTOP_UNAVAILABLE if the desktop
   * refuses.
   */
  switch(isOn: boolean): Promise<void>;
}

/** What an entry starts. */
export interface LaunchCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** Environment variables without which another data folder would be used. */
  readonly env: Readonly<Record<string, string>>;
}

export function createAutostart(config: Pick<Config, 'platform' | 'home' | 'env' | 'dataFolder'>): Autostart {
  const command = launchAtLogin(config);
  if (config.platform === 'darwin') return new LaunchAgent(config, command);
  if (config.platform === 'win32') return new WindowsRunKey(config, withoutConsole(command));
  return new XdgAutostart(config, command);
}

type Surroundings = Pick<Config, 'platform' | 'env' | 'dataFolder'>;

/**
 * By Quoth.exe, where setup has put it: Windows opens a console at every login for a console program, as Node is one.
 */
function withoutConsole(command: LaunchCommand): LaunchCommand {
  const program = join(root, 'Quoth.exe');
  return existsSync(program) ? { ...command, program, args: ['start', '--headless'] } : command;
}

/** Keeps running, without a window. */
export function launchAtLogin(config: Surroundings): LaunchCommand {
  return launcher(config, ['start', '--headless']);
}

/** The launcher of this copy of Quoth, with its data folder. */
export function launcher(
  { platform, env, dataFolder }: Surroundings,
  wanted: readonly string[],
): LaunchCommand {
  const variables: Record<string, string> = env.QUOTH_HOME ? { QUOTH_HOME: resolve(dataFolder) } : {};
  return { ...launchCommand(platform, wanted), env: variables };
}

/** The value of `Exec` in a desktop entry. */
export function execLine({ program, args, env }: LaunchCommand): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const words = variables.length > 0 ? ['env', ...variables, program, ...args] : [program, ...args];
  return words.map(quoted).join(' ');
}

/**
 * One argument in the syntax of `Exec`: quoted, its special characters escaped, and then escaped again as every string
 * of the file is. https://specifications.freedesktop.org/desktop-entry-spec/latest/exec-variables.html
 */
function quoted(word: string): string {
  if (/^[\w./=:@+-]+$/.test(word)) return word;
  const argument = `"${word.replace(/["`$\\]/g, '\\$&')}"`;
  return argument.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('%', '%%');
}

/** The text of an entry; undefined if none exists. */
export async function readEntry(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw refused(path, error);
  }
}

/** Writes the whole entry or nothing; undefined removes it. */
export async function putEntry(path: string, text: string | undefined): Promise<void> {
  try {
    if (text === undefined) return await rm(path, { force: true });
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeWhole(path, text);
  } catch (error) {
    throw refused(path, error);
  }
}

function refused(path: string, error: unknown): AppError {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
  return new AppError('DESKTOP_UNAVAILABLE', {
    message: say('loginEntryUnreachable', { path, code }),
    hint: say('seeWhoOwns', { command: `ls -ld '${path}' '${dirname(path)}'` }),
  });
}

/** Where Linux desktops look at login: https://specifications.freedesktop.org/autostart-spec/latest/ */
export class XdgAutostart implements Autostart {
  readonly #path: string;
  readonly #command: string;

  constructor(
    { home, env }: { readonly home: string; readonly env: Readonly<Record<string, string | undefined>> },
    command: LaunchCommand,
  ) {
    // Relative paths are to be ignored, the specification of base directories says.
    const config =
      env.XDG_CONFIG_HOME && isAbsolute(env.XDG_CONFIG_HOME) ? env.XDG_CONFIG_HOME : join(home, '.config');
    this.#path = join(config, 'autostart', 'quoth.desktop');
    this.#command = execLine(command);
  }

  async state(): Promise<AutostartState> {
    const entry = await readEntry(this.#path);
    return { state: this.#stateOf(entry), entry: this.#path };
  }

  async switch(isOn: boolean): Promise<void> {
    await putEntry(this.#path, isOn ? await this.#entry() : undefined);
  }

  #stateOf(entry: string | undefined): AutostartState['state'] {
    if (entry === undefined) return 'off';
    // How the settings of desktops switch an entry off without removing it.
    if (/^Hidden=true\s*$/m.test(entry) || /^X-GNOME-Autostart-enabled=false\s*$/m.test(entry)) return 'off';
    return entry.split(/\r?\n/).includes(`Exec=${this.#command}`) ? 'on' : 'other-copy';
  }

  async #entry(): Promise<string> {
    return [
      '[Desktop Entry]',
      'Type=Application',
      'Name=Quoth',
      ...(await entryLines('Comment', 'autostart')),
      `Exec=${this.#command}`,
      'Terminal=false',
      'StartupNotify=false',
      '',
    ].join('\n');
  }
}

const LABEL = 'app.quoth.start';

/**
 * An agent of launchd, which macOS loads at login: `man launchd.plist`. It is not loaded at once: Quoth is running
 * already.
 */
export class LaunchAgent implements Autostart {
  readonly #path: string;
  readonly #entry: string;

  constructor({ home }: { readonly home: string }, command: LaunchCommand) {
    this.#path = join(home, 'Library', 'LaunchAgents', `${LABEL}.plist`);
    this.#entry = propertyList(command);
  }

  async state(): Promise<AutostartState> {
    const found = await readEntry(this.#path);
    const state = found === undefined ? 'off' : found === this.#entry ? 'on' : 'other-copy';
    return { state, entry: this.#path };
  }

  switch(isOn: boolean): Promise<void> {
    return putEntry(this.#path, isOn ? this.#entry : undefined);
  }
}

function propertyList({ program, args, env }: LaunchCommand): string {
  const variables = Object.entries(env).map(
    ([name, value]) => `    <key>${escaped(name)}</key>\n    <string>${escaped(value)}</string>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    '<dict>',
    '  <key>Label</key>',
    `  <string>${LABEL}</string>`,
    '  <key>ProgramArguments</key>',
    '  <array>',
    ...[program, ...args].map((word) => `    <string>${escaped(word)}</string>`),
    '  </array>',
    ...(variables.length > 0
      ? ['  <key>EnvironmentVariables</key>', '  <dict>', ...variables, '  </dict>']
      : []),
    '  <key>RunAtLoad</key>',
    '  <true/>',
    // The launcher ends once the application answers; launchd would end with it what it has started.
    '  <key>AbandonProcessGroup</key>',
    '  <true/>',
    '</dict>',
    '</plist>',
    '',
  ].join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const KEY = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run';
const NAME = 'Quoth';
const ANSWER_MS = 10_000;
/** Exit code of reg.exe if there is no such value. */
const NOT_FOUND = 1;

/**
 * The user's Run key, by `reg.exe`: https://learn.microsoft.com/windows/win32/setupapi/run-and-runonce-registry-keys.
 * It holds no variables: a QUOTH_HOME that should apply at login has to be a user variable, as `setx` sets it.
 */
export class WindowsRunKey implements Autostart {
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #command: string;

  constructor(
    { env }: { readonly env: Readonly<Record<string, string | undefined>> },
    { program, args }: LaunchCommand,
  ) {
    this.#env = env;
    this.#command = [program, ...args].map(quotedForWindows).join(' ');
  }

  async state(): Promise<AutostartState> {
    const { code, out } = await this.#reg('query', KEY, '/v', NAME);
    const entry = `${KEY}\\${NAME}`;
    if (code === NOT_FOUND) return { state: 'off', entry };
    if (code !== 0) throw registryRefused();
    const found = /^\s+Quoth\s+REG_(?:EXPAND_)?SZ\s+(.*?)\r?$/m.exec(out)?.[1];
    return { state: found === this.#command ? 'on' : 'other-copy', entry };
  }

  async switch(isOn: boolean): Promise<void> {
    if (!isOn && (await this.state()).state === 'off') return;
    const { code } = isOn
      ? await this.#reg('add', KEY, '/v', NAME, '/t', 'REG_SZ', '/d', this.#command, '/f')
      : await this.#reg('delete', KEY, '/v', NAME, '/f');
    if (code !== 0) throw registryRefused();
  }

  #reg(...args: readonly string[]): Promise<{ readonly code: number; readonly out: string }> {
    return new Promise((resolve) => {
      const options = { env: { ...this.#env }, timeout: ANSWER_MS };
      execFile('reg.exe', [...args], options, (error, out) => {
        // If the code is not a number, the program could not be run or did not answer.
        const code = error ? (typeof error.code === 'number' ? error.code : -1) : 0;
        resolve({ code, out });
      });
    });
  }
}

function registryRefused(): AppError {
  return new AppError('DESKTOP_UNAVAILABLE', {
    message: say('loginListRefused'),
    hint: say('tryItYourself', { command: `reg.exe query ${KEY}` }),
  });
}

/** Quoted as Windows programs parse their command line; a path there contains no quotes. */
function quotedForWindows(word: string): string {
  return /[\s"]/.test(word) ? `"${word}"` : word;
}

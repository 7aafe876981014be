import { execFile } from 'node:child_process';
import { AppError, type AutostartState } from '@quoth/contract';
import type { Autostart, LaunchCommand } from './autostart.ts';

const KEY = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run';
const NAME = 'Quoth';
const ANSWER_MS = 10_000;
/** Exit code of reg.exe if there is no such value. */
const NOT_FOUND = 1;

/**
 * The user's Run key, by `reg.exe`: https://learn.microsoft.com/windows/win32/setupapi/run-and-runonce-registry-keys. It holds no variables:
 * a QUOTH_HOME that should apply at login has to be a user variable, as `setx` sets it.
 */
export class WindowsRunKey implements Autostart {
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #command: string;

  constructor(
    { env }: { readonly env: Readonly<Record<string, string | undefined>> },
    { program, args }: LaunchCommand,
  ) {
    this.#env = env;
    this.#command = [program, ...args].map(quoted).join(' ');
  }

  async state(): Promise<AutostartState> {
    const { code, out } = await this.#reg('query', KEY, '/v', NAME);
    const entry = `${KEY}\\${NAME}`;
    if (code === NOT_FOUND) return { state: 'off', entry };
    if (code !== 0) throw refused();
    const found = /^\s+Quoth\s+REG_(?:EXPAND_)?SZ\s+(.*?)\r?$/m.exec(out)?.[1];
    return { state: found === this.#command ? 'on' : 'other-copy', entry };
  }

  async switch(isOn: boolean): Promise<void> {
    if (!isOn && (await this.state()).state === 'off') return;
    const { code } = isOn
      ? await this.#reg('add', KEY, '/v', NAME, '/t', 'REG_SZ', '/d', this.#command, '/f')
      : await this.#reg('delete', KEY, '/v', NAME, '/f');
    if (code !== 0) throw refused();
  }

  #reg(...args: readonly string[]): Promise<{ readonly code: number; readonly out: string }> {
    return new Promise((resolve) => {
      const options = { env: { ...this.#env }, timeout: ANSWER_MS, windowsHide: true };
      execFile('reg.exe', [...args], options, (error, out) => {
        // Anything but a number is a program that could not be run, or did not answer.
        const code = error ? (typeof error.code === 'number' ? error.code : -1) : 0;
        resolve({ code, out });
      });
    });
  }
}

function refused(): AppError {
  return new AppError('INVALID_REQUEST', {
    message: 'Windows did not let Quoth at its list of programs that start at login.',
    hint: `Try it yourself: reg.exe query ${KEY}`,
  });
}

/** Quoted as Windows programs parse their command line; a path there contains no quotes. */
function quoted(word: string): string {
  return /[\s"]/.test(word) ? `"${word}"` : word;
}

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { environmentWith } from '../read-config.ts';

/** A desktop application with a data folder of its own, driven by its command line as a person would. */
export class DemoDesktop {
  readonly #main: string;
  readonly #env: ReturnType<typeof environmentWith>;

  /** Throws if `root` is not a checkout: the desktop application is not part of the gateway. */
  constructor(root: string, folder: string) {
    this.#main = join(root, 'apps', 'cli', 'src', 'bin.ts');
    if (!existsSync(this.#main))
      throw new Error('The demo runs from a checkout: the desktop application is missing.');
    this.#env = environmentWith({ QUOTH_HOME: folder, QUOTH_DEVICE_NAME: 'laptop' });
  }

  /** Adds the gateway, and a mode for each tier. The token goes through standard input: arguments can be read in the process list. */
  async join(address: string, token: string, tiers: readonly string[]): Promise<void> {
    // A demo machine may have no keyring; this token is worth nothing anywhere else.
    await this.#run(['settings', 'set', 'keyStorage', 'file']);
    await this.#run(['providers', 'add-gateway', address], token);
    for (const tier of tiers)
      await this.#run(['modes', 'create', tier, '--model', 'cloud', '--cloud-accuracy-tier', tier]);
  }

  /** The text of a recording, by the mode of that tier. */
  async transcribe(recording: string, tier: string): Promise<string> {
    return (await this.#run(['transcribe', recording, '--mode', tier, '--language', 'en'])).trim();
  }

  async end(): Promise<void> {
    await this.#run(['stop']);
  }

  /** What the command printed on standard output. Throws what it printed on standard error. */
  #run(words: readonly string[], input = ''): Promise<string> {
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', this.#main, ...words], {
        env: this.#env,
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      let printed = '';
      let said = '';
      child.stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
      });
      child.stderr.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
      child.once('error', reject);
      child.once('close', (code) => {
        if (code === 0) resolve(printed);
        else reject(new Error(`quoth ${words.join(' ')} failed: ${said.trim()}`));
      });
      // A command that reads nothing may have ended by now.
      child.stdin.on('error', () => {});
      child.stdin.end(input);
    });
  }
}

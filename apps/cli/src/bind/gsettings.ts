import { execFileSync } from 'node:child_process';
import { UsageError } from '../exit-codes.ts';
import { comparableKeys } from './key-names.ts';

const LIST = 'org.gnome.settings-daemon.plugins.media-keys';
const CUSTOM = `${LIST}.custom-keybinding`;
const FOLDER = '/org/gnome/settings-daemon/plugins/media-keys/custom-keybindings/';
const OURS = `${FOLDER}quoth/`;
const LONGEST_MS = 10_000;
/** Schemas with keys of GNOME's own. */
const schemas = [
  LIST,
  'org.gnome.desktop.wm.keybindings',
  'org.gnome.shell.keybindings',
  'org.gnome.mutter.keybindings',
  'org.gnome.mutter.wayland.keybindings',
];

/** GNOME's own shortcuts by its program `gsettings`. */
export class Gsettings {
  readonly #env: Readonly<Record<string, string | undefined>>;

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#env = env;
  }

  /** What has these keys already, besides us; undefined where they are free. */
  holderOf(keys: string): string | undefined {
    const wanted = comparableKeys(keys);
    const has = (value: string) =>
      [...value.matchAll(/'([^']*)'/g)].some(([, one = '']) => comparableKeys(one) === wanted);
    for (const path of this.#paths())
      if (path !== OURS && has(this.#run('get', `${CUSTOM}:${path}`, 'binding')))
        return this.#run('get', `${CUSTOM}:${path}`, 'name').trim();
    const known = new Set(this.#run('list-schemas').split('\n'));
    for (const schema of schemas.filter((one) => known.has(one)))
      for (const line of this.#run('list-recursively', schema).split('\n')) {
        const [, key = '', ...value] = line.split(' ');
        if (key !== 'custom-keybindings' && has(value.join(' '))) return `${schema} ${key}`;
      }
    return undefined;
  }

  bind(keys: string, command: string): void {
    for (const [key, value] of Object.entries({ name: 'Quoth dictation', command, binding: keys }))
      this.#run('set', `${CUSTOM}:${OURS}`, key, `'${value}'`);
    const paths = this.#paths();
    if (!paths.includes(OURS)) this.#setPaths([...paths, OURS]);
  }

  unbind(): void {
    const paths = this.#paths();
    if (paths.includes(OURS)) this.#setPaths(paths.filter((path) => path !== OURS));
    this.#run('reset-recursively', `${CUSTOM}:${OURS}`);
  }

  #paths(): string[] {
    return [...this.#run('get', LIST, 'custom-keybindings').matchAll(/'([^']*)'/g)].map(
      ([, one = '']) => one,
    );
  }

  #setPaths(paths: readonly string[]): void {
    if (paths.length === 0) this.#run('reset', LIST, 'custom-keybindings');
    else this.#run('set', LIST, 'custom-keybindings', `[${paths.map((one) => `'${one}'`).join(', ')}]`);
  }

  #run(...args: readonly string[]): string {
    try {
      return execFileSync('gsettings', args, {
        encoding: 'utf8',
        env: this.#env as NodeJS.ProcessEnv,
        timeout: LONGEST_MS,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    } catch (cause) {
      throw new UsageError(
        `GNOME's program gsettings failed (${args.slice(0, 2).join(' ')}); set the shortcut in Settings, Keyboard instead.`,
        { cause },
      );
    }
  }
}

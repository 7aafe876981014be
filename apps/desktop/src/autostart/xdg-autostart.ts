import { isAbsolute, join } from 'node:path';
import type { AutostartState } from '@quoth/contract';
import type { Autostart, LaunchCommand } from './autostart.ts';
import { putEntry, readEntry } from './entry-file.ts';
import { execLine } from './exec-line.ts';

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

  switch(isOn: boolean): Promise<void> {
    return putEntry(this.#path, isOn ? this.#entry() : undefined);
  }

  #stateOf(entry: string | undefined): AutostartState['state'] {
    if (entry === undefined) return 'off';
    // How the settings of desktops switch an entry off without removing it.
    if (/^Hidden=true\s*$/m.test(entry) || /^X-GNOME-Autostart-enabled=false\s*$/m.test(entry)) return 'off';
    return entry.split(/\r?\n/).includes(`Exec=${this.#command}`) ? 'on' : 'other-copy';
  }

  #entry(): string {
    return [
      '[Desktop Entry]',
      'Type=Application',
      'Name=Quoth',
      'Comment=Dictation, ready for its keys',
      `Exec=${this.#command}`,
      'Terminal=false',
      'StartupNotify=false',
      '',
    ].join('\n');
  }
}

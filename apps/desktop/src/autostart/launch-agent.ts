import { join } from 'node:path';
import type { AutostartState } from '@quoth/contract';
import type { Autostart, LaunchCommand } from './autostart.ts';
import { putEntry, readEntry } from './entry-file.ts';

const LABEL = 'app.quoth.start';

/** An agent of launchd, which macOS loads at login: `man launchd.plist`. It is not loaded at once: Quoth is running already. */
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

import { mkdir, readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { writeWhole } from '@quoth/core';
import { execLine, launcher } from '../../autostart/index.ts';
import type { Config } from '../../read-config.ts';
import { APP_ID, type ApplicationEntry } from './host-registration.ts';

/** Our entry among the user's applications, which opens the window; it is written only for a portal that asks for it. */
export function applicationEntry(
  config: Pick<Config, 'platform' | 'home' | 'env' | 'dataFolder'>,
): ApplicationEntry {
  const { home, env } = config;
  // Relative paths are to be ignored, the specification of base directories says.
  const data =
    env.XDG_DATA_HOME && isAbsolute(env.XDG_DATA_HOME) ? env.XDG_DATA_HOME : join(home, '.local', 'share');
  const path = join(data, 'applications', `${APP_ID}.desktop`);
  const text = [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Quoth',
    'Comment=Dictation',
    `Exec=${execLine(launcher(config, ['start']))}`,
    'Terminal=false',
    'Categories=Utility;AudioVideo;',
    '',
  ].join('\n');
  return {
    path,
    write: async () => {
      if ((await readFile(path, 'utf8').catch(() => undefined)) === text) return false;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeWhole(path, text);
      return true;
    },
  };
}

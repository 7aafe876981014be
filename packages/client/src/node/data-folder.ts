import { join, resolve } from 'node:path';

/** What determines the path of the data folder. */
export interface DataFolderEnvironment {
  readonly platform: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The application's data folder (contract, section 3); the application itself asks here too. */
export function dataFolderPath({ platform, home, env }: DataFolderEnvironment): string {
  if (env.QUOTH_HOME) return resolve(env.QUOTH_HOME);
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Quoth');
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'Quoth');
  const data = env.XDG_DATA_HOME?.startsWith('/') ? env.XDG_DATA_HOME : join(home, '.local', 'share');
  return join(data, 'quoth');
}

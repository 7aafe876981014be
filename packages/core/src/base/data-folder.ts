import { chmodSync, mkdirSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where everything lies. All folders have mode 700. */
export interface DataFolder {
  readonly root: string;
  readonly database: string;
  /** Kept audio: `audio/YYYY/MM/<id>.<ext>`. */
  readonly audio: string;
  /** Uploads that have not been accepted yet; emptied at start. */
  readonly incoming: string;
  /** Decoded samples of the work in hand; emptied at start. */
  readonly spool: string;
  /** Speech models, whole ones and `.part` of those to come. */
  readonly models: string;
  readonly logs: string;
}

/** What decides where the data folder lies. */
export interface DataFolderEnvironment {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The data folder's path (contract, section 3): `QUOTH_HOME`, else the platform's place for application data. */
export function dataFolderPath({ platform, home, env }: DataFolderEnvironment): string {
  if (env.QUOTH_HOME) return resolve(env.QUOTH_HOME);
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Quoth');
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'Quoth');
  return join(
    env.XDG_DATA_HOME?.startsWith('/') ? env.XDG_DATA_HOME : join(home, '.local', 'share'),
    'quoth',
  );
}

/** The paths below a data folder, without touching the disk. */
export function dataFolderAt(root: string): DataFolder {
  return {
    root,
    database: join(root, 'quoth.db'),
    audio: join(root, 'audio'),
    incoming: join(root, 'incoming'),
    spool: join(root, 'spool'),
    models: join(root, 'models'),
    logs: join(root, 'logs'),
  };
}

/** Makes the folders that are missing and closes them to other users. */
export function openDataFolder(root: string): DataFolder {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  chmodSync(root, 0o700);
  // Paths from callers are judged with links resolved, so ours must be too.
  const folder = dataFolderAt(realpathSync(root));
  for (const path of [folder.audio, folder.incoming, folder.spool, folder.models, folder.logs])
    mkdirSync(path, { recursive: true, mode: 0o700 });
  return folder;
}

import {
  accessSync,
  type BigIntStats,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { mkdtemp, rmdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import {
  AppError,
  asAppError,
  dataFolderNames,
  type Finding,
  namedTokenFolder,
  type Said,
  say,
  withAdvice,
  withFix,
} from '@quoth/contract';

/** Absolute paths of everything in the data folder. All folders have mode 700. */
export interface DataFolder {
  readonly root: string;
  readonly database: string;
  /** Kept audio: `audio/YYYY/MM/<id>.<ext>`. */
  readonly audio: string;
  /** Uploads that have not been accepted yet; emptied at start. */
  readonly incoming: string;
  /** Decoded samples of running jobs; emptied at start. */
  readonly spool: string;
  /** Speech models, whole ones and `.part` of those to come. */
  readonly models: string;
  readonly logs: string;
  /** What was unpacked of a backup; there only while a restore runs or was cut off. */
  readonly restoring: string;
  /** The copy of the database that goes into a backup; there only while one is made or was cut off. */
  readonly backingUp: string;
  /** The database as it was before upgrades, each copy for 30 days. */
  readonly databaseCopies: string;
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
    restoring: join(root, 'restoring'),
    backingUp: join(root, 'backing-up'),
    databaseCopies: join(root, 'database-copies'),
  };
}

/**
 * Makes the folders that are missing, closed to other users. The mode of one that is there stays: the caller has
 * checked whether it may be changed.
 */
export function openDataFolder(root: string): DataFolder {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  // Paths from callers are checked with links resolved, so ours must be too.
  const folder = dataFolderAt(realpathSync(root));
  opened.add(folder.root);
  for (const path of [folder.incoming, folder.spool, folder.databaseCopies]) refuseLink(path);
  // A folder of the user's may hold more than Quoth's files, so there only these are looked at.
  refusePipes(folder.root, (name) => dataFolderNames.has(name));
  for (const path of [folder.backingUp, folder.restoring, folder.logs, ...secretFolders(folder.root)])
    refusePipes(path);
  for (const path of [folder.audio, folder.incoming, folder.spool, folder.models, folder.logs])
    mkdirSync(path, { recursive: true, mode: 0o700 });
  return folder;
}

/** What lies in such a folder is deleted: where a link leads elsewhere, that would be files of others. */
function refuseLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw new AppError('INTERNAL_ERROR', {
    message: say('folderIsLink', { path }),
    hint: say('removeLink'),
  });
}

/** Throws INTERNAL_ERROR for what is there and is no file: a pipe would be waited for forever. */
export function refuseNoFile(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== false) return;
  throw new AppError('INTERNAL_ERROR', {
    message: say('pathIsNoFile', { file: path }),
    hint: say('moveAside'),
  });
}

/** What Quoth reads there at a start, or at its end: a pipe would be waited for forever, and a device has no end. */
function refusePipes(folder: string, isOurs: (name: string) => boolean = () => true): void {
  for (const name of namesIn(folder).filter(isOurs)) {
    const path = join(folder, name);
    const there = existsSync(path) ? statSync(path) : undefined;
    if (there?.isFIFO() || there?.isCharacterDevice() || there?.isBlockDevice()) refuseNoFile(path);
  }
}

/**
 * Data folders that this process has opened. Locks belong to the process, and so does what must not be closed by
 * accident.
 */
const opened = new Set<string>();
/** Where, besides the folder itself, files lie that nothing from outside may lead to. */
export const secretFolders = (root: string): readonly string[] => [
  join(root, 'provider-keys'),
  join(root, namedTokenFolder),
];

/**
 * True for the database, its log, the lock, keys, tokens and the discovery file of an open data folder, by whatever
 * name the file was found.
 */
export function isOwnFile({ dev, ino }: BigIntStats): boolean {
  return [...opened].some((root) =>
    [root, ...secretFolders(root)].some((folder) =>
      namesIn(folder).some((name) => {
        const own = statSync(join(folder, name), { bigint: true, throwIfNoEntry: false });
        return own?.isFile() === true && own.ino === ino && own.dev === dev;
      }),
    ),
  );
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const MEGABYTE = 1024 * 1024;
/** An hour of stereo CD audio takes about 600 MB. */
const LOW_DISK_MB = 1_000;

/** What the doctor finds in the data folder: may it be written, and is there room. */
export async function examineDataFolder(path: string): Promise<Said<Finding>[]> {
  const title = [say('dataFolder')];
  const isWindows = process.platform === 'win32';
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return [
      withFix(
        withAdvice(
          { id: 'data-folder', status: 'missing' },
          { title, detail: [say('folderNotWritable', { path })] },
        ),
        [
          say('run', {
            command: isWindows
              ? `icacls "${path}" /grant "%USERNAME%:(OI)(CI)F"`
              : `sudo chown -R "$(id -u)" '${path}'`,
          }),
        ],
      ),
    ];
  }
  try {
    // A disk that failed may say that it can be written.
    await rmdir(await mkdtemp(join(path, '.doctor-')));
  } catch (error) {
    return [
      withAdvice({ id: 'data-folder', status: 'missing' }, { title, detail: [asAppError(error).said] }),
    ];
  }
  const { bavail, bsize } = await statfs(path);
  const freeMb = Math.floor((bavail * bsize) / MEGABYTE);
  if (freeMb >= LOW_DISK_MB)
    return [
      withAdvice(
        { id: 'data-folder', status: 'ok' },
        { title, detail: [say('spaceFree', { path, size: freeMb })] },
      ),
    ];
  const detail = [say('littleSpaceLeft', { path, size: freeMb })];
  const command = isWindows ? `explorer "${path}\\audio"` : `du -sh '${path}'/audio/*`;
  return [
    withFix(withAdvice({ id: 'data-folder', status: 'warning' }, { title, detail }), [
      say('run', { command }),
    ]),
  ];
}

import type { Stats } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { extname, isAbsolute, join, normalize, parse, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { QuothError } from '@quoth/client';
import { isWindowsDevice } from '@quoth/contract';

/** What may be written, by extension. */
const outputFormats = {
  '.txt': 'text',
  '.md': 'text',
  '.srt': 'srt',
  '.vtt': 'vtt',
  '.json': 'json',
} as const;
export type OutputFormat = (typeof outputFormats)[keyof typeof outputFormats];

export const ifExistsChoices = ['fail', 'overwrite', 'append', 'rename'] as const;
export type IfExists = (typeof ifExistsChoices)[number];

/** Where transcripts may be written. */
export interface OutputPlaces extends PathOrigin {
  readonly dataFolder: string;
  readonly platform: NodeJS.Platform;
  /** Further folders that the user allows. */
  readonly outputFolders?: readonly string[] | undefined;
}

/** A place for a transcript that has been checked. */
export interface OutputFile {
  /** The base folder with its links resolved. */
  readonly base: string;
  /** Names of the folders below the base; some may not exist yet. */
  readonly folders: readonly string[];
  readonly name: string;
  readonly format: OutputFormat;
}

const MAX_PATH_LENGTH = 4_096;

/** Folders below the home folder that hold what people make, and no program's instructions. */
const personalFolders = [
  'Documents',
  'Downloads',
  'Desktop',
  'Music',
  'Movies',
  'Videos',
  'Podcasts',
  'Recordings',
];

/**
 * Where a transcript goes, when it may: below one of the client's folders (else the working folder), one of the home
 * folder's `personalFolders`, or a folder that the user allows, with one of the extensions above, through no dot-folder
 * and no link, and to no file that other programs take instructions from. A transcript may try to steer the agent that
 * asks, so the answer does not depend on what the agent says. Throws FILE_NOT_ALLOWED, ALREADY_EXISTS or
 * INVALID_REQUEST; nothing is written.
 */
export async function checkOutputFile(
  written: string,
  ifExists: IfExists,
  places: OutputPlaces,
): Promise<OutputFile> {
  const [path] = resolvePath(checked(written, places.platform), places);
  const { base, way } = await baseOf(path, places);
  const parts = way.split(sep);
  const name = parts.at(-1) ?? '';
  const format = outputFormats[extname(name).toLowerCase() as keyof typeof outputFormats];
  if (format === undefined)
    throw refused(
      'A transcript is written as .txt, .md, .srt, .vtt or .json only.',
      'Use one of these extensions.',
    );
  refuseNames(parts, places.platform);
  const own = await realpath(places.dataFolder).catch(() => places.dataFolder);
  if (isInside(join(base, way), own)) throw refused("This is Quoth's own folder.");
  if (ifExists === 'append' && format !== 'text')
    throw new QuothError('INVALID_REQUEST', {
      message: 'Only a text can be added to a file: captions and JSON would not be readable any more.',
      hint: 'Use .txt or .md with append, or another if_exists.',
    });
  const file = { base, folders: parts.slice(0, -1), name, format };
  await refuseLinks(file);
  const there = await lookedUp(join(base, way));
  if (there && !there.isFile()) throw refused('There is something at output_path that is no file.');
  if (there && ifExists === 'fail') throw alreadyThere();
  if (there && (ifExists === 'overwrite' || ifExists === 'append') && !isMadeHere(there)) throw notOurs();
  return file;
}

/** Every folder on the way, as far as it exists, is a folder and no link. Throws FILE_NOT_ALLOWED. */
export async function refuseLinks({ base, folders }: OutputFile): Promise<void> {
  let current = base;
  for (const folder of folders) {
    current = join(current, folder);
    const there = await lookedUp(current);
    if (there === undefined) return;
    if (!there.isDirectory())
      throw refused('output_path leads through a link, or through what is no folder.');
  }
}

/** The error for a file that exists. */
export function alreadyThere(): QuothError {
  return new QuothError('ALREADY_EXISTS', {
    message: 'There is already a file at output_path.',
    hint: 'Choose another name, or set if_exists to "rename" or "overwrite".',
  });
}

/** The error for a file that somebody else made or has changed. */
export function notOurs(): QuothError {
  return new QuothError('FILE_NOT_ALLOWED', {
    message: 'The file at output_path was not written by this bridge, or has been changed since.',
    hint: 'Only files that this bridge wrote, unchanged since, are overwritten or added to. Choose another name, or set if_exists to "rename".',
  });
}

function checked(written: string, platform: NodeJS.Platform): string {
  if (written.length > MAX_PATH_LENGTH)
    throw new QuothError('INVALID_REQUEST', {
      message: `output_path has at most ${MAX_PATH_LENGTH} characters.`,
    });
  // Shares, device paths and alternate streams of Windows.
  const isDevice = /^[\\/]{2}/.test(written);
  const hasStream = platform === 'win32' && !/^file:/i.test(written) && written.slice(2).includes(':');
  if (isDevice || hasStream || /\p{Cc}/u.test(written)) throw refused('output_path is not a plain path.');
  if (/[\\/]$/.test(written)) throw refused('output_path names a folder.', 'Give the name of a file.');
  return written;
}

async function baseOf(
  path: string,
  { roots, cwd, home, outputFolders = [] }: OutputPlaces,
): Promise<{ base: string; way: string }> {
  const working = roots.length > 0 ? roots : [cwd];
  // Desktop programs start the bridge in the root of the file system or in the home folder, which are no one's working
  // folders.
  const folders = working.filter((folder) => parse(folder).root !== folder && folder !== home);
  const bases = [...folders, ...personalFolders.map((name) => join(home, name)), ...outputFolders];
  const found: string[] = [];
  for (const folder of bases.toSorted((one, other) => other.length - one.length)) {
    const base = await realpath(folder).catch(() => undefined);
    if (base === undefined) continue;
    found.push(folder);
    for (const start of [folder, base])
      if (isInside(path, start) && relative(start, path) !== '') return { base, way: relative(start, path) };
  }
  throw refused(
    'Transcripts are written only below the folders that you work in, and below the folders of the home folder that hold documents and media.',
    `Use a path below ${found.join(' or ') || 'a folder that the client names as its root'}. The user can allow further folders with QUOTH_OUTPUT_FOLDERS.`,
  );
}

function refuseNames(parts: readonly string[], platform: NodeJS.Platform): void {
  const folded = parts.map(foldedName);
  if (folded.some((part) => part.startsWith('.')))
    throw refused('Dot-files and dot-folders are not written to.');
  // Where macOS and Windows keep the settings of programs.
  const first = folded.length > 1 ? folded[0] : undefined;
  if ((platform === 'darwin' && first === 'library') || (platform === 'win32' && first === 'appdata'))
    throw refused('The folders in which programs keep their settings are not written to.');
  // A file may come to Windows later, over a share or a repository.
  const named = platform === 'win32' ? folded : folded.slice(-1);
  if (named.some(isWindowsDevice) || (platform === 'win32' && parts.some((part) => /[. ]$/.test(part))))
    throw refused('Windows gives this name a meaning of its own.');
  if (isInstructionFile(parts.at(-1) ?? ''))
    throw refused('Other programs take instructions from a file of this name.', 'Choose another name.');
}

async function lookedUp(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'ENOENT') return undefined;
    if (code === 'ENOTDIR') throw refused('output_path leads through what is no folder.');
    if (code === 'ENAMETOOLONG') throw refused('output_path is too long.');
    throw new QuothError('FILE_ACCESS_DENIED', { message: 'output_path cannot be looked at.', cause });
  }
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`));
}

function refused(message: string, hint?: string): QuothError {
  return new QuothError('FILE_NOT_ALLOWED', { message, hint });
}

/**
 * What macOS and Windows leave out when they compare names (default ignorable code points; HFS+ finds `.git` under such
 * names too).
 */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/** A name as a file system that ignores case may see it: folded by Unicode, so that `ſKILL.md` is `skill.md`. */
export function foldedName(name: string): string {
  return name.replace(IGNORABLE, '').normalize('NFKC').toUpperCase().toLowerCase().normalize('NFC');
}

/**
 * Files that agents, builds and editors take instructions from, as patterns of folded names: a transcript must not
 * become one.
 */
const patterns: readonly RegExp[] = [
  /^(claude|agents?|gemini|qwen|codex|cursor|windsurf|cline|aider|copilot|jules|goose|crush|amp|zed|replit|devin|junie|kilo(code)?|roo|trae|kiro|augment|hermes|droid|opencode)(\.[^.]*)*\.(md|txt|json)$/,
  /^(skills?|warp|memory|memories|conventions?|rules?|instructions?|guidelines?|prompts?|system|context|commands?|hooks?|tools?|persona|soul|identity|user|heartbeat|bootstrap|best[_-]practices)(\.[^.]*)*\.(md|txt)$/,
  /(instructions|prompt|chatmode|agent|rules|skill)\.(md|txt)$/,
  /^llms(-full)?\.txt$/,
  /^(cmakelists|cmakecache|meson_options|conanfile|robots|ads|app-ads|crontab|cron|authorized_keys|known_hosts|hosts|fstab|autoexec|config|usercfg|cmdline|ssh|modules|entry_points|requires|spec-file)\.txt$/,
  /(requirements|constraints)[^/]*\.txt$/,
  /^([^ ]*[._-])?(dependencies|packages?|runtime|buildpacks?|environment|install)([._-][^. ]*)*\.txt$/,
  /^(apt|pip|conda|brew|gems?|npm|aptfile|brewfile|gemfile|makefile|dockerfile|pipfile|procfile|postbuild)([._-][^.]*)*\.txt$/,
  /(config|settings|manifest|devcontainer|launch|tasks|extensions|keybindings|credentials|secrets?|servers?)\.json$/,
  /^(package|package-lock|npm-shrinkwrap|composer|deno|bower|lerna|nx|turbo|project|workspace|angular|firebase|vercel|now|renovate|biome|knip|cspell|eslint|prettier|global|app|appsettings|launchsettings|mcp|hooks|plugin|marketplace|opencode)([._-][^.]*)*\.json$/,
  /^(ts|js)config([.-][^.]*)*\.json$/,
  /(lint|hint|rc|-staged|-cli|-project|project|workspace|presets?|polic(y|ies)|extractor|registry|sources?)\.json$/,
  /\.(tf|tfvars|pkr|pkrvars|conf)\.json$/,
  /^(pm2|ecosystem|processes|forever|mocha|nyc|c8|jest|vitest|cypress|karma|typedoc|jsdoc|rush|pnpm|yarn|bun|netlify|railway|render|fly|heroku|amplify|samconfig|cdk|serverless|elm|vcpkg|omnisharp|dotnet-tools|bundleconfig|compilerconfig|libman|function|host|proxies|local|ionic|capacitor|expo|metro|daemon|c_cpp_properties|inputs|nodemon|tslint|wrangler|jsr|import_map|importmap|pipeline|cloudbuild|buildspec|crontab|agents?|claude|sublime-project|lefthook|nixpacks|dub|haxelib|spago|cucumber|electron-builder|eas|sst|moon|mise|compile_commands|devcontainer-lock)([._-][^.]*)*\.json$/,
  /^mcp[._-].*\.json$/,
];

/**
 * Letters of other alphabets that look like Latin ones, with what they look like: a capital and its small letter may
 * differ.
 */
const lookalikes: ReadonlyMap<string, string> = new Map(
  [
    // Cyrillic
    'АaВbЕeЁeКkМmНhОoРpСcТtУyХxЅsІiЇiЈjԀdԌgԚqԜwѴvҺhӀlЬbҮyҒf',
    'аaеeёeоoрpсcуyхxѕsіiїiјjԁdԛqԝwѵvһhӏlкkмmнhтtвbгrпnиuьbүyғfцuлnԍgєe',
    // Greek
    'ΑaΒbΕeΖzΗhΙiΚkΜmΝnΟoΡpΤtΥyΧxϹcϿc',
    'αaβbεeζzηnιiκkμuνvοoρpτtυuχxγyσoωwςcϲcϳj',
    // Latin letters that Unicode does not fold
    'ıiɑaɡgɩiɪiʟlᴀaʙbᴄcᴅdᴇeꜰfɢgʜhᴊjᴋkᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢzǀl',
  ].flatMap((pairs) => [...pairs.matchAll(/(.)(.)/gu)].map(([, letter = '', latin = '']) => [letter, latin])),
);
/** One word of Latin letters and of an alphabet that no one mixes with them but for its looks. */
const MIXED =
  /\p{sc=Latn}[\p{L}\p{M}\p{N}_]*[\p{sc=Armn}\p{sc=Cher}\p{sc=Copt}\p{sc=Dsrt}\p{sc=Lisu}\p{sc=Osge}]|[\p{sc=Armn}\p{sc=Cher}\p{sc=Copt}\p{sc=Dsrt}\p{sc=Lisu}\p{sc=Osge}][\p{L}\p{M}\p{N}_]*\p{sc=Latn}/u;

/**
 * Whether programs may take instructions from a file of this name, or people may think so because it looks like one.
 */
function isInstructionFile(name: string): boolean {
  const composed = name.normalize('NFC');
  const latin = [...composed].map((letter) => lookalikes.get(letter) ?? letter).join('');
  const seen = [foldedName(name), foldedName(latin)];
  return MIXED.test(composed) || seen.some((folded) => patterns.some((pattern) => pattern.test(folded)));
}

/** What tells a file as it was written from any other, and from itself once somebody has changed it. */
function fingerprint({ dev, ino, size, mtimeMs }: Stats): string {
  return [dev, ino, size, mtimeMs].join(':');
}

const made = new Set<string>();

/** Notes a file that this bridge has just written. */
export function noteMade(file: Stats): void {
  made.add(fingerprint(file));
}

/** Whether this bridge wrote the file and no one has changed it since: only such a file may be overwritten. */
export function isMadeHere(file: Stats): boolean {
  return made.has(fingerprint(file));
}

/** The folder that an agent's paths are relative to. */
interface PathOrigin {
  readonly home: string;
  readonly cwd: string;
  /** The client's folders, absolute. */
  readonly roots: readonly string[];
}

/**
 * The absolute paths that a written one can mean, likeliest first: `~` is the home folder, a `file:` URL is a path, and
 * a relative path starts at the client's roots, else at the bridge's working folder. Throws INVALID_REQUEST.
 */
export function resolvePath(written: string, { home, cwd, roots }: PathOrigin): [string, ...string[]] {
  if (written === '' || written.includes('\0'))
    throw new QuothError('INVALID_REQUEST', { message: 'A path is not empty and holds no NUL.' });
  const path = /^file:/i.test(written) ? fromUrl(written) : written;
  if (path === '~') return [home];
  if (/^~[/\\]/.test(path)) return [join(home, path.slice(2))];
  if (isAbsolute(path)) return [normalize(path)];
  const [first = cwd, ...others] = roots;
  return [join(first, path), ...others.map((root) => join(root, path))];
}

/** Whether the path starts at a folder that only the client can name. */
export function isRelative(written: string): boolean {
  return !isAbsolute(written) && !/^(~$|~[/\\]|file:)/i.test(written);
}

function fromUrl(url: string): string {
  const path = localPath(url);
  if (path !== undefined) return path;
  throw new QuothError('INVALID_REQUEST', {
    message: 'This file: address names no file of this machine.',
    hint: 'Give a path instead.',
  });
}

/**
 * Undefined for an address that names no file of this machine, such as one of a share, which Windows would ask its
 * server for.
 */
function localPath(url: string): string | undefined {
  try {
    const path = fileURLToPath(url);
    return path.startsWith('\\\\') ? undefined : path;
  } catch {
    return undefined;
  }
}

/** The folders that a client's roots name; what is not a folder of this machine is left out. */
export function rootFolders(roots: readonly { readonly uri: string }[]): string[] {
  return roots.flatMap(({ uri }) => localPath(uri) ?? []);
}

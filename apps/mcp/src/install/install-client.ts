import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { dataFolderPath } from '@quoth/client/node';
import { type McpClient, type McpClientId, mcpClients, type Surroundings } from './clients.ts';
import { UnreadableConfiguration, withEntry } from './edit-configuration.ts';
import { entryOf, type Launch, snippetOf } from './server-entry.ts';

export type { Launch } from './server-entry.ts';

/** What is asked of an installation. */
export interface Installation {
  readonly client: McpClientId;
  /** Another file than the client's usual one. */
  readonly file?: string;
  /** Print only. */
  readonly print: boolean;
  readonly launch: Launch;
  readonly surroundings: Surroundings & { readonly dataFolder: string; readonly cwd: string };
}

/** What came of it. `refused`: nothing was changed, and why. */
export type InstallationOutcome = {
  readonly client: McpClientId;
  readonly snippet: string;
  readonly file: string | null;
} & (
  | { readonly state: 'printed' | 'unchanged' }
  | { readonly state: 'written'; readonly backup: string | null }
  | { readonly state: 'refused'; readonly reason: string }
);

const ATTEMPTS = 3;

/** Adds the bridge to a client's configuration: a copy of the old file is kept, the new one is there whole or not at all. What cannot be read is left alone. */
export async function installClient(asked: Installation): Promise<InstallationOutcome> {
  const { surroundings, file: given } = asked;
  const client: McpClient = mcpClients[asked.client];
  const launch = withDataFolder(asked.launch, surroundings);
  const file = given === undefined ? client.file(surroundings) : resolve(surroundings.cwd, given);
  const facts = { client: asked.client, snippet: snippetOf(client, launch), file: file ?? null };
  if (asked.print || client.format === 'toml' || file === undefined) return { ...facts, state: 'printed' };
  try {
    for (let attempt = 1; ; attempt++) {
      const written = await edited(file, client, launch);
      if (written !== 'overtaken') return { ...facts, ...written };
      if (attempt === ATTEMPTS)
        return { ...facts, state: 'refused', reason: `${file} is being changed by another program.` };
    }
  } catch (error) {
    return { ...facts, state: 'refused', reason: `${file} is left alone: ${reasonOf(error)}` };
  }
}

/** What goes to standard output: the outcome in words, or what is to be added by hand. */
export function describeInstallation(outcome: InstallationOutcome): string {
  const { displayName, afterwards } = mcpClients[outcome.client];
  if (outcome.state === 'unchanged') return `${displayName} already has Quoth (${outcome.file}).`;
  if (outcome.state !== 'written') return outcome.snippet;
  const backup = outcome.backup === null ? '' : `\nBackup: ${outcome.backup}`;
  return `Added Quoth to ${displayName}: ${outcome.file}${backup}\n${afterwards}`;
}

/** What goes beside it, so that the snippet itself can be piped; undefined when there is nothing to say. */
export function adviceOf(outcome: InstallationOutcome): string | undefined {
  const { displayName } = mcpClients[outcome.client];
  if (outcome.state === 'refused')
    return `${outcome.reason}\nNothing was changed. Add the printed snippet by hand.`;
  if (outcome.state !== 'printed') return undefined;
  return `Add this to ${outcome.file ?? `the configuration of ${displayName}; its location on this platform is not known`}:`;
}

/** Desktop programs do not pass on the shell's environment, so a data folder elsewhere than usual is named in the entry. */
function withDataFolder(
  launch: Launch,
  { dataFolder, platform, home }: Installation['surroundings'],
): Launch {
  const usual = dataFolderPath({ platform, home, env: {} });
  return dataFolder === usual ? launch : { ...launch, env: { ...launch.env, QUOTH_HOME: dataFolder } };
}

type Written = { state: 'unchanged' } | { state: 'written'; backup: string | null };

async function edited(named: string, client: McpClient, launch: Launch): Promise<Written | 'overtaken'> {
  // A link, such as one into a folder of dot-files, stays a link: what it leads to is changed.
  const file = await realpath(named).catch(async (error: unknown) => {
    if (await lstat(named).catch(() => undefined)) throw error;
    return named;
  });
  const before = await textOf(file);
  const after = withEntry(before ?? '', client, entryOf(client, launch));
  if (after === before) return { state: 'unchanged' };
  const backup = before === undefined ? null : await backUp(file);
  const mode = before === undefined ? 0o600 : (await stat(file)).mode & 0o777;
  await mkdir(dirname(file), { recursive: true });
  const temporary = `${file}.quoth-${process.pid}.tmp`;
  try {
    await writeWhole(temporary, after, mode);
    if ((await textOf(file)) !== before) {
      if (backup !== null) await rm(backup, { force: true });
      return 'overtaken';
    }
    await rename(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
  return { state: 'written', backup };
}

async function textOf(file: string): Promise<string | undefined> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UnreadableConfiguration('it is not text in UTF-8.');
  }
}

async function backUp(file: string): Promise<string> {
  const time = new Date().toISOString().replace(/[:.]/g, '-');
  const backup = `${file}.before-quoth-${time}`;
  await copyFile(file, backup, constants.COPYFILE_EXCL);
  return backup;
}

async function writeWhole(path: string, text: string, mode: number): Promise<void> {
  const handle = await open(path, 'wx', mode);
  try {
    await handle.chmod(mode);
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof UnreadableConfiguration) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
  return `it cannot be read or written (${code}).`;
}

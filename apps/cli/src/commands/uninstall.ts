import { existsSync, lstatSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { clientIds, copiesOf } from '@quoth/bridge';
import { type Client, QuothError } from '@quoth/client';
import { dataFolderNames, formatSize } from '@quoth/contract';
import { installation, root } from '@quoth/processes/places';
import type { Command } from 'commander';
import { describeWork, stopApplication } from '../application/stop.ts';
import { revert } from '../bind/changes.ts';
import { forgetBound, readBound } from '../bind/plan.ts';
import type { CliEnvironment, Register } from '../environment.ts';
import { CommandEnded, exitCodes, UsageError } from '../exit-codes.ts';
import { ask, canAsk } from '../terminal/ask.ts';
import { declined, printNotice } from '../terminal/print.ts';
import { filesOf, ownerOf, programFolder } from './install.ts';

interface Removed {
  readonly what: string;
  /** A path, or the name of what has none. */
  readonly where: string;
}

interface Left extends Removed {
  readonly bytes?: number;
  /** Why it is still there, or how to remove it. */
  readonly note?: string;
}

/** What was done and what was not, gathered on the way. */
interface Report {
  readonly removed: Removed[];
  readonly left: Left[];
  /** What should have been removed. */
  readonly failed: Left[];
}

interface Flags {
  readonly all?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** `quoth uninstall`: stops Quoth and removes everything that it wrote outside of its data folder. */
export const uninstall: Register = (command, environment) => {
  command
    .option('--all', 'also delete recordings, settings, models and API keys, after a question')
    .option('-y, --yes', 'do not ask')
    .addHelpText('after', '\nExamples:\n  quoth uninstall\n  quoth uninstall --all')
    .action(async (flags: Flags) => {
      const report = await removeQuoth(command, environment, flags);
      const ok = report.failed.length === 0;
      printNotice(environment, flags.json, { ok, ...report }, () =>
        describeResult(environment, report, flags),
      );
      if (!ok) throw new CommandEnded(exitCodes.failed);
    });
};

async function removeQuoth(command: Command, environment: CliEnvironment, flags: Flags): Promise<Report> {
  const report: Report = { removed: [], left: [], failed: [] };
  const folders = dataFolders(environment).filter((path) => existsSync(path));
  if (flags.all) await agreed(environment, flags, [...folders, ...(await configurationCopies(environment))]);
  const { dataFolder, home } = environment.config;
  const hadData = sizeOf(dataFolder) > 0;
  const pid = await quitApplication(environment, flags, report);
  if (!hadData) deleteData(dataFolder, { removed: [], left: [], failed: [] });
  else if (pid !== undefined) report.removed.push({ what: 'process', where: `stopped (pid ${pid})` });
  if (existsSync(join(dataFolder, ACCESSIBILITY)))
    report.left.push({
      what: 'accessibility',
      where: 'switched on',
      note: 'gsettings set org.gnome.desktop.interface toolkit-accessibility false',
    });
  freeShortcut(environment, report);
  for (const file of environment.config.platform === 'win32' ? [] : await filesOf(command, environment)) {
    const owner = ownerOf(file);
    if (owner === 'ours') remove(file.what, file.path, report);
    if (owner === 'foreign')
      report.left.push({ what: file.what, where: file.path, note: '"quoth install" did not write it' });
  }
  const entry = applicationEntry(environment);
  if (existsSync(entry) && readFileSync(entry, 'utf8').includes('Name=Quoth'))
    remove('application entry', entry, report);
  const cache = cacheFolder(environment);
  if (cache !== undefined && existsSync(cache)) remove('cache', cache, report);
  for (const folder of folders) {
    if (flags.all && sizeOf(folder) > 0) deleteData(folder, report);
    else if (sizeOf(folder) > 0) report.left.push({ what: 'data', where: folder, bytes: sizeOf(folder) });
  }
  for (const path of await configurationCopies(environment)) {
    if (flags.all) remove(COPY, path, report);
    else report.left.push({ what: COPY, where: path, note: 'made by Quoth before it changed the file' });
  }
  const gateway = gatewayFolder(environment);
  if (sizeOf(gateway) > 0)
    report.left.push({
      what: 'gateway',
      where: gateway,
      bytes: sizeOf(gateway),
      note: 'accounts, credit and keys; delete the folder if no one needs them',
    });
  if (installation() === 'tar' && root === programFolder(home)) remove('program', root, report);
  return report;
}

/**
 * Removes what only the application can remove, such as its entry for the login, which may be there without any data:
 * it is started for that. Gives the id of the process that it stopped; undefined if the application could not be
 * started.
 */
async function quitApplication(
  environment: CliEnvironment,
  flags: Flags,
  report: Report,
): Promise<number | undefined> {
  const { dataFolder } = environment.config;
  let client: Client;
  try {
    client = await environment.openOrStart();
  } catch (error) {
    if (!(error instanceof QuothError) || error.code !== 'NO_CONNECTION') throw error;
    report.failed.push({
      what: 'start at login, agents and tokens',
      where: dataFolder,
      note: `Quoth could not be started to remove them: ${error.message}`,
    });
    return undefined;
  }
  const state = await client.getApplication();
  if (state.work.length > 0 && !flags.yes && canAsk(environment)) {
    const answer = await ask(environment, `${describeWork(state)}\nUninstall before that is done? [y/N] `);
    if (!/^y/i.test(answer)) throw declined(environment);
  }
  await removeAutostart(client, report);
  await removeAgents(client, report);
  await removeTokens(client, report);
  await removeKeys(client, flags, report);
  await stopApplication(environment, client, { now: true });
  return state.pid;
}

async function removeAutostart(client: Client, report: Report): Promise<void> {
  const { state, entry } = (await client.getAutostart()).autostart;
  if (state === 'on') {
    await client.switchAutostart({ body: { enabled: false } });
    report.removed.push({ what: 'start at login', where: entry });
  } else if (state === 'other-copy')
    report.left.push({ what: 'start at login', where: entry, note: 'it starts another copy of Quoth' });
}

async function removeAgents(client: Client, report: Report): Promise<void> {
  for (const { id, displayName, installed } of (await client.listMcpClients()).clients) {
    if (!installed) continue;
    const { state, file, reason } = (await client.removeMcpClient({ params: { id } })).installation;
    if (state === 'written') report.removed.push({ what: displayName, where: file ?? '' });
    else
      report.failed.push({ what: displayName, where: file ?? '', note: reason ?? 'remove "quoth" by hand' });
  }
}

async function removeTokens(client: Client, report: Report): Promise<void> {
  for (const { id, name } of (await client.listNamedTokens()).named_tokens) {
    await client.revokeNamedToken({ params: { id } });
    report.removed.push({ what: 'token', where: name });
  }
  const wasOn = (await client.getApplication()).api_server.enabled;
  await client.switchApiServer({ body: { enabled: false } });
  if (wasOn) report.removed.push({ what: 'local API', where: 'switched off' });
  if (!(await client.forgetToken()).removed)
    report.failed.push({ what: 'token', where: 'secure store', note: 'it is locked; the entry is "Quoth"' });
}

const COPY = 'backup';

/** The copies that Quoth made of the agents' configurations before it changed them. */
async function configurationCopies({ config }: CliEnvironment): Promise<string[]> {
  const copies = await Promise.all(clientIds.map((client) => copiesOf({ client, surroundings: config })));
  return [...new Set(copies.flat())];
}

/** API keys cost money to lose, and stay with the data. */
async function removeKeys(client: Client, { all }: Flags, report: Report): Promise<void> {
  const { providers } = await client.listProviders();
  for (const { id, displayName, needs_key, key_present } of providers) {
    if (!needs_key || !key_present) continue;
    if (all) await client.removeProviderKey({ params: { id } });
    (all ? report.removed : report.left).push({ what: 'API key', where: displayName });
  }
}

function freeShortcut({ config }: CliEnvironment, report: Report): void {
  const bound = readBound(config.dataFolder);
  if (!bound) return;
  for (const change of bound.changes.toReversed()) {
    const note = revert(change, config.env);
    if (note !== undefined) report.left.push({ what: 'shortcut', where: bound.desktop, note });
  }
  forgetBound(config.dataFolder);
  report.removed.push({ what: 'shortcut', where: `${bound.shortcut} in ${bound.desktop}` });
}

async function agreed(environment: CliEnvironment, flags: Flags, folders: readonly string[]): Promise<void> {
  const listed = folders.map((path) => `  ${path} (${formatSize(sizeOf(path))})`);
  const what = ['This deletes all recordings, settings, models and API keys permanently:', ...listed].join(
    '\n',
  );
  if (flags.yes) return;
  if (!canAsk(environment)) throw new UsageError(`${what}\nNothing was changed. Add --yes to do it.`);
  if (!/^y(es)?$/i.test(await ask(environment, `${what}\nDelete them? [y/N] `))) throw declined(environment);
}

/** Says that the desktop's accessibility was off before; the application removes it when it has switched that off. */
const ACCESSIBILITY = 'accessibility-switched-on';

/** Secrets of Windows, pages that open a window, and what a kill left of a file that was being replaced. */
const OUR_PATTERNS = /\.dpapi$|^quoth-window(-\d+)?\.html$|\.\d+-[0-9a-f]{8}\.tmp$/;

function deleteData(folder: string, report: Report): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (dataFolderNames.has(name) || OUR_PATTERNS.test(name)) rmSync(join(folder, name), { recursive: true });
    else report.left.push({ what: 'file', where: join(folder, name), note: 'Quoth did not write it' });
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
  report.removed.push({ what: 'data', where: folder });
}

/** The user's data, and that of the demo. */
function dataFolders({ config: { dataFolder, env } }: CliEnvironment): string[] {
  return env.QUOTH_HOME
    ? [dataFolder]
    : [dataFolder, join(dirname(dataFolder), `${basename(dataFolder)}-demo`)];
}

/** Where the launcher keeps compiled code. */
function cacheFolder({ config: { home, env } }: CliEnvironment): string | undefined {
  const cache =
    env.XDG_CACHE_HOME && isAbsolute(env.XDG_CACHE_HOME) ? env.XDG_CACHE_HOME : join(home, '.cache');
  return join(cache, 'quoth');
}

/** The data of a gateway on this machine: others' money may be in it, so that only its operator deletes it. */
function gatewayFolder({ config: { home, env } }: CliEnvironment): string {
  const data = env.XDG_DATA_HOME?.startsWith('/') ? env.XDG_DATA_HOME : join(home, '.local', 'share');
  return env.QUOTH_GATEWAY_HOME || join(data, 'quoth-gateway');
}

/** Written for desktops that give keys only to programs they know. */
function applicationEntry({ config: { home, env } }: CliEnvironment): string {
  const data =
    env.XDG_DATA_HOME && isAbsolute(env.XDG_DATA_HOME) ? env.XDG_DATA_HOME : join(home, '.local', 'share');
  return join(data, 'applications', 'app.quoth.Quoth.desktop');
}

function remove(what: string, path: string, report: Report): void {
  rmSync(path, { recursive: true, force: true });
  report.removed.push({ what, where: path });
}

function sizeOf(path: string): number {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found?.size ?? 0;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

function describeResult(
  { config }: CliEnvironment,
  { removed, left, failed }: Report,
  { all }: Flags,
): string {
  const line = ({ what, where, bytes, note }: Left) =>
    `  ${what.padEnd(16)} ${where}${bytes === undefined ? '' : ` (${formatSize(bytes)})`}${note === undefined ? '' : `: ${note}`}`;
  const itself = programItself(config.launcher);
  return [
    ...(removed.every(({ what }) => what === 'cache')
      ? ['Nothing was installed.']
      : ['Removed:', ...removed.map(line)]),
    ...(failed.length === 0 ? [] : ['Could not be removed:', ...failed.map(line)]),
    ...(left.length === 0 ? [] : ['Still there:', ...left.map(line)]),
    ...(all || left.every(({ what }) => !['data', 'API key', COPY].includes(what))
      ? []
      : ['"quoth uninstall --all" deletes data, API keys and backups too.']),
    ...(itself === undefined ? [] : [itself]),
  ].join('\n');
}

/** How the program is removed, where this command does not do it. */
function programItself(launcher: string): string | undefined {
  const kind = installation();
  if (kind === 'deb') return 'The program itself is a package: sudo apt-get remove quoth';
  if (kind === 'rpm') return 'The program itself is a package: sudo dnf remove quoth';
  if (kind === 'pacman') return 'The program itself is a package: sudo pacman -R quoth-bin';
  if (kind === 'npm') return 'The program itself is a package: npm uninstall --global quoth';
  if (existsSync(join(root, 'uninstall.exe')))
    return 'The program itself is removed under Installed apps, in the settings of Windows.';
  return existsSync(launcher) ? `The program itself is ${dirname(launcher)}: delete that folder.` : undefined;
}

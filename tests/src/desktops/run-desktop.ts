import { execFile, execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Row } from './matrix.ts';

/** Each desktop: what it is, and what proves it within enter.sh; `isHere`: of this system, without a tree. */
export const desktops: Readonly<
  Record<string, { readonly title: string; readonly main: string; readonly isHere?: boolean }>
> = {
  gnome48: { title: 'GNOME 48 (Debian 13)', main: 'gnome-main.ts' },
  gnome43: { title: 'GNOME 43 (Debian 12)', main: 'gnome-main.ts' },
  kde63: { title: 'KDE Plasma 6.3 (Debian 13)', main: 'kde-main.ts' },
  kde527: { title: 'KDE Plasma 5.27 (Debian 12)', main: 'kde-main.ts' },
  labwc: { title: 'labwc 0.8 (Debian 13)', main: 'labwc-main.ts' },
  sway: { title: 'sway (this system)', main: 'sway-main.ts', isHere: true },
  x11: { title: 'X11 with openbox (this system), for comparison', main: 'x11-main.ts', isHere: true },
};
/**
 * One that takes longer hangs: each takes two to four minutes, and a hundred texts in a row into each program up to
 * five minutes.
 */
const MAX_MINUTES = { all: 8, deliveries: 9 };

/** Building a tree takes some minutes of the network, the disk and one processor: two at once. */
const BUILDERS = 2;
/** trees.sh ends by itself before. */
const MAX_BUILD_MS = 31 * 60_000;

const file = (path: string) => join(import.meta.dirname, path);

/** Why no desktop can be run here; undefined if they can. */
export function whyNot(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'Real desktops need Linux and root: file systems are mounted for them.';
  try {
    execFileSync(file('enter.sh'), ['/', 'true'], { timeout: 10_000, stdio: 'ignore' });
    return undefined;
  } catch {
    return 'Real desktops need namespaces for mounts, processes and network, which this machine does not allow (a container without CAP_SYS_ADMIN?).';
  }
}

/**
 * The folders of the trees of these desktops, built where they are missing, by their names; one that cannot be built is
 * missing, and trees.sh has said why.
 */
export async function buildTrees(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const trees = new Map<string, string>();
  const waiting = names.filter((name) => desktops[name] && !desktops[name].isHere);
  const build = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const tree = await built(name);
      if (tree !== undefined) trees.set(name, tree);
    }
  };
  await Promise.all(Array.from({ length: BUILDERS }, build));
  return trees;
}

function built(name: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = execFile(file('trees.sh'), [name], { timeout: MAX_BUILD_MS }, (error, tree) =>
      resolve(error ? undefined : tree.trim()),
    );
    child.stderr?.pipe(process.stderr);
  });
}

/**
 * Starts a desktop in its tree and proves it; `deliveries`: only that many texts, one after the other. Reports each row
 * as it comes.
 */
export async function runDesktop(
  name: string,
  trees: ReadonlyMap<string, string>,
  log: (line: string) => void,
  deliveries?: number,
): Promise<readonly Row[]> {
  const found = desktops[name];
  if (!found) throw new Error(`There is no desktop ${name}: ${Object.keys(desktops).join(', ')}.`);
  const broken = (outcome: string): Row => ({
    desktop: name,
    program: 'all',
    what: 'to the end',
    outcome,
    isRight: false,
  });
  const tree = found.isHere ? '/' : trees.get(name);
  if (tree === undefined) return [broken('its tree could not be built')];
  const began = performance.now();
  const args = [file(found.main), name, ...(deliveries === undefined ? [] : [String(deliveries)])];
  const child = spawn(file('enter.sh'), [tree, process.execPath, ...process.execArgv, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let hasHung = false;
  const longest = MAX_MINUTES[deliveries === undefined ? 'all' : 'deliveries'];
  // Its namespace ends with it, and everything in there.
  const timer = setTimeout(() => {
    hasHung = true;
    child.kill('SIGKILL');
  }, longest * 60_000);
  const seen: Row[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{')) continue;
    const row = JSON.parse(line) as Row;
    seen.push(row);
    log(`${row.isRight ? 'ok' : 'not ok'} ${name}, ${row.program}, ${row.what}: ${row.outcome}`);
  }
  clearTimeout(timer);
  const code = child.exitCode ?? (await new Promise<number | null>((resolve) => child.on('exit', resolve)));
  log(`${found.title}: ${Math.round((performance.now() - began) / 1_000)} s`);
  return code === 0
    ? seen
    : [...seen, broken(hasHung ? `it took longer than ${longest} minutes` : `it ended with ${code}`)];
}

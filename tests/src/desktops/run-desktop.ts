import { execFileSync, spawn } from 'node:child_process';
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
  sway: { title: 'sway (this system)', main: 'sway-main.ts', isHere: true },
  x11: { title: 'X11 with openbox (this system), for comparison', main: 'x11-main.ts', isHere: true },
};
/** One that takes longer hangs. */
const LONGEST_MS = 9 * 60_000;

/** Starts a desktop and proves it; `deliveries`: only that many texts, one after the other. Says each row as it comes. */
export async function runDesktop(
  name: string,
  log: (line: string) => void,
  deliveries?: number,
): Promise<readonly Row[]> {
  const found = desktops[name];
  if (!found) throw new Error(`There is no desktop ${name}: ${Object.keys(desktops).join(', ')}.`);
  const file = (path: string) => join(import.meta.dirname, path);
  const broken = (outcome: string): Row => ({
    desktop: name,
    program: 'all',
    what: 'to the end',
    outcome,
    isRight: false,
  });
  let tree = '/';
  if (!found.isHere)
    try {
      const stdio = ['ignore', 'pipe', 'inherit'] as const;
      tree = execFileSync(file('trees.sh'), [name], { encoding: 'utf8', stdio: [...stdio] }).trim();
    } catch {
      return [broken('its tree could not be built')];
    }
  const began = performance.now();
  const args = [file(found.main), name, ...(deliveries === undefined ? [] : [String(deliveries)])];
  const child = spawn(file('enter.sh'), [tree, process.execPath, ...process.execArgv, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Its namespace ends with it, and everything in there.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const timer = setTimeout(end, LONGEST_MS);
  const seen: Row[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{')) continue;
    const row = JSON.parse(line) as Row;
    seen.push(row);
    log(`${row.isRight ? 'ok' : 'not ok'} ${name}, ${row.program}, ${row.what}: ${row.outcome}`);
  }
  clearTimeout(timer);
  const code = child.exitCode ?? (await new Promise<number | null>((resolve) => child.on('exit', resolve)));
  process.off('exit', end);
  log(`${found.title}: ${Math.round((performance.now() - began) / 1_000)} s`);
  return code === 0 ? seen : [...seen, broken(`it ended with ${code}`)];
}

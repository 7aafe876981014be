import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Row } from './matrix.ts';

// npm run test:desktops [-- NAME...]: proves dictation on the real desktops, one after the other, and writes their matrix into docs/desktops.md.

/** Each desktop: what it is, and what proves it within enter.sh. */
const desktops: Readonly<Record<string, { readonly title: string; readonly main: string }>> = {
  gnome48: { title: 'GNOME 48 (Debian 13)', main: 'gnome-main.ts' },
  gnome43: { title: 'GNOME 43 (Debian 12)', main: 'gnome-main.ts' },
};
/** One that takes longer hangs. */
const LONGEST_MS = 6 * 60_000;
const page = join(import.meta.dirname, '..', '..', '..', 'docs', 'desktops.md');
const BEGIN = '<!-- Printed by npm run test:desktops -->';

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(desktops);
const rows: Row[] = [];
for (const name of wanted) rows.push(...(await proved(name)));
print(rows);
const failed = rows.filter(({ isRight }) => !isRight);
for (const row of failed) console.log(`FAILED ${row.desktop}, ${row.program}, ${row.what}: ${row.outcome}`);
console.log(`${rows.length - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length > 0 ? 1 : 0);

async function proved(name: string): Promise<readonly Row[]> {
  const found = desktops[name];
  if (!found) throw new Error(`There is no desktop ${name}: ${Object.keys(desktops).join(', ')}.`);
  const file = (path: string) => join(import.meta.dirname, path);
  const tree = execFileSync(file('trees.sh'), [name], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
  const began = performance.now();
  const child = spawn(file('enter.sh'), [tree, process.execPath, file(found.main), name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS);
  const seen: Row[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{')) continue;
    const row = JSON.parse(line) as Row;
    seen.push(row);
    console.log(`${row.isRight ? 'ok' : 'not ok'} ${name}, ${row.program}, ${row.what}: ${row.outcome}`);
  }
  clearTimeout(timer);
  const code = child.exitCode ?? (await new Promise<number | null>((resolve) => child.on('exit', resolve)));
  console.log(`${found.title}: ${Math.round((performance.now() - began) / 1_000)} s`);
  if (code === 0) return seen;
  return [
    ...seen,
    { desktop: name, program: 'all', what: 'to the end', outcome: `it ended with ${code}`, isRight: false },
  ];
}

/** The part of the page behind its mark is that of this run; what was not run says so. */
function print(all: readonly Row[]): void {
  const [before = ''] = readFileSync(page, 'utf8').split(BEGIN);
  const sections = Object.entries(desktops).map(([name, { title }]) => {
    const own = all.filter(({ desktop }) => desktop === name);
    const lines = own.map(
      ({ program, what, outcome }) =>
        `| ${program} | ${what} | ${outcome.replaceAll(/[|\n]/g, ' ').slice(0, 160)} |`,
    );
    const table = ['| program | what | outcome |', '|---|---|---|', ...lines].join('\n');
    return `### ${title}\n\n${own.length > 0 ? table : 'Not run in the last run.'}\n`;
  });
  writeFileSync(page, `${before}${BEGIN}\n\n${sections.join('\n')}`);
}

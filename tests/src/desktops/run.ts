import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from './matrix.ts';
import { desktops, runDesktop } from './run-desktop.ts';

// npm run test:desktops [-- NAME...]: proves dictation on the real desktops, one after the other, and writes their matrix into docs/desktops.md.

const page = join(import.meta.dirname, '..', '..', '..', 'docs', 'desktops.md');
const BEGIN = '<!-- Printed by npm run test:desktops -->';

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(desktops);
const rows: Row[] = [];
for (const name of wanted) rows.push(...(await runDesktop(name, (line) => console.log(line))));
print(rows);
const failed = rows.filter(({ isRight }) => !isRight);
for (const row of failed) console.log(`FAILED ${row.desktop}, ${row.program}, ${row.what}: ${row.outcome}`);
console.log(`${rows.length - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length > 0 ? 1 : 0);

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

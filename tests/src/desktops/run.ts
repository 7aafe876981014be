import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from './matrix.ts';
import { buildTrees, desktops, runDesktop, whyNot } from './run-desktop.ts';

// npm run test:desktops [-- NAME...]: proves dictation on the real desktops and writes their matrix into
// docs/desktops.md.

const root = join(import.meta.dirname, '..', '..', '..');
const page = join(root, 'docs', 'desktops.md');
/** More failures on one desktop are no accident. */
const MAX_FLAKY = 3;
/**
 * A desktop waits for half of its time, and keeps half of one processor busy. Each has a network, a folder /tmp and
 * processes of its own.
 */
const AT_ONCE = 2;
const BEGIN = '<!-- Printed by npm run test:desktops -->';

const why = whyNot();
if (why !== undefined) {
  console.log(`${why}\n0 passed, 1 failed`);
  process.exit(1);
}
// The application as it is packaged, which starts in a third of the time.
execFileSync(process.execPath, [join(root, 'scripts', 'build.ts'), '--if-needed'], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
process.env.QUOTH_TEST_APPLICATION = join(root, 'dist', 'quoth', 'application.js');
const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(desktops);
const trees = await buildTrees(wanted);
const log = (line: string) => console.log(line);
const firstRuns = new Map<string, readonly Row[]>();
const waiting = [...wanted];
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
      firstRuns.set(name, await runDesktop(name, trees, log));
  }),
);
const rows: Row[] = [];
let flaky = 0;
for (const [name, first] of firstRuns) rows.push(...(await proved(name, first)));
print(rows);
const failed = rows.filter(({ isRight }) => !isRight);
for (const row of failed) console.log(`FAILED ${row.desktop}, ${row.program}, ${row.what}: ${row.outcome}`);
const alsoFlaky = flaky === 0 ? '' : `, ${flaky} flaky`;
console.log(`${rows.length - failed.length} passed, ${failed.length} failed${alsoFlaky}`);
process.exit(failed.length > 0 ? 1 : 0);

/**
 * As npm test does: where little failed, the desktop is started once more, alone, and what fails again is wrong. What
 * held then is named.
 */
async function proved(name: string, first: readonly Row[]): Promise<readonly Row[]> {
  const wrong = first.filter(({ isRight }) => !isRight);
  if (wrong.length === 0 || wrong.length > MAX_FLAKY) return first;
  const second = await runDesktop(name, trees, log);
  for (const row of wrong) {
    if (second.some(({ program, what, isRight }) => !isRight && program === row.program && what === row.what))
      continue;
    flaky++;
    log(`FLAKY ${name}, ${row.program}, ${row.what}: ${row.outcome}`);
  }
  return second;
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
  writeFileSync(page, `${before}${BEGIN}\n\n${keyToText(all)}\n${sections.join('\n')}`);
}

/**
 * How long after the key is let go, or the command to stop, the text stands in the program: the median of what each
 * desktop measured.
 */
function keyToText(all: readonly Row[]): string {
  const measured = Object.entries(desktops).flatMap(([name, { title }]) => {
    const own = all.filter(
      ({ desktop, program, isRight }) => desktop === name && program === 'speech' && isRight,
    );
    // Not of those beside a long file.
    const last = own.findLast(({ outcome }) => /^text [\d, ]+ ms after the \w+$/.test(outcome));
    const times = [...(last?.outcome.matchAll(/\d+/g) ?? [])].map(Number).sort((a, b) => a - b);
    const median = times[Math.floor(times.length / 2)];
    return last && median !== undefined ? [{ title, what: last.what, median, isX11: name === 'x11' }] : [];
  });
  const base = measured.find(({ isX11 }) => isX11)?.median;
  const lines = measured.map(({ title, what, median }) => {
    const more = base === undefined ? '–' : String(median - base);
    return `| ${title} | ${what} | ${median} | ${more} |`;
  });
  return [
    '### Key release to text',
    '',
    'Milliseconds from the key, or the command, until the text stands in the program; the recognition of a sentence is most of it.',
    '',
    '| desktop | speech | median | beside X11 |',
    '|---|---|---:|---:|',
    ...lines,
    '',
  ].join('\n');
}

import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Result } from './result.ts';
import { root } from './speech-files.ts';

/** Holds every figure once: what each command measured when it ran last. */
const page = join(root, 'bench', 'results.md');

/** Puts a command's figures in the place of its last ones, with the machine and the date. */
export function record(command: string, results: readonly Result[]): void {
  const date = new Date().toISOString().slice(0, 10);
  const rows = results.map(({ what, measured, target, met }) => {
    const verdict = target === 'reported' ? '–' : met ? 'yes' : '**no**';
    return tableRow(command, what, measured, target, verdict, date);
  });
  const lines = readFileSync(page, 'utf8').split('\n');
  const text = replaced(replaced(lines, command, [tableRow(command, machine())]), command, rows);
  writeFileSync(page, text.join('\n'));
}

function machine(): string {
  const system = /PRETTY_NAME="(.*)"/.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? process.platform;
  const processor = cpus()[0]?.model.trim() ?? 'unknown';
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${system}, ${availableParallelism()} cores (${processor}), ${memory} GiB, Node ${process.versions.node}`;
}

function tableRow(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** The lines with a command's new rows, in the table that is as wide as they are; at its end where it had none. */
function replaced(lines: readonly string[], command: string, rows: readonly string[]): string[] {
  const cells = (line = '') => line.split(' | ').length;
  const isAsWide = (line: string) => line.startsWith('| ') && cells(line) === cells(rows[0]);
  const isOld = (line: string) => isAsWide(line) && line.startsWith(`| ${command} | `);
  const first = lines.findIndex(isOld);
  const at = first >= 0 ? first : lines.findLastIndex(isAsWide) + 1;
  return [...lines.slice(0, at), ...rows, ...lines.slice(at).filter((line) => !isOld(line))];
}

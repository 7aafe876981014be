import { appVersion } from '@quoth/contract';
import type { Command } from 'commander';
import { exitCodeHelp } from './exit-codes.ts';

/** The manual page of every command and option, as man(7) has it. */
export function manualPage(program: Command): string {
  return [
    `.TH QUOTH 1 "" "Quoth ${appVersion}"`,
    '.SH NAME',
    `quoth \\- ${escaped(program.description())}`,
    '.SH SYNOPSIS',
    '.B quoth',
    'COMMAND [OPTION]...',
    '.SH COMMANDS',
    ...program.commands.flatMap((command) => described(command, 'quoth')),
    '.SH EXIT STATUS',
    '.nf',
    ...exitCodeHelp.trim().split('\n').slice(1).map(escaped),
    '.fi',
    '',
  ].join('\n');
}

function described(command: Command, before: string): string[] {
  const name = `${before} ${command.name()}`;
  const options = command.options.filter((option) => !option.hidden);
  return [
    '.TP',
    `.B ${escaped(`${name} ${command.usage()}`)}`,
    escaped(command.description()),
    ...(options.length === 0 ? [] : ['.RS']),
    ...options.flatMap((option) => ['.TP', `.B ${escaped(option.flags)}`, escaped(option.description)]),
    ...(options.length === 0 ? [] : ['.RE']),
    ...command.commands.flatMap((child) => described(child, name)),
  ];
}

/** A text that roff prints as it is. */
function escaped(text: string): string {
  const line = text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/\s*\n\s*/g, ' ');
  return /^[.']/.test(line) ? `\\&${line}` : line;
}

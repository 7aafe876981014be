import { appVersion, type Language } from '@quoth/contract';
import type { Command } from 'commander';
import { exitCodeHelp, exitCodes } from '../exit-codes.ts';
import type { ManualCommand, ManualPageTexts } from './texts.ts';

type Translation = Exclude<Language, 'en'>;

const translations: Readonly<Record<Translation, () => Promise<{ readonly texts: ManualPageTexts }>>> = {
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
  'pt-BR': () => import('./pt-BR.ts'),
  ja: () => import('./ja.ts'),
};

interface ManualPage {
  /** Below a folder of man pages: `de/man1/quoth.1`. */
  readonly path: string;
  readonly text: string;
}

/**
 * The man pages of the program: the English one with every option, and one with every command in each other language.
 */
export async function manualPages(program: Command): Promise<readonly ManualPage[]> {
  const others = Object.entries(translations).map(async ([language, read]) => {
    const { texts } = await read();
    return { path: `${language.replace('-', '_')}/man1/quoth.1`, text: translatedPage(program, texts) };
  });
  return [{ path: 'man1/quoth.1', text: englishPage(program) }, ...(await Promise.all(others))];
}

const title = `.TH QUOTH 1 "" "Quoth ${appVersion}"`;

function englishPage(program: Command): string {
  return [
    title,
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

function translatedPage(program: Command, texts: ManualPageTexts): string {
  const { headings, commands, exits } = texts;
  return [
    title,
    `.SH ${headings.name}`,
    `quoth \\- ${escaped(texts.summary)}`,
    `.SH ${headings.synopsis}`,
    '.B quoth',
    escaped(texts.usage),
    `.SH ${headings.description}`,
    escaped(texts.introduction),
    `.SH ${headings.commands}`,
    ...program.commands.flatMap((command) => {
      const summary = commands[command.name() as ManualCommand];
      return ['.TP', `.B ${escaped(`quoth ${command.name()}`)}`, escaped(summary)];
    }),
    `.SH ${headings.exitStatus}`,
    ...Object.entries(exitCodes).flatMap(([name, code]) => [
      '.TP',
      `.B ${code}`,
      escaped(exits[name as keyof typeof exitCodes]),
    ]),
    `.SH ${headings.seeAlso}`,
    'quoth COMMAND \\-\\-help',
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

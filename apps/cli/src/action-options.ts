import { type ActionWork, defaultEntry, limits, recordingSources } from '@quoth/contract';
import type { Command } from 'commander';
import { UsageError } from './exit-codes.ts';

/** What the options of an action say. */
export interface ActionFlags {
  readonly post?: string;
  readonly append?: string;
  readonly entry?: string;
  readonly heading?: string;
  readonly timeout?: string;
  readonly modes?: string;
  readonly sources?: string;
  readonly json?: boolean;
}

/** What an action does, and for which recordings; the help names defaults for a new one, since an existing one keeps what it has. */
export function addActionOptions(command: Command, action: 'new' | 'existing'): Command {
  const byDefault = (value: string) => (action === 'new' ? ` (default: ${value})` : '');
  return command
    .option('--post <address>', 'post the text to this address: https, or http on this machine')
    .option('--append <file>', 'add the text to this file, such as ~/Notes/{{date}}.md')
    .option(
      '--entry <template>',
      `with --append: the template of what is added${byDefault(`"${defaultEntry}"`)}`,
    )
    .option('--heading <template>', 'with --append: what a new file begins with')
    .option(
      '--timeout <seconds>',
      `for a program: its time limit${byDefault(String(limits.actionProgramSeconds))}`,
    )
    .option('--modes <modes>', `only for these modes, separated by commas, or all${byDefault('all')}`)
    .option(
      '--sources <sources>',
      `only for recordings from these, separated by commas: ${recordingSources.join(', ')}${byDefault('dictation')}`,
    );
}

/** A list that was written with commas; undefined if it was not written. */
export function listOf(written: string | undefined): string[] | undefined {
  return written
    ?.split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** What it does, from what is written and what it did before; undefined if nothing of that was written. Throws UsageError. */
export function workOf(
  command: readonly string[],
  { post, append, entry, heading, timeout }: ActionFlags,
  before?: ActionWork,
): ActionWork | undefined {
  const kinds = [
    command.length > 0 && 'program',
    post !== undefined && 'webhook',
    append !== undefined && 'file',
  ];
  const named = kinds.filter((kind) => kind !== false);
  if (named.length > 1) throw new UsageError('An action does one thing: a program, --post or --append.');
  const kind = named[0] ?? before?.kind;
  const ofFile = entry !== undefined || heading !== undefined;
  if (ofFile && kind !== 'file') throw new UsageError('--entry and --heading go with --append.');
  if (timeout !== undefined && kind !== 'program')
    throw new UsageError('--timeout goes with a program, which comes after "--".');
  if (named.length === 0 && !ofFile && timeout === undefined) return undefined;
  const old = before?.kind === kind ? before : undefined;
  switch (kind) {
    case 'program': {
      const was = old?.kind === 'program' ? old : undefined;
      return {
        kind,
        command: command.length > 0 ? [...command] : (was?.command ?? []),
        timeout_seconds: secondsOf(timeout) ?? was?.timeout_seconds ?? limits.actionProgramSeconds,
      };
    }
    case 'webhook':
      return { kind, url: post ?? '' };
    case 'file': {
      const was = old?.kind === 'file' ? old : undefined;
      const path = append ?? was?.path ?? '';
      return {
        kind,
        path,
        entry: withLineEnds(entry) ?? was?.entry ?? defaultEntry,
        heading: withLineEnds(heading) ?? was?.heading,
      };
    }
    default:
      return undefined;
  }
}

/** In a shell a line end is hard to type. */
function withLineEnds(template: string | undefined): string | undefined {
  return template?.replaceAll('\\n', '\n');
}

function secondsOf(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  if (/^\d{1,5}$/.test(written)) return Number(written);
  throw new UsageError('--timeout takes whole seconds, such as 120.');
}

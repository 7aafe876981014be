import { type Scope, scopeMeanings, scopes } from '@quoth/contract';
import { InvalidArgumentError } from 'commander';
import { didYouMean } from './did-you-mean.ts';
import { table } from './print.ts';

/** Scopes as they are written on the command line, separated by commas or spaces. */
export function readScopes(written: string): Scope[] {
  const names = written.split(/[\s,]+/).filter((name) => name !== '');
  if (names.length === 0) throw new InvalidArgumentError('Name at least one scope.');
  return names.map((name) => {
    const found = scopes.find((scope) => scope === name.toLowerCase());
    if (found) return found;
    throw new InvalidArgumentError(`There is no scope "${name}".${didYouMean(name, scopes)}`);
  });
}

/** For `--help`. */
export function scopesHelp(): string {
  return `\nScopes:\n${table(scopes.map((scope) => ['', scope, scopeMeanings[scope]]))}`;
}

import { limits } from '@quoth/contract';

/** The name itself, or with the first number that makes it unique, cut to the maximum length; compared without case. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  const isFree = (name: string) => !used.has(name.toLowerCase());
  const ended = (end: string) => `${wanted.slice(0, limits.modeNameCharacters - end.length).trimEnd()}${end}`;
  if (isFree(ended(''))) return ended('');
  for (let number = 2; ; number++) {
    const name = ended(` ${number}`);
    if (isFree(name)) return name;
  }
}

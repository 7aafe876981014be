import type { Requirement } from './requirements.ts';

/** What the checker compares. */
export interface Citations {
  readonly requirements: readonly Requirement[];
  /** Ids that no test cites yet. */
  readonly pending: readonly string[];
  /** Ids that tests cite. */
  readonly cited: ReadonlySet<string>;
}

/** Ids in the tags of a test file, in names and comments alike. */
export function citedIn(source: string): string[] {
  return [...source.matchAll(/\[([A-Z]+(?:-[A-Z0-9]+)+)\]/g)].flatMap(([, id]) =>
    id === undefined ? [] : [id],
  );
}

/** What is wrong between promises and tests, in words. The pending list must be minimal, so that it can only shrink. */
export function citationProblems({ requirements, pending, cited }: Citations): string[] {
  const known = new Set(requirements.map(({ id }) => id));
  return [
    ...repeated(requirements.map(({ id }) => id)).map((id) => `${id} stands in the list twice`),
    ...repeated(pending).map((id) => `${id} is pending twice`),
    ...pending.filter((id) => !known.has(id)).map((id) => `${id} is pending, but not in the list`),
    ...pending.filter((id) => cited.has(id)).map((id) => `${id} is cited: take it off the pending list`),
    ...[...cited].filter((id) => !known.has(id)).map((id) => `${id} is cited, but not in the list`),
    ...[...known]
      .filter((id) => !cited.has(id) && !pending.includes(id))
      .map((id) => `${id} is cited by no test`),
  ];
}

function repeated(ids: readonly string[]): string[] {
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}

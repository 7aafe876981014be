import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..', '..', '..');

/** A row of tests/src/requirements/specification.md. */
interface Point {
  readonly promise: string;
  readonly file: string;
  readonly title: string;
}

function pointsOf(page: string): Point[] {
  const rows = page.matchAll(/^\| (?!What holds|---)(.*?) \| (?:`(.*?)`)? \|(?: `?(.*?)`? | )\|$/gm);
  return [...rows].map(([, promise = '', file = '', title = '']) => ({ promise, file, title }));
}

/** What is wrong with the points, in words. */
function problemsOf(points: readonly Point[], read: (file: string) => string | undefined): string[] {
  return points.flatMap(({ promise, file, title }) => {
    if (title === '') return [`${promise}: names no test`];
    const source = read(file);
    if (source === undefined) return [`${promise}: ${file} is not there`];
    return ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`))
      ? []
      : [`${promise}: ${file} has no test "${title}"`];
  });
}

test('each point of the specification names a test that is there', () => {
  const points = pointsOf(readFileSync(join(import.meta.dirname, 'specification.md'), 'utf8'));
  assert(points.length > 150);
  assert.equal(new Set(points.map(({ promise }) => promise)).size, points.length, 'a promise stands twice');
  const read = (file: string) => {
    const path = join(root, file);
    return file.endsWith('.test.ts') && existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  };
  // Correct the lines of tests/src/requirements/specification.md that name these tests.
  assert.deepEqual(problemsOf(points, read), []);
});

test('a point without a test, with a file that has gone and with a title that has changed is found', () => {
  const points = pointsOf(
    '| A | `a.test.ts` | one |\n| B | `b.test.ts` | two |\n| C | `a.test.ts` | three |\n| D |  |  |',
  );
  const read = (file: string) => (file === 'a.test.ts' ? "test('one', () => {})" : undefined);
  assert.deepEqual(problemsOf(points, read), [
    'B: b.test.ts is not there',
    'C: a.test.ts has no test "three"',
    'D: names no test',
  ]);
});

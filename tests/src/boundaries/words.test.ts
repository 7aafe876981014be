import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseSync, Visitor } from 'oxc-parser';

const root = join(import.meta.dirname, '..', '..', '..');

/** docs/writing.md says what to write instead. */
const REFUSED =
  /\b(?:whoever|is told|gave up|given up|at work|nobody|there is none|goes on by itself|takes? back|for good|for ever|anew)\b/i;

/** Pages that have to name the words, and texts of others. */
const EXEMPT: readonly RegExp[] = [/^docs\/writing\.md:/, /user `nobody`/, /the train stopped/];

/** Each line of the text with a refused word. */
function refusedWords(path: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const word = REFUSED.exec(line)?.[0];
    const place = `${path}:${index + 1}: “${word}” in “${line.trim()}”`;
    return word === undefined || EXEMPT.some((exempt) => exempt.test(place)) ? [] : [place];
  });
}

/** What people read of a source file, at its place: comments, texts and titles, without the names that code gives things. */
function readableText(path: string, source: string): string {
  const { program, comments, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const ranges = comments.map(({ start, end }) => ({ start, end }));
  const add = (node: { start: number; end: number }) => void ranges.push(node);
  new Visitor({
    // A text of one word is a value that code compares.
    Literal: (node) => typeof node.value === 'string' && /\s/.test(node.value) && add(node),
    TemplateElement: add,
    JSXText: add,
  }).visit(program);
  const read = source.replace(/[^\n]/g, ' ').split('');
  for (const { start, end } of ranges) for (let at = start; at < end; at++) read[at] = source[at] ?? '';
  return read.join('');
}

test('texts, comments, test titles and docs have none of the words that we do not write', () => {
  const sources = globSync('{{packages,apps}/*/src,tests/src,bench/src,scripts}/**/*.{ts,tsx}', {
    cwd: root,
  }).filter((path) => !path.endsWith('boundaries/words.test.ts') && !path.includes('/dist/'));
  assert(sources.length > 900, `${sources.length} files`);
  const pages = globSync(['*.md', 'docs/**/*.md', '{packages,apps}/*/*.md', 'deploy/**/*.md'], { cwd: root });
  assert(pages.length > 30, `${pages.length} pages`);
  const found = [
    ...sources.flatMap((path) => {
      const source = readFileSync(join(root, path), 'utf8');
      // Parsing every file takes half a minute, and few have such a word at all.
      return REFUSED.test(source) ? refusedWords(path, readableText(path, source)) : [];
    }),
    ...pages.flatMap((path) => refusedWords(path, readFileSync(join(root, path), 'utf8'))),
  ];
  assert.deepEqual(found, []);
});

test('a refused word is found in a comment, a text and a title, and not in a name', () => {
  for (const source of [
    '// Whoever calls',
    "say('The caller is told why.');",
    'const text = `Gave up at once.`;',
    "test('nobody waits', () => {});",
  ])
    assert.equal(refusedWords('a.ts', readableText('a.ts', source)).length, 1, source);
  for (const source of [
    'const nobody = { body: nobody };',
    "owner === 'nobody';",
    '// Runs while a caller waits.',
  ])
    assert.deepEqual(refusedWords('a.ts', readableText('a.ts', source)), [], source);
});

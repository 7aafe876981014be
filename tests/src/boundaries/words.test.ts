import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseSync, Visitor } from 'oxc-parser';

const root = join(import.meta.dirname, '..', '..', '..');

/** docs/writing.md says what to write instead. */
const REFUSED =
  /\b(?:whoever|is told|gave up|given up|at work|nobody|there is none|goes on by itself|takes? back|for good|for ever|anew)\b/i;

/**
 * The same in names, whose words are read apart: `modesAtWork` is "modes at work". docs/writing.md has the usual term
 * for each.
 */
const REFUSED_NAME =
  /\b(?:at work|worked on|in hand|under way|in the way|gives? up|gave up|given up|takes? back|took back|taken back|told|overtaken|anew|nobody \w+|whoever|in words)\b/;
/** A limit is `MAX_` or `MIN_`. */
const REFUSED_LIMIT = /\b(?:MOST|LEAST|LONGEST|SHORTEST|LARGEST|FEWEST|MAXIMUM|MINIMUM)_/;
/** Ids of texts stay as they are, because every language has them. */
const EXEMPT_NAMES: ReadonlySet<string> = new Set(['whoeverIsSetUp']);

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

/**
 * What people read of a source file, at its place: comments, texts and titles, without the names that code gives
 * things.
 */
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

/** Names as they are read aloud: `modesAtWork` as "modes at work". */
function spelledOut(names: string): string {
  return names
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}

function isRefusedName(name: string): boolean {
  return !EXEMPT_NAMES.has(name) && (REFUSED_NAME.test(spelledOut(name)) || REFUSED_LIMIT.test(name));
}

/** Each refused name of a source file, once. */
function refusedNames(path: string, source: string): string[] {
  const refused = new Set<string>();
  const add = ({ name }: { readonly name: string }) => {
    if (isRefusedName(name)) refused.add(`${path}: the name ${name}`);
  };
  new Visitor({ Identifier: add, PrivateIdentifier: add, JSXIdentifier: add }).visit(
    parseSync(path, source).program,
  );
  return [...refused];
}

/** Every source file with its text. */
function sourceFiles(): readonly (readonly [path: string, source: string])[] {
  const paths = globSync('{{packages,apps}/*/src,tests/src,bench/src,scripts}/**/*.{ts,tsx}', {
    cwd: root,
  }).filter((path) => !path.endsWith('boundaries/words.test.ts') && !path.includes('/dist/'));
  assert(paths.length > 900, `${paths.length} files`);
  return paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]);
}

test('texts, comments, test titles and docs have none of the words that we do not write', () => {
  const pages = globSync(
    ['*.md', 'docs/**/*.md', '{packages,apps}/*/{,docs/}*.md', '{bench,tests}/**/*.md'],
    { cwd: root },
  );
  assert(pages.length > 30, `${pages.length} pages`);
  const found = [
    // Parsing every file takes half a minute, and few have such a word at all.
    ...sourceFiles().flatMap(([path, source]) =>
      REFUSED.test(source) ? refusedWords(path, readableText(path, source)) : [],
    ),
    ...pages.flatMap((path) => refusedWords(path, readFileSync(join(root, path), 'utf8'))),
  ];
  assert.deepEqual(found, []);
});

test('names have none of the words that we do not write', () => {
  const found = sourceFiles().flatMap(([path, source]) =>
    REFUSED_NAME.test(spelledOut(source)) || REFUSED_LIMIT.test(source) ? refusedNames(path, source) : [],
  );
  assert.deepEqual(found, []);
});

test('comments are at most 120 columns wide', () => {
  // A link stays whole.
  const wide = /^ *(?:\/\/|\/\*\*?|\*) (?!\(?https?:\S+$).{115,}$/gm;
  const found = sourceFiles().flatMap(([path, source]) =>
    [...source.matchAll(wide)].flatMap(([line]) => (line.length > 120 ? [`${path}: ${line.trim()}`] : [])),
  );
  assert.deepEqual(found, []);
});

test('a refused name is found with its words together or apart, and not in a text', () => {
  for (const source of [
    'let modesAtWork = 0;',
    'class Requests { #inHand = 0; }',
    'const MOST_BYTES = 1;',
    'report({ isTold: true });',
    'const TAKEN_BACK = /x/;',
    '<Row isGivenUp />;',
  ])
    assert.equal(refusedNames('a.tsx', source).length, 1, source);
  for (const source of [
    'say("told at work");',
    '// MOST_BYTES',
    'const atWorkspace = hand;',
    'let most = 1;',
  ])
    assert.deepEqual(refusedNames('a.tsx', source), [], source);
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

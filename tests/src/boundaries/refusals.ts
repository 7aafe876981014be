import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vendorList } from '@quoth/vendors';
import { parseSync, Visitor, type VisitorObject } from 'oxc-parser';

const root = join(import.meta.dirname, '..', '..', '..');

/** What is refused wherever it stands. */
export interface Refusal {
  readonly title: string;
  readonly files: readonly string[];
  /** Of those files, the ones that are not looked at. */
  readonly exempt?: RegExp;
  /** So many files are looked at, or the pattern has stopped finding them. */
  readonly leastFiles: number;
  /** What is refused in a file, each in words. */
  readonly find: (path: string, source: string) => readonly string[];
  /** Sources in which one thing is refused, and what is said of it. */
  readonly refused: readonly (readonly [source: string, says?: RegExp])[];
  readonly allowed: readonly string[];
}

/** Every source file that a pattern finds, with its text. */
export function filesOf({ files, exempt }: Pick<Refusal, 'files' | 'exempt'>) {
  return globSync(files, { cwd: root })
    .filter((path) => !/\/dist\//.test(path) && exempt?.test(path) !== true)
    .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }));
}

const product = '{packages,apps}/*/src/**/*.{ts,tsx}';
const isTest = /\.test\.tsx?$|\/fixtures\//;
// This file has to name what it refuses.
const everySource = {
  files: ['{{packages,apps}/*/src,tests/src,bench/src,scripts}/**/*.{ts,tsx}'],
  exempt: /boundaries\/refusals\.ts$/,
  leastFiles: 900,
};

function parsed(path: string, source: string) {
  const { program, comments, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  return { program, comments };
}

type Range = { readonly start: number; readonly end: number };
type Say = (node: Range, text: string) => void;

/** Finds by a visit of the syntax; each place by its line. */
const bySyntax =
  (visitor: (textOf: (range: Range) => string, say: Say) => VisitorObject): Refusal['find'] =>
  (path, source) => {
    const found: string[] = [];
    const say: Say = ({ start }, text) =>
      void found.push(`${path}:${source.slice(0, start).split('\n').length}: ${text}`);
    new Visitor(visitor(({ start, end }) => source.slice(start, end), say)).visit(
      parsed(path, source).program,
    );
    return found;
  };

/** Methods and functions that find something, and may find nothing. */
const FINDERS = /(?:^|\.)(?:globSync|readdirSync|filter|matchAll)$/;

/**
 * Assertions of a test that hold whatever the product does: a failure that is expected without saying which (a typing
 * error would do), a value compared with itself, and a loop over what was just searched for, which asserts nothing
 * where nothing is found.
 */
const vacuousAssertions = bySyntax((textOf, say) => ({
  CallExpression(call) {
    const name = textOf(call.callee);
    const [first, second] = call.arguments.map(textOf);
    if (name === 'assert.rejects' || name === 'assert.throws') {
      if (second === undefined || /^['"`]|^Error$/.test(second))
        say(call, `${name} takes any error; say which, by its code or its words`);
      // Two calls of one function may give two values.
    } else if (/^assert\.(?:strictE|deepE|deepStrictE|e)qual$/.test(name) && first === second)
      if (first?.includes('(') === false) say(call, 'compares a value with itself');
  },
  ForOfStatement({ right, body }) {
    if (right.type !== 'CallExpression' || !FINDERS.test(textOf(right.callee))) return;
    if (/\bassert\b/.test(textOf(body)))
      say(
        right,
        'the loop asserts nothing where nothing is found; name the list, and assert how many there are',
      );
  },
}));

/** What makes text safe for a terminal, or is JSON. */
const SAFE = /\b(?:plainText|printable|rendered|printedJson)\(/;
/** Nothing that comes from elsewhere. */
const FIXED = /^(?:'[^']*'|"[^"]*"|`[^$]*`)$/;
/** Those that draw on a terminal or pass on what is not for one, and make their words safe before. */
const DRAWING =
  /\/(?:ask|bin|build-window|completion|growing-text|main|print|progress|recording-display|recordings-export|demo|demo-cloud)\.ts$/;

/** Writes of what may come from a file name, a device, a model or a vendor. */
const rawPrinting = bySyntax((textOf, say) => ({
  CallExpression({ start, end, callee, arguments: [what] }) {
    if (!what || !/\bstd(?:out|err)\.write$/.test(textOf(callee))) return;
    const text = textOf(what);
    if (!FIXED.test(text) && !SAFE.test(text)) say({ start, end }, `prints ${text} as it is`);
  },
}));

/** docs/writing.md says what to write instead. */
const WORDS =
  /\b(?:whoever|is told|gave up|given up|at work|nobody|there is none|goes on by itself|takes? back|for good|for ever|anew)\b/i;
/**
 * The same in names, whose words are read apart: `modesAtWork` is "modes at work". docs/writing.md has the usual term
 * for each.
 */
const NAMES =
  /\b(?:at work|worked on|in hand|under way|in the way|gives? up|gave up|given up|takes? back|took back|taken back|told|overtaken|anew|nobody \w+|whoever|in words)\b/;
/** A limit is `MAX_` or `MIN_`. */
const LIMITS = /\b(?:MOST|LEAST|LONGEST|SHORTEST|LARGEST|FEWEST|MAXIMUM|MINIMUM)_/;
/** Ids of texts stay as they are, because every language has them. */
const EXEMPT_NAMES: ReadonlySet<string> = new Set(['whoeverIsSetUp']);
/** Pages that have to name the words, and texts of others. */
const EXEMPT_WORDS = /^docs\/writing\.md:|user `nobody`|the train stopped/;

/** Each line of the text with a refused word. */
function refusedWords(path: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const word = WORDS.exec(line)?.[0];
    const place = `${path}:${index + 1}: “${word}” in “${line.trim()}”`;
    return word === undefined || EXEMPT_WORDS.test(place) ? [] : [place];
  });
}

/**
 * What people read of a source file, at its place: comments, texts and titles, without the names that code gives
 * things.
 */
function readableText(path: string, source: string): string {
  const { program, comments } = parsed(path, source);
  const ranges: Range[] = [...comments];
  const add = (node: Range) => void ranges.push(node);
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

/** Each refused name of a source file, once. */
function refusedNames(path: string, source: string): string[] {
  // Parsing every file takes half a minute, and few have such a name at all.
  const isRefused = (text: string) => NAMES.test(spelledOut(text)) || LIMITS.test(text);
  if (!isRefused(source)) return [];
  const refused = new Set<string>();
  const add = ({ name }: { readonly name: string }) => {
    if (isRefused(name) && !EXEMPT_NAMES.has(name)) refused.add(`${path}: the name ${name}`);
  };
  new Visitor({ Identifier: add, PrivateIdentifier: add, JSXIdentifier: add }).visit(
    parsed(path, source).program,
  );
  return [...refused];
}

/** Who may say a text that has no reason, and therefore no other language. */
const AS_WRITTEN: Readonly<Record<string, string>> = {
  'apps/desktop/src/desktop-findings.ts': 'the name macOS',
  'packages/client/src/quoth-error.ts': 'what the command line and the bridge say themselves, in English',
  'packages/contract/src/advice.ts': 'English that an older version stored',
  'packages/contract/src/checks.ts': 'what a schema outside of the contract says',
  'packages/core/src/transcription/finished-transcription.ts': 'a line break',
};

const vendorNames = new RegExp(`['"\`](?:${vendorList.map(({ id }) => id).join('|')})['"\`]`, 'g');
const refusedBy =
  (pattern: RegExp): Refusal['find'] =>
  (path, source) =>
    [...source.matchAll(pattern)].map(([text]) => `${path}: ${text.trim()}`);

export const refusals: readonly Refusal[] = [
  {
    title: 'no test asserts what cannot fail',
    files: ['{{packages,apps}/*/src,tests/src,bench/src,scripts}/**/*.test.ts'],
    leastFiles: 200,
    find: vacuousAssertions,
    refused: [
      ['// A line before.\nawait assert.rejects(fetch(url));', /^a\.tsx:2: .*takes any error/],
      ['assert.throws(() => parse(text));', /takes any error/],
      ["await assert.rejects(work, 'it is a message, no matcher');", /takes any error/],
      ['await assert.rejects(work, Error);', /takes any error/],
      ['assert.equal(result.text, result.text);', /with itself/],
      ['for (const path of globSync(pattern)) assert(read(path));', /nothing is found/],
      ['for (const one of list.filter(isOpen)) {\n  assert.equal(one.id, 1);\n}', /nothing is found/],
    ],
    allowed: [
      "await assert.rejects(fetch(url), { code: 'NO_SPEECH' });",
      'assert.throws(() => parse(text), /no JSON/);',
      'assert.equal(library.list(), library.list());',
      'assert.equal(result.text, other.text);',
      'const paths = globSync(pattern);\nassert(paths.length > 2);\nfor (const path of paths) assert(read(path));',
      'for (const one of list.filter(isOpen)) close(one);',
    ],
  },
  {
    title: 'the command line prints nothing from elsewhere as it is',
    files: ['apps/cli/src/**/*.ts'],
    exempt: new RegExp(`${isTest.source}|${DRAWING.source}`),
    leastFiles: 40,
    find: rawPrinting,
    refused: [
      ["environment.stderr.write(name + 'x');"],
      ['this.#options.environment.stdout.write(text);'],
      ['stdout.write(JSON.stringify(body));'],
    ],
    allowed: [
      "stderr.write('done');",
      'environment.stderr.write(plainText(name));',
      'stdout.write(printedJson(body));',
      'file.write(bytes);',
    ],
  },
  {
    title: 'texts, comments and test titles have none of the words that we do not write',
    ...everySource,
    find: (path, source) => (WORDS.test(source) ? refusedWords(path, readableText(path, source)) : []),
    refused: [
      ['// Whoever calls'],
      ["say('The caller is told why.');"],
      ['const text = `Gave up at once.`;'],
      ["test('nobody waits', () => {});"],
    ],
    allowed: ['const nobody = { body: nobody };', "owner === 'nobody';", '// Runs while a caller waits.'],
  },
  {
    title: 'docs have none of the words that we do not write',
    files: ['*.md', 'docs/**/*.md', '{packages,apps}/*/{,docs/}*.md', '{bench,tests}/**/*.md'],
    leastFiles: 30,
    find: refusedWords,
    refused: [['It is told.']],
    allowed: [],
  },
  {
    title: 'names have none of the words that we do not write, together or apart',
    ...everySource,
    find: refusedNames,
    refused: [
      ['let modesAtWork = 0;'],
      ['class Requests { #inHand = 0; }'],
      ['const MOST_BYTES = 1;'],
      ['report({ isTold: true });'],
      ['const TAKEN_BACK = /x/;'],
      ['<Row isGivenUp />;'],
    ],
    allowed: ['say("told at work");', '// MOST_BYTES', 'const atWorkspace = hand;', 'let most = 1;'],
  },
  {
    title: 'comments are at most 120 columns wide',
    ...everySource,
    // A link stays whole.
    find: refusedBy(/^(?=.{121}) *(?:\/\/|\/\*\*?|\*) (?!\(?https?:\S+$).*$/gm),
    refused: [[`// ${'x'.repeat(118)}`]],
    allowed: [`// https://${'x'.repeat(118)}`, `// ${'x'.repeat(117)}`],
  },
  {
    title: 'every text that the window may show has a reason',
    files: [product],
    exempt: new RegExp(`${isTest.source}|^(?:${Object.keys(AS_WRITTEN).join('|')})$`),
    leastFiles: 500,
    find: refusedBy(/say\(\s*'asWritten'/g),
    refused: [["say('asWritten', { text });"]],
    allowed: [],
  },
  {
    title: 'the window names no vendor: what is particular to one is in the answers that it reads',
    files: ['packages/ui/src/**/*.{ts,tsx}'],
    exempt: /\.test\.tsx?$|src\/text\//,
    leastFiles: 50,
    find: refusedBy(vendorNames),
    refused: [["id === 'gemini'"]],
    allowed: [],
  },
];

/** Files that may say a text without a reason. */
export const saysAsWritten: readonly string[] = Object.keys(AS_WRITTEN);

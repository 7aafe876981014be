import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { setPriority, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

// Writes each fault of `mutations.txt` into a copy of the code and runs the tests that have to notice it. `results.txt`
// says which did. Of a fault, `-` is a text that stands in the file exactly once, `+` what replaces it, and `|` another
// line of either; `FILE < TESTS` goes before, and a test beside the file is named by its last part.
//   run.ts              all of them, which takes half an hour; exit code 1 where one was not noticed
//   run.ts --rest       those that results.txt does not say to be noticed, such as after a run that was cut off
//   run.ts --only WORD  those whose file has this word; prints, and leaves results.txt as it is
//   run.ts --check      only says whether each text is found exactly once, and each test
const root = join(import.meta.dirname, '..', '..');
const resultsFile = join(import.meta.dirname, 'results.txt');
const { values } = parseArgs({
  options: { only: { type: 'string' }, rest: { type: 'boolean' }, check: { type: 'boolean' } },
});
interface Mutation {
  readonly file: string;
  readonly tests: readonly string[];
  text: string;
  replacement: string;
}

const COPIES = 2;
/** A fault may make a test wait without an end. */
const TIMEOUT_MS = 180_000;

const chosen = mutationsIn(read('scripts/mutations/mutations.txt')).filter(({ file }) =>
  file.includes(values.only ?? ''),
);
const unclear = chosen.filter(({ file, text }) => read(file).split(text).length !== 2);
for (const { file, text } of unclear) console.log(`not found exactly once in ${file}: ${firstLine(text)}`);
const tests = new Set(chosen.flatMap((mutation) => mutation.tests));
const missing = [...tests].filter((test) => !existsSync(join(root, test)));
for (const test of missing) console.log(`there is no ${test}`);
if (unclear.length + missing.length > 0 || chosen.length === 0) process.exit(2);
// What is no code is noticed by everything.
for (const { file, text, replacement } of chosen)
  stripTypeScriptTypes(read(file).replace(text, () => replacement));
if (values.check) process.exit(0);

// Others may work on this machine.
setPriority(10);
/** The result of each, by what it is: a run may be cut off. */
const results = new Map<string, string>();
if (values.rest && existsSync(resultsFile))
  for (const line of readFileSync(resultsFile, 'utf8').split('\n')) {
    const [outcome, file = '', text = ''] = line.split('\t');
    if (outcome === 'noticed') results.set(`${file}\t${text}`, line);
  }
const left = chosen.filter((mutation) => !results.has(nameOf(mutation)));
/** Whether a test passes without a fault: one that fails then notices nothing. */
const states = new Map<string, boolean>();
await Promise.all(Array.from({ length: COPIES }, workOff));
const missed = chosen.length - printed().filter((line) => line.startsWith('noticed')).length;
console.log(`${chosen.length - missed} of ${chosen.length} noticed`);
process.exit(missed === 0 ? 0 : 1);

function mutationsIn(list: string): Mutation[] {
  const found: Mutation[] = [];
  let place = { file: '', tests: [] as readonly string[] };
  let field: 'text' | 'replacement' = 'text';
  for (const line of list.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
    const last = found.at(-1);
    const content = line.slice(2);
    if (line.startsWith('- ')) {
      found.push({ ...place, text: content, replacement: '' });
      field = 'text';
    } else if (line.startsWith('+ ') && last) {
      last.replacement = content;
      field = 'replacement';
    } else if (line.startsWith('| ') && last) last[field] += `\n${content}`;
    else {
      const [file = '', tests = ''] = line.split(' < ');
      const whole = (test: string) => (test === basename(test) ? join(dirname(file), test) : test);
      place = { file, tests: tests.split(' ').map(whole) };
    }
  }
  return found;
}

/** In the order of the table. */
function printed(): string[] {
  return chosen.flatMap((mutation) => results.get(nameOf(mutation)) ?? `not run\t${nameOf(mutation)}`);
}

function nameOf({ file, text }: Mutation): string {
  return `${file}\t${firstLine(text)}`;
}

async function workOff(): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), 'quoth-mutations-'));
  try {
    await copyTo(copy);
    for (let next = left.shift(); next; next = left.shift()) {
      const line = await result(copy, next);
      results.set(nameOf(next), line);
      console.log(line);
      if (values.only === undefined) writeFileSync(resultsFile, `${printed().join('\n')}\n`);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function result(copy: string, { file, text, replacement, tests }: Mutation): Promise<string> {
  for (const test of tests) {
    if (states.has(test)) continue;
    const isGreen = !(await fails(copy, test));
    states.set(test, isGreen);
    if (!isGreen) console.log(`${test} fails without a fault`);
  }
  const path = join(copy, file);
  const before = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    before.replace(text, () => replacement),
  );
  let by: string | undefined;
  for (const test of tests) {
    if (states.get(test) !== true || !(await fails(copy, test))) continue;
    by = test;
    break;
  }
  writeFileSync(path, before);
  return `${by === undefined ? 'MISSED' : 'noticed'}\t${file}\t${firstLine(text)}\t${by ?? tests.join(' ')}`;
}

async function fails(copy: string, test: string): Promise<boolean> {
  const node = join(copy, 'node_modules', '.bin', 'node');
  // In one process, which starts in half the time; one that stays after its tests is ended.
  const args = [
    '--disable-warning=ExperimentalWarning',
    '--test',
    '--test-isolation=none',
    '--test-force-exit',
  ];
  // What does not change between two faults is compiled once.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(copy, '.compiled') };
  const child = spawn(node, [...args, `--test-timeout=${TIMEOUT_MS}`, test], {
    cwd: copy,
    env,
    stdio: 'ignore',
  });
  return (await ended(child)) !== 0;
}

/** What is committed or changed, and the packages. */
async function copyTo(copy: string): Promise<void> {
  const list = spawn('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let names = '';
  list.stdout.setEncoding('utf8').on('data', (some: string) => {
    names += some;
  });
  await ended(list);
  for (const name of names.split('\0').filter((each) => each !== ''))
    cpSync(join(root, name), join(copy, name));
  // Links to the packages, but those of our own, which lead to the copy.
  const modules = join(root, 'node_modules');
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(modules))
    if (name !== '@quoth') symlinkSync(join(modules, name), join(copy, 'node_modules', name));
  cpSync(join(modules, '@quoth'), join(copy, 'node_modules', '@quoth'), {
    recursive: true,
    verbatimSymlinks: true,
  });
}

function ended(child: ReturnType<typeof spawn>): Promise<number | null> {
  return new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
}

function read(file: string): string {
  return existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}

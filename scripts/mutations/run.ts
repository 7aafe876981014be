import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { allMutations, type Mutation } from './mutations.ts';

// Writes one fault after another into copies of the code and runs the tests that have to notice it. `results.txt` beside this file says which did.
//   run.ts              all of them; exit code 1 where one was not noticed
//   run.ts --only WORD  those whose file has this word; prints, and leaves results.txt as it is
//   run.ts --check      only says whether each text is found exactly once
const root = join(import.meta.dirname, '..', '..');
const { values } = parseArgs({ options: { only: { type: 'string' }, check: { type: 'boolean' } } });
const COPIES = 2;
/** A fault may make a test wait without an end. */
const TIMEOUT_MS = 180_000;

const chosen = allMutations.filter(({ file }) => file.includes(values.only ?? ''));
const unclear = chosen.filter(({ file, text }) => read(file).split(text).length !== 2);
for (const { file, text } of unclear) console.log(`not found exactly once in ${file}: ${firstLine(text)}`);
if (unclear.length > 0 || chosen.length === 0) process.exit(2);
// What is no code is noticed by everything.
for (const { file, text, replacement } of chosen)
  stripTypeScriptTypes(read(file).replace(text, () => replacement));
if (values.check) process.exit(0);

// Others may work on this machine.
setPriority(10);
const left = [...chosen.entries()];
/** Whether a test passes without a fault: one that fails then notices nothing. */
const states = new Map<string, boolean>();
const lines: string[] = [];
await Promise.all(Array.from({ length: COPIES }, workOff));
const missed = lines.filter((line) => line.startsWith('MISSED')).length;
const summary = `${lines.length - missed} of ${lines.length} noticed`;
if (values.only === undefined)
  writeFileSync(join(import.meta.dirname, 'results.txt'), `${[summary, ...lines].join('\n')}\n`);
console.log(summary);
process.exit(missed === 0 ? 0 : 1);

async function workOff(): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), 'quoth-mutations-'));
  try {
    await copyTo(copy);
    for (let next = left.shift(); next; next = left.shift()) {
      const [index, mutation] = next;
      lines[index] = await result(copy, mutation);
      console.log(lines[index]);
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

/** What is committed or changed, and the packages, whose links lead to the copy. */
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
  if ((await ended(spawn('cp', ['-a', join(root, 'node_modules'), copy], { stdio: 'inherit' }))) !== 0)
    throw new Error('The packages could not be copied.');
}

function ended(child: ReturnType<typeof spawn>): Promise<number | null> {
  return new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}

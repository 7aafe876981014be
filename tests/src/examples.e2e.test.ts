import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { Client } from '@quoth/client';
import { openAiRoutes, type Route, routes } from '@quoth/contract';
import { installClient } from './support/install-client.ts';
import { RunningApplication, sample, temporaryHome, until } from './support/running-application.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const SPOKEN = 'Go forward to the old garden.';
const UUID = /^[0-9a-f-]{36}$/;

interface Printed {
  readonly names: Readonly<
    Record<'modeId' | 'recordingId' | 'entryId' | 'upload' | 'localFile' | 'saved', string>
  >;
  readonly snippets: readonly {
    readonly language: 'curl' | 'typescript' | 'python';
    readonly preamble: string;
    readonly code: string;
    readonly example: {
      readonly route: string;
      readonly title?: string;
      readonly prints?: readonly string[];
      readonly saves?: true;
      readonly needs?: string;
    };
  }[];
}
type Printable = Printed['snippets'][number];

/** What each example prints; each line of a list has to be like this. */
const expected: Readonly<Record<string, RegExp>> = {
  getHealth: /^\d+\.\d+\.\d+$/,
  getOpenApi: /^3\.1\.0$/,
  listModels: /^[\w.-]+$/,
  listModes: /^\w[\w ]*$/,
  // Without a language model the text comes back as it was.
  postProcess: /meeting is on/,
  createMode: UUID,
  getMode: /^Example \d+$/,
  updateMode: /^en$/,
  deleteMode: /^true$/i,
  createVocabularyEntry: /^snippet$/,
  listVocabulary: /^example \d+$/,
  updateVocabularyEntry: /^example \d+$/,
  deleteVocabularyEntry: /^true$/i,
  importVocabulary: /^1$/,
  exportVocabulary: /^phrase,written\r?\nexample \d+,/,
  transcribe: new RegExp(`^${SPOKEN}$|${UUID.source}`),
  // The newest may still be in work, from the example that does not wait.
  listRecordings: new RegExp(`^(${SPOKEN})?$`),
  searchRecordings: new RegExp(`^${SPOKEN}$`),
  getRecording: /^completed$/,
  deleteRecording: /^true$/i,
  restoreRecording: /^completed$/,
  purgeRecordings: /^0$/,
  getTranscript: /^1\n00:00:0\d,\d{3} --> 00:00:0\d,\d{3}\nGo forward/,
  retranscribe: new RegExp(`^${SPOKEN}$`),
  cancelRecording: /^completed$/,
  streamEvents: /recording-(created|status-changed)/,
  createOpenAiTranscription: new RegExp(`^${SPOKEN}$`),
  listOpenAiModels: /^\S.*$/,
  getOpenAiModel: /^default$/,
};

let folder: string;
let app: RunningApplication;
let controlSocket: Client;
let printed: Printed;
let recordingId: string;
let modes = 0;

before(async () => {
  folder = temporaryHome();
  await installClient(folder);
  symlinkSync(join(root, 'node_modules', 'openai'), join(folder, 'node_modules', 'openai'));
  copyFileSync(sample('go-forward'), join(folder, 'talk.wav'));
  // Where the examples look on Linux: below a home folder of its own.
  const home = join(folder, '.local', 'share', 'quoth');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  app = await RunningApplication.start(home);
  controlSocket = await app.controlSocket();
  await controlSocket.updateSettings({ body: { programsMayPurge: true } });
  recordingId = await record();
  const { stdout } = await run(process.execPath, [
    join(root, 'scripts', 'print-api-reference.ts'),
    '--examples',
  ]);
  printed = JSON.parse(stdout) as Printed;
});
after(async () => {
  await RunningApplication.endAll();
  rmSync(folder, { recursive: true, force: true });
});

async function record(): Promise<string> {
  const answer = await controlSocket.transcribe({
    bytes: new Uint8Array(readFileSync(sample('go-forward'))),
    contentType: 'audio/wav',
  });
  assert('text' in answer && answer.recording_id !== undefined);
  return answer.recording_id;
}

/** The snippet as it is printed, with ids and a path that exist. */
async function filledIn({ preamble, code }: Printable): Promise<string> {
  const { mode } = await controlSocket.createMode({ body: { name: `Example ${++modes}` } });
  const { entry } = await controlSocket.createVocabularyEntry({ body: { phrase: `example ${modes}` } });
  return `${preamble}\n\n${code}\n`
    .replaceAll(printed.names.modeId, mode.id)
    .replaceAll(printed.names.recordingId, recordingId)
    .replaceAll(printed.names.entryId, entry.id)
    .replaceAll(printed.names.localFile, join(folder, 'talk.wav'));
}

const programs = {
  curl: { file: 'snippet.sh', command: ['bash'] },
  typescript: { file: 'snippet.ts', command: [process.execPath, '--disable-warning=ExperimentalWarning'] },
  python: { file: 'snippet.py', command: ['python3'] },
} as const;

/**
 * Programs that run one file after another, by their names on standard input, and end what each prints with NUL: to
 * start Node or Python takes longer than an example. That a file is a program of its own shows the example of events.
 */
const runners: Partial<Record<Printable['language'], string>> = {
  typescript: `
    import { createInterface } from 'node:readline';
    for await (const file of createInterface({ input: process.stdin })) {
      await import(file).catch(({ message }) => console.log(message));
      process.stdout.write('\\0');
    }`,
  python: `
import sys
for line in iter(sys.stdin.readline, ""):
    try:
        exec(compile(open(line.strip()).read(), line.strip(), "exec"), {"__name__": "__main__"})
    except BaseException as error:
        print(error)
    print(end="\\0", flush=True)`,
};

function environment(): NodeJS.ProcessEnv {
  const { QUOTH_HOME: _home, XDG_DATA_HOME: _data, ...env } = process.env;
  // A proxy that no one answers at: an example that asked it would fail.
  return { ...env, HOME: folder, http_proxy: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9' };
}

function command(snippet: Printable, text: string): readonly [string, ...string[]] {
  const { file, command } = programs[snippet.language];
  writeFileSync(join(folder, file), text);
  return [...command, file] as const;
}

function runnerOf(language: Printable['language']): ChildProcessWithoutNullStreams | undefined {
  const source = runners[language];
  if (source === undefined) return undefined;
  const { command, file } = programs[language];
  const path = join(folder, `runner-${file}`);
  writeFileSync(path, source);
  const [program, ...args] = [...command, path];
  return spawn(program, args, { cwd: folder, env: environment() });
}

let runs = 0;

/** What an example prints, or what its program says when it fails. */
async function outputOf(snippet: Printable, runner?: ChildProcessWithoutNullStreams): Promise<string> {
  const text = await filledIn(snippet);
  if (!runner) {
    const [program, ...args] = command(snippet, text);
    const done = run(program, args, { cwd: folder, env: environment(), timeout: 60_000 });
    return (await done.catch(({ stderr }: { stderr: string }) => ({ stdout: stderr }))).stdout;
  }
  const file = join(folder, `${runs++}-${programs[snippet.language].file}`);
  writeFileSync(file, text);
  runner.stdin.write(`${file}\n`);
  let output = '';
  const signal = AbortSignal.timeout(60_000);
  while (!output.endsWith('\0')) output += String((await once(runner.stdout, 'data', { signal }))[0]);
  return output.slice(0, -1);
}

/** What the other languages print of the answer that curl prints whole. */
function linesOf({ language, example: { prints } }: Printable, output: string): string[] {
  if (language !== 'curl' || !prints)
    return output.trim() === '' ? [] : [output.trim()].flatMap(split(prints));
  const answer = JSON.parse(output) as Record<string, unknown>;
  if ('ok' in answer) assert.equal(answer.ok, true, output);
  const values = prints.reduce<unknown[]>(
    (found, name) =>
      found.flatMap((value) =>
        name === '*' ? (value as unknown[]) : [(value as Record<string, unknown>)[name]],
      ),
    [answer],
  );
  return values.map(String);
}

const split = (prints: readonly string[] | undefined) => (text: string) =>
  prints?.includes('*') ? text.split('\n') : [text];

/** Reads until the expected text has come; then the snippet, which would go on forever, is ended. */
async function followed(snippet: Printable): Promise<string> {
  const [program, ...args] = command(snippet, await filledIn(snippet));
  const child = spawn(program, args, { cwd: folder, env: environment(), detached: true });
  const closed = new Promise((resolve) => child.once('close', resolve));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  try {
    await until('an event is printed', async () => {
      await record();
      return expected.streamEvents?.test(output) ?? false;
    });
  } finally {
    // The shell and what it runs: a group of its own.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid);
    await closed;
  }
  return output;
}

async function tidyUp({ example: { route } }: Printable): Promise<void> {
  if (route === 'deleteRecording') await controlSocket.restoreRecording({ params: { id: recordingId } });
  const talks = (await controlSocket.listModes()).modes.filter(({ name }) =>
    /^(Talks|Example \d+)$/.test(name),
  );
  for (const { id } of talks) await controlSocket.deleteMode({ params: { id } });
  const { entries } = await controlSocket.listVocabulary();
  for (const { id } of entries) await controlSocket.deleteVocabularyEntry({ params: { id } });
}

test('every public route has an example in every language', () => {
  const table = Object.entries<Route>({ ...routes, ...openAiRoutes });
  // A WebSocket is no call: docs/api/live-audio.md shows it, and live-audio/live-audio-docs.test.ts runs what it shows.
  const isCall = ({ audience, returns }: Route) => audience === 'api' && returns.kind !== 'socket';
  const names = table.filter(([, route]) => isCall(route)).map(([name]) => name);
  for (const language of Object.keys(programs)) {
    const shown = printed.snippets.filter((each) => each.language === language);
    assert.deepEqual([...new Set(shown.map(({ example }) => example.route))].sort(), names.sort(), language);
  }
});

/** What is said to an example whose need is not met; to those that record, that the user has not allowed it. */
const refused: Readonly<Record<string, RegExp>> = {
  createOpenAiTranslation: new RegExp(SPOKEN),
};

for (const language of ['curl', 'typescript', 'python'] as const)
  test(`every ${language} example does what it shows`, async (t) => {
    const snippets = printed.snippets.filter((each) => each.language === language);
    assert(snippets.length > 0);
    const runner = runnerOf(language);
    t.after(() => runner?.kill());
    for (const snippet of snippets) {
      const { route, title = '', needs, saves } = snippet.example;
      const name = `${language} ${route} ${title}`;
      if (route === 'streamEvents') {
        assert.match(await followed(snippet), expected.streamEvents ?? UUID);
      } else if (needs !== undefined) {
        // What it needs is not here: the example has to reach the place that says so.
        assert.match(
          await outputOf(snippet, runner),
          refused[route] ?? /has not allowed|RECORDING_NOT_ALLOWED/,
          name,
        );
      } else if (saves) {
        assert.equal((await outputOf(snippet, runner)).trim(), '', name);
        const saved = join(folder, printed.names.saved);
        assert.equal(readFileSync(saved).subarray(0, 4).toString(), 'RIFF', name);
        rmSync(saved);
      } else {
        const output = await outputOf(snippet, runner);
        const lines = linesOf(snippet, output);
        assert(lines.length > 0, `${name}: ${output}`);
        for (const line of lines)
          assert.match(line, expected[route] ?? /^no expectation$/, `${name}: ${output}`);
      }
      await tidyUp(snippet);
    }
  });

test('the TypeScript examples, and those of the README of the client, are sound to the compiler', async () => {
  const source = join(folder, 'examples');
  mkdirSync(source);
  printed.snippets
    .filter(({ language }) => language === 'typescript')
    .forEach(({ preamble, code }, index) => {
      writeFileSync(join(source, `example-${index}.ts`), `${preamble}\n\n${code}\n`);
    });
  const readme = readFileSync(join(folder, 'node_modules', '@quoth', 'client', 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block]) => block);
  assert(blocks.length > 1);
  writeFileSync(join(source, 'readme.ts'), blocks.join('\n'));
  const options = {
    noEmit: true,
    strict: true,
    target: 'es2022',
    module: 'nodenext',
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules', '@types')],
  };
  writeFileSync(
    join(source, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, include: ['*.ts'] }),
  );
  const tsc = join(root, 'node_modules', '.bin', 'tsc');
  await run(tsc, ['--singleThreaded', '-p', source], {
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
  });
});

import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import type { Client } from '@quoth/client';
import { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import { comparableWords } from '@quoth/text';
import { freePort } from './support/free-port.ts';
import { McpClient } from './support/mcp-client.ts';
import { RunningApplication, temporaryHome, testModels, until } from './support/running-application.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const recipes = join(root, 'docs', 'recipes');
const open = testSentences()[2];
assert(open);

/** The user's home folder, with Quoth where its installation puts it, and a copy of the recipes' scripts. */
const home = temporaryHome();
const dataFolder = join(home, '.local', 'share', 'quoth');
const standIns = join(home, 'stand-ins');
const inHome = (...parts: readonly string[]) => join(home, ...parts);

let microphone: VirtualMicrophone;
let application: RunningApplication;
let client: Client;
before(async () => {
  for (const folder of [dataFolder, inHome('.local', 'bin'), inHome('Videos'), standIns])
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  symlinkSync(join(root, 'quoth'), inHome('.local', 'bin', 'quoth'));
  cpSync(join(recipes, 'scripts'), inHome('scripts'), { recursive: true });
  microphone = await VirtualMicrophone.start();
  application = await RunningApplication.start(dataFolder, [], { ...microphone.env, HOME: home });
  client = await application.controlSocket();
  await client.updateSettings({ body: { soundCues: false, wyomingPort: await freePort() } });
  await client.importModel({ body: { path: join(testModels, 'quoth-test-en-streaming.gguf') } });
  const note = (await client.listModes()).modes.find(({ name }) => name === 'Note');
  const body = { model: 'quoth-test-en-streaming', postProcessingMode: 0, isDefault: true } as const;
  await client.updateMode({ params: { id: note?.id ?? '' }, body });
});
after(async () => {
  await McpClient.closeAll();
  await RunningApplication.endAll();
  await microphone?.stop();
  rmSync(home, { recursive: true, force: true });
});

/** The lines of a page that are run, block by block: those marked `sh`. */
function blocksOf(page: string): string[] {
  const text = readFileSync(join(recipes, page), 'utf8');
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, lines = '']) => lines);
}

async function bash(lines: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const path = [standIns, inHome('.local', 'bin'), process.env.PATH].join(delimiter);
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', lines], {
    cwd: home,
    env: { ...microphone.env, HOME: home, PATH: path, ...env },
    timeout: 60_000,
  });
  return stdout;
}

const script = (name: string) => inHome('scripts', name);
const isRecording = async () => (await client.getDictation({})).dictation.recording;
const assertHeard = (text: string, expected: string) =>
  assert.deepEqual(comparableWords(text), comparableWords(expected));

function standIn(name: string, lines: string): void {
  writeFileSync(join(standIns, name), `#!/bin/sh\n${lines}\n`);
  chmodSync(join(standIns, name), 0o755);
}

test('every page is listed, and every script is named in one and can be run', () => {
  const pages = readdirSync(recipes).filter((name) => name.endsWith('.md'));
  const texts = pages.map((page) => readFileSync(join(recipes, page), 'utf8'));
  const index = readFileSync(join(recipes, 'README.md'), 'utf8');
  assert.equal(pages.length, 7);
  for (const page of pages) assert(page === 'README.md' || index.includes(`](${page})`), page);
  const scripts = readdirSync(join(recipes, 'scripts'));
  assert(scripts.length >= 5);
  for (const name of scripts) {
    assert(
      texts.some((text) => text.includes(`](scripts/${name})`)),
      name,
    );
    assert(statSync(join(recipes, 'scripts', name)).mode & 0o111, name);
  }
});

test('subtitles beside every video, in it, and under names of one’s own', async () => {
  const [all = '', one = '', loop = ''] = blocksOf('subtitles.md');
  const video = inHome('Videos', 'talk.mp4');
  const sound = join(root, 'packages', 'audio', 'src', 'fixtures', 'sentences', '03-open-the-window.wav');
  const picture = ['-f', 'lavfi', '-i', 'color=black:s=64x64:r=5'];
  execFileSync('ffmpeg', ['-v', 'error', ...picture, '-i', sound, '-shortest', '-c:v', 'mpeg4', video]);
  await bash(all);
  const beside = inHome('Videos', 'talk.srt');
  const [, times, words = ''] = readFileSync(beside, 'utf8').split('\n');
  assert.match(times ?? '', /^00:00:0\d,\d{3} --> 00:00:0\d,\d{3}$/);
  assertHeard(words, open.expected);
  const { mtimeMs } = statSync(beside);
  await bash(all);
  assert.equal(statSync(beside).mtimeMs, mtimeMs, 'once more changes nothing');
  await bash(one);
  const read = ['-v', 'error', '-i', inHome('Videos', 'talk-subtitled.mp4'), '-map', '0:s', '-f', 'srt', '-'];
  assertHeard(execFileSync('ffmpeg', read, { encoding: 'utf8' }).split('\n')[2] ?? '', open.expected);
  rmSync(inHome('Videos', 'talk-subtitled.mp4'));
  await bash(loop);
  assertHeard(readFileSync(inHome('Subtitles', 'talk.en.srt'), 'utf8').split('\n')[2] ?? '', open.expected);
});

test('what one says stands in today’s note, and all of today in one', async () => {
  const [install = '', , today = ''] = blocksOf('daily-note.md');
  const writing = bash(install);
  await until('it records', async () => (await isRecording())?.phase === 'recording');
  await microphone.play(open.samples);
  await writing;
  const folder = inHome('Vault', 'Daily');
  const [note = ''] = readdirSync(folder);
  assert.match(note, /^\d{4}-\d\d-\d\d\.md$/);
  const lines = readFileSync(join(folder, note), 'utf8').trim().split('\n');
  assert.deepEqual(lines.slice(0, 2), [`# ${note.slice(0, 10)}`, '']);
  assertHeard(/^- \d\d:\d\d (.+)$/.exec(lines[2] ?? '')?.[1] ?? '', open.expected);
  await bash(today);
  assertHeard(readFileSync(join(folder, 'dictated.md'), 'utf8').replace(/^- /, ''), open.expected);
});

// Before any dictation: the line of one that failed would stand for a minute.
test('a bar shows a recording as it goes, by a stream or by a file', async () => {
  const [install = ''] = blocksOf('status-bar.md');
  await bash(install);
  const path = [inHome('.local', 'bin'), process.env.PATH].join(delimiter);
  const env = { ...microphone.env, HOME: home, PATH: path, XDG_RUNTIME_DIR: home, QUOTH_HOME: dataFolder };
  const followers = ['polybar-quoth', 'quoth-status-file'].map((name) =>
    spawn(inHome('.local', 'bin', name), { env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  const endAll = () => {
    for (const { pid } of followers) if (pid !== undefined) process.kill(-pid);
  };
  try {
    let bar = '';
    followers[0]?.stdout.on('data', (chunk: Buffer) => {
      bar += chunk;
    });
    const text = () => bash('~/.local/bin/quoth-status-text --argos', env);
    await until(
      'both say that it is ready',
      async () => /^Ready\n/.test(bar) && /^Ready\n/.test(await text()),
    );
    await client.startDictation({ body: { delivery: 'none' } });
    await until(
      'both say that it records',
      async () => /● \d+ %/.test(bar) && /^● \d+ %\n/.test(await text()),
    );
    assert.match(await text(), /^---\nStart or stop dictating \|/m);
    await client.cancelDictation();
    await until('it is ready again', async () => /Ready\n$/.test(bar) && /^Ready\n/.test(await text()));
  } finally {
    endAll();
  }
});

test('a launcher dictates in a mode, copies a text, and finds one', async () => {
  const [install = ''] = blocksOf('launcher.md');
  await bash(install);
  standIn('rofi', '[ "$1" = -dmenu ] || exit 2\ncat > "$MENU"\ngrep -m 1 -F -- "$CHOOSE" "$MENU"');
  standIn('xclip', 'cat > "$COPIED"');
  const [MENU, COPIED] = [inHome('menu'), inHome('copied')];
  const choose = (CHOOSE: string) =>
    bash('~/.local/bin/rofi-quoth', { MENU, COPIED, CHOOSE, WAYLAND_DISPLAY: '' });
  await choose('Copy: ');
  assertHeard(readFileSync(COPIED, 'utf8'), open.expected);
  assert.match(readFileSync(MENU, 'utf8'), /^Start or stop dictating\n(Dictate: .+\n)+(Copy: .+\n)+$/);
  await choose('Dictate: Note');
  assert.equal((await isRecording())?.mode.name, 'Note');
  await client.cancelDictation();
  await until('nothing is recorded', async () => (await isRecording()) === null);
  await choose('nothing of the menu');
  assert.equal(await isRecording(), null, 'Esc in the menu does nothing');

  await bash(script('raycast-dictate.sh'));
  await until('it records', async () => (await isRecording())?.phase === 'recording');
  await bash(script('raycast-dictate.sh'));
  await until('it has ended', async () => (await isRecording()) === null);
  const [word = ''] = comparableWords(open.expected);
  assert.match(await bash(`${script('raycast-search.sh')} ${word}`), new RegExp(word, 'i'));
  const { items } = JSON.parse(await bash(`${script('alfred-search.sh')} ${word}`)) as {
    items: { title: string; arg: string }[];
  };
  assert(items.length > 0 && items.every(({ arg }) => comparableWords(arg).includes(word)));
});

test('an agent reads the dictations of a day with a token that allows nothing else', async () => {
  const [agent = '', token = '', day = ''] = blocksOf('agent.md');
  await bash(agent);
  const { mcpServers } = JSON.parse(readFileSync(inHome('.claude.json'), 'utf8')) as {
    mcpServers: { quoth: { command: string; args: string[] } };
  };
  const { command, args } = mcpServers.quoth;
  const bridge = await McpClient.connect({ home: dataFolder, command: [command, ...args] });
  const found = (await bridge.call('search_recordings', {})).body as { recordings: unknown[] };
  assert(found.recordings.length > 0);
  for (const [tool, given] of [
    ['list_modes', {}],
    ['ask_to_speak', { question: 'May I?' }],
  ] as const)
    assert.equal((await bridge.call(tool, given)).error.code, 'FORBIDDEN_SCOPE', tool);
  await bridge.close();

  await bash(token);
  assert.equal(statSync(inHome('.config', 'diary-token')).mode & 0o777, 0o600);
  // What was dictated here was dictated today: the page's words, a day later.
  await bash(day.replace('today 00:00', 'tomorrow 00:00').replace('yesterday 00:00', 'today 00:00'));
  const said = readFileSync(inHome('yesterday.txt'), 'utf8').trim().split('\n');
  for (const line of said) assert.match(line, /^\d\d:\d\d {2}\S/);
  await bash(day);
  assert.equal(readFileSync(inHome('yesterday.txt'), 'utf8'), '', 'and nothing of other days');
  const bearer = readFileSync(inHome('.config', 'diary-token'), 'utf8').trim();
  const refused = await application.fetch('/transcribe', {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'audio/wav' },
  });
  assert.equal(refused.status, 403);
});

test('an action adds what is dictated in a mode to today’s note', async () => {
  const [, action = ''] = blocksOf('daily-note.md');
  const folder = inHome('Vault', 'Daily');
  const lines = () =>
    readFileSync(join(folder, readdirSync(folder).sort()[0] ?? ''), 'utf8')
      .trim()
      .split('\n');
  const before = lines().length;
  await bash(action);
  assert.match(lines().at(-1) ?? '', /It works\./);
  await client.startDictation({ body: { delivery: 'none' } });
  await microphone.play(open.samples);
  await client.stopDictation();
  await until('it is added', () => lines().length === before + 2);
  assertHeard(
    lines()
      .at(-1)
      ?.replace(/^- \S+ /, '') ?? '',
    open.expected,
  );
});

test('Home Assistant finds Quoth at its port', async () => {
  const [on = '', describe = ''] = blocksOf('home-assistant.md');
  const { settings } = await client.getSettings();
  assert.match(await bash(on), new RegExp(String(settings.wyomingPort)));
  assert.match(await bash(describe.replace('10300', String(settings.wyomingPort))), /"info"/);
});

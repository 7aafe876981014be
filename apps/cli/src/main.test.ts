import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { modeDefaults, proofText, type Recording, settingDefaults } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { createEnvironment, runCli } from './main.ts';
import { recordingTable } from './terminal/recording-table.ts';

const id = '3f2b8c1e-7d64-4a53-9b0e-1c2d3e4f5a6b';
const mode = { id, name: 'Mail', ...modeDefaults, isDefault: true, sortOrder: 0 };
const state = {
  ok: true,
  pid: 7,
  started_at: '2026-11-21T09:30:00.000Z',
  app_version: '1',
  memory_mb: 96.4,
  data_folder: '/data',
  queue: { running: 0, waiting: 0 },
  work: [],
  engines: [
    { displayName: 'Neural models', loaded: true, model: 'm', device: 'cpu', hosts: 2, memory_mb: 300 },
    { displayName: 'Another engine', loaded: false, model: null, device: null, hosts: 0, memory_mb: null },
  ],
  api_server: { running: false, notices: [] },
  wyoming: { enabled: false, running: false, port: 10_300, connections: 0, notices: [] },
  notices: [] as unknown[],
};

interface Asked {
  readonly line: string;
  readonly body: string;
}

function refusal(code: string) {
  return { ok: false, error: { code, message: `Message of ${code}.`, hint: 'Hint.' } };
}

function answer(line: string, body: string): unknown {
  if (line === 'GET /application' || line === 'POST /application/keep') return state;
  if (line.startsWith('GET /recordings/search'))
    return { ok: true, total: 1, returned: 1, recordings: [{ id }] };
  if (line === 'GET /modes') return { ok: true, modes: [mode] };
  if (line.startsWith('PATCH /modes/') || line === 'POST /modes') return { ok: true, mode };
  if (line === 'POST /window') return { ok: true, address: null, browser: 'Chromium' };
  if (line === 'GET /settings' || line === 'PATCH /settings') return { ok: true, settings: settingDefaults };
  if (line.startsWith('POST /transcribe')) {
    if (body === 'silence') return refusal('NO_SPEECH');
    const format = new URLSearchParams(line.split('?')[1]).get('captions');
    const captions = format === null ? {} : { captions: `${format} of ${body}\n` };
    const others = body === 'two' && { other_models: [{ model: 'other', start: 61.5, end: 64.2 }] };
    return { ok: true, text: `heard ${body}`, model: 'tiny', ...others, duration_s: 1, ...captions };
  }
  return refusal('RECORDING_NOT_FOUND');
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

async function machine(context: TestContext, { running = true, aborted = false } = {}) {
  const folder = temporaryFolder();
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const line = `${request.method} ${request.url}`;
    const challenge = new URLSearchParams(request.url?.split('?')[1]).get('challenge');
    if (challenge !== null) {
      const proof = createHmac('sha256', 'shh').update(proofText(challenge, 0)).digest('base64url');
      response.end(JSON.stringify({ ok: true, port: 0, proof }));
      return;
    }
    asked.push({ line, body });
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer(line, body)));
  });
  const path = join(folder, 's');
  server.listen(path);
  await once(server, 'listening');
  context.after(async () => {
    server.close();
  });
  if (running)
    await writeFile(
      join(folder, 'control-socket.json'),
      JSON.stringify({ path, secret: 'shh', pid: process.pid, started_at: 'then' }),
    );
  const run = async (...argv: string[]) => {
    let out = '';
    let err = '';
    const abort = new AbortController();
    if (aborted) abort.abort();
    const environment = createEnvironment({
      config: {
        dataFolder: folder,
        color: true,
        applicationMain: join(folder, 'none.ts'),
        simulatorMain: join(folder, 'none.ts'),
        referencePage: join(folder, 'none.html'),
        builder: '/none',
        program: 'quoth',
        launcher: '/none',
        home: folder,
        cwd: folder,
        platform: process.platform,
        env: {},
      },
      stdout: { write: (text: string) => (out += text) },
      stderr: { write: (text: string) => (err += text) },
      signal: abort.signal,
    });
    return { code: await runCli(argv, environment), out, err };
  };
  const file = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  return { run, file, folder, asked };
}

test('text goes to stdout, captions to a file; stderr names the model', async (context) => {
  const { run, file, folder } = await machine(context);
  const memo = await file('memo.wav', 'audio');
  assert.deepEqual(await run('transcribe', memo), {
    code: 0,
    out: 'heard audio\n',
    err: 'Transcribed by tiny.\n',
  });
  const two = await run('transcribe', await file('two.wav', 'two'));
  assert.equal(two.err, 'Transcribed by tiny; 1:01-1:05 by other.\n');
  const output = join(folder, 'memo.srt');
  assert.equal((await run('transcribe', memo, '--format', 'srt', '--output', output)).code, 0);
  assert.equal(await readFile(output, 'utf8'), 'srt of audio\n');
});

test('a terminal is given nothing to act upon, and JSON stays as it came', async (context) => {
  const { run, file } = await machine(context);
  const memo = await file('memo.wav', 'a\u001b[2J\u202eb');
  assert.equal((await run('transcribe', memo)).out, 'heard a[2Jb\n');
  const { out } = await run('transcribe', memo, '--json');
  assert.equal((JSON.parse(out) as { text: string }).text, 'heard a\u001b[2J\u202eb');
  assert.doesNotMatch(out, /(?!\n)[\p{Cc}\p{Cf}]/u);
  assert.equal((await run('transcribe', '\u001b[2Jnone.wav')).err.includes('\u001b'), false);
});

test('exit codes say what happened', async (context) => {
  const { run, file } = await machine(context);
  const silence = await file('silence.wav', 'silence');
  const cases: [number, string[]][] = [
    [0, ['--version']],
    [0, ['modes', '--help']],
    [2, ['nonsense']],
    [2, ['modes', 'create']],
    [2, ['modes', 'edit', 'mail', '--punctuation', 'perhaps']],
    [4, ['modes', 'show', 'none']],
    [4, ['recordings', 'show', id]],
    [4, ['transcribe', `${silence}.none`]],
    [5, ['transcribe', silence]],
    [2, ['transcribe', silence, silence, '--output', 'one.txt']],
  ];
  for (const [code, argv] of cases) assert.equal((await run(...argv)).code, code, argv.join(' '));
});

test('an error is message and hint, or the envelope with --json', async (context) => {
  const { run } = await machine(context);
  const words = await run('recordings', 'show', id);
  assert.deepEqual(words, { code: 4, out: '', err: 'Error: Message of RECORDING_NOT_FOUND.\nHint.\n' });
  const json = await run('recordings', 'show', id, '--json');
  assert.deepEqual(JSON.parse(json.out), refusal('RECORDING_NOT_FOUND'));
});

test('mode options reach the API with their JSON types, and a mode is meant by its name', async (context) => {
  const { run, asked } = await machine(context);
  const fields = ['--punctuation', 'false', '--english-spelling', 'null', '--post-processing-mode', '2'];
  const more = ['--custom-vocabulary', 'Quoth, koffi', '--enable-screen-ocr', 'true', '--name', 'true'];
  const rules = ['--applications', '[{"program": "thunderbird"}]'];
  assert.equal((await run('modes', 'edit', 'MAIL', ...fields, ...more, ...rules)).code, 0);
  const sent = asked.find(({ line }) => line === `PATCH /modes/${id}`);
  assert.deepEqual(JSON.parse(sent?.body ?? ''), {
    name: 'true',
    punctuation: false,
    englishSpelling: null,
    postProcessingMode: 2,
    customVocabulary: ['Quoth', 'koffi'],
    enableScreenOCR: true,
    applications: [{ program: 'thunderbird' }],
  });
});

test('settings are read and set by any spelling of their name, with their JSON types; a bad value is refused before anything is sent', async (context) => {
  const { run, asked } = await machine(context);
  assert.match((await run('settings', 'list')).out, /^engineDevice +"auto"/m);
  assert.equal((await run('settings', 'get', 'engine-idle-seconds')).out, '300\n');
  for (const [name, written, value] of [
    ['engineDevice', 'cpu', 'cpu'],
    ['queue_waiting', '20', 20],
    ['apiFixedPort', 'null', null],
    ['allowedFolders', '/a, /b', ['/a', '/b']],
    ['saveApiTranscriptions', 'false', false],
  ] as const) {
    assert.equal((await run('settings', 'set', name, written)).code, 0, name);
    const [sent] = asked.splice(0).filter(({ line }) => line === 'PATCH /settings');
    assert.deepEqual(Object.values(JSON.parse(sent?.body ?? '{}')), [value]);
  }
  const refused = await run('settings', 'set', 'engineDevice', 'moon');
  assert.equal(refused.code, 2);
  assert.match(refused.err, /takes auto, cpu, .*, not "moon"/);
  assert.equal((await run('settings', 'get', 'nonsense')).code, 2);
  assert.deepEqual(asked, []);
});

test('the options of a transcription reach the API', async (context) => {
  const { run, file, asked } = await machine(context);
  const memo = await file('memo.wav', 'audio');
  const flags = ['--engine', 'whisper', '--language', 'de', '--translate', '--vocabulary', 'Quoth,Zod'];
  assert.equal((await run('transcribe', memo, ...flags)).code, 0);
  const [sent] = asked.filter(({ line }) => line.startsWith('POST /transcribe'));
  const query = new URLSearchParams(sent?.line.split('?')[1]);
  assert.deepEqual(Object.fromEntries(query), {
    engine: 'whisper',
    language: 'de',
    source_name: 'memo.wav',
    translate: 'true',
    vocabulary: 'Quoth,Zod',
  });
});

test('a name that promises another kind of file is refused before any work, with the formats there are', async (context) => {
  const { run, file, folder, asked } = await machine(context);
  const memo = await file('memo.wav', 'audio');
  const written = await run('transcribe', memo, '--output', join(folder, 'talk.docx'));
  assert.equal(written.code, 2);
  assert.match(written.err, /cannot write \.docx files\. Formats: txt, md, srt, vtt, json/);
  const captions = await run('transcribe', memo, '--format', 'txt', '--output', join(folder, 'talk.srt'));
  assert.equal(captions.code, 2);
  assert.match(captions.err, /needs --format srt/);
  assert.deepEqual(asked, []);
});

test('-r takes the files with sound of a folder and of those inside', async (context) => {
  const { run, file, folder } = await machine(context);
  await mkdir(join(folder, 'talks', 'old'), { recursive: true });
  for (const name of ['talks/a.wav', 'talks/notes.txt', 'talks/old/b.mp3']) await file(name, name);
  assert.match((await run('transcribe', join(folder, 'talks'))).err, /is a folder.*transcribe -r/);
  const { code, out } = await run('transcribe', '-r', join(folder, 'talks'));
  assert.deepEqual([code, out.match(/heard \S+/g)], [0, ['heard talks/a.wav', 'heard talks/old/b.mp3']]);
  await mkdir(join(folder, 'empty'));
  assert.equal((await run('transcribe', '-r', join(folder, 'empty'))).code, 2);
});

test('a search shows the part of a text that was searched for, whatever its accents', () => {
  const recording = { id, date: state.started_at, duration: 0, status: 'processed', error: null };
  const text = `${'nothing of interest '.repeat(20)}then the Café opened its doors again`;
  const row = (q?: string) =>
    recordingTable([{ ...recording, source_name: null, text } as unknown as Recording], q).split('\n')[1] ??
    '';
  assert.match(row('cafe'), /….* the Café opened/);
  assert.match(row(), /nothing of interest nothing of interest .*…$/);
  assert.match(row('nothing'), / nothing of interest nothing/);
});

test('status shows every notice itself', async (context) => {
  const { run } = await machine(context);
  const notice = { id: 'secret-store-locked', level: 'warning', message: 'Locked.', hint: 'Unlock it.' };
  state.notices.push(notice);
  context.after(() => state.notices.pop());
  assert.match((await run('status')).out, /Locked\. Unlock it\./);
});

test('status tells what is in memory', async (context) => {
  const { run } = await machine(context);
  const { out } = await run('status');
  assert.match(out, /^Quoth 1 runs \(pid 7, since \d{4}-\d\d-\d\d \d\d:\d\d, 96 MB\)\.$/m);
  assert.match(out, /^In memory: m on cpu \(300 MB, 2 processes\)$/m);
  assert.doesNotMatch(out, /Another engine/);
});

test('status says that Quoth stops when idle only where no listener keeps it', async (context) => {
  const { run } = await machine(context);
  const { api_server, wyoming } = state;
  context.after(() => Object.assign(state, { ends_when_idle: false, api_server, wyoming }));
  for (const [api, wyo, stops] of [
    [false, false, true],
    [true, false, false],
    [false, true, false],
  ] as const) {
    Object.assign(state, {
      ends_when_idle: true,
      api_server: { ...api_server, running: api },
      wyoming: { ...wyoming, running: wyo },
    });
    assert.equal(/stops by itself when idle/.test((await run('status')).out), stops);
  }
});

test('start says that another instance runs; status without one is 3, doctor still answers', async (context) => {
  const running = await machine(context);
  const started = await running.run('start');
  assert.deepEqual([started.code, started.err], [0, '']);
  const first = /^Quoth is already running \(pid 7, since 2026-11-\d\d \d\d:\d\d\)\.\n/;
  assert.match(started.out, first);
  assert.match(started.out, /\nIts window is open in Chromium\.\n$/);
  assert(running.asked.some(({ line }) => line === 'POST /application/keep'));
  assert.equal((await running.run('start', '--headless')).out.replace(first, ''), '');
  const none = await machine(context, { running: false });
  assert.deepEqual(await none.run('status'), {
    code: 3,
    out: 'Quoth is not running. Start it with "quoth start".\n',
    err: '',
  });
  assert.equal((await none.run('start')).code, 3);
  const doctor = await none.run('doctor');
  assert.equal(doctor.code, 1);
  assert.match(
    doctor.out,
    /missing +Application: .*could not be started.*\n +fix: npm install, and if .*\/logs\/start\.log\n/,
  );
  assert.doesNotMatch(doctor.out, /quoth (start|doctor)/);
});

test('an interrupted command is 130', async (context) => {
  const { run, file } = await machine(context, { aborted: true });
  assert.equal((await run('transcribe', await file('memo.wav', 'audio'))).code, 130);
});

test('help fits 80 columns, however long the names of its options are', async (context) => {
  const { run } = await machine(context);
  for (const words of [
    ['modes', 'edit'],
    ['modes', 'create'],
    ['transcribe'],
    ['record'],
    ['actions', 'add'],
  ]) {
    const { out } = await run(...words, '--help');
    const options = out.slice(out.indexOf('Options:'), out.indexOf('\n\n', out.indexOf('Options:')));
    assert(options.includes('--help'), words.join(' '));
    for (const line of options.split('\n')) assert(line.length <= 80, line);
  }
});

test('completion scripts name commands and options, and parse', async (context) => {
  const { run } = await machine(context);
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, out } = await run('completion', shell);
    assert.equal(code, 0);
    assert.match(out, /retranscribe.*|--regenerate/);
    const parsed = spawnSync(shell, ['-n'], { input: out, encoding: 'utf8' });
    if (!parsed.error) assert.equal(parsed.stderr, '', shell);
  }
  const { out } = await run('completion', 'bash');
  const ask = `${out}\nCOMP_WORDS=(quoth api token --r); COMP_CWORD=3; _quoth; echo "\${COMPREPLY[@]}"`;
  const asked = spawnSync('bash', ['-c', ask], { encoding: 'utf8' });
  if (!asked.error) assert.equal(asked.stdout.trim(), '--regenerate');
});

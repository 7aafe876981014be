import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { QuothEvent } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import {
  answer,
  type Behaviour,
  endless,
  ignoreRange,
  lie,
  ModelHub,
  only,
  serve,
} from './fixtures/model-hub.ts';
import { openTestLibrary, type TestLibrary } from './fixtures/open-test-library.ts';
import type { ModelLibraryOptions } from './index.ts';

async function machine(context: TestContext, options: Partial<ModelLibraryOptions> = {}) {
  const hub = await ModelHub.start();
  context.after(() => hub.close());
  const root = temporaryFolder();
  const entry = hub.file('one-q8_0');
  const other = hub.file('two-q8_0');
  const open = (more: Partial<ModelLibraryOptions> = {}) =>
    openTestLibrary(context, root, { catalog: [entry, other], base: hub.base, ...options, ...more });
  return { hub, root, entry, other, open };
}

const ended = (id: string) => (event: QuothEvent) =>
  (event.type === 'model-installed' || event.type === 'model-download-failed') && event.id === id;
const here = (id: string, bytes: number) => (event: QuothEvent) =>
  event.type === 'model-download-progressed' && event.download.id === id && event.download.bytes >= bytes;

async function outcome({ library, until }: TestLibrary, id: string): Promise<string> {
  const event = await until(ended(id));
  if (event.type === 'model-download-failed') return event.error.message;
  return library.find(id).installed ? 'installed' : 'not installed';
}

/** Long enough for a busy machine to answer in. */
const STALL_MS = 500;

/** Every way in which a hub can behave, and what comes of it. */
const scenarios: readonly {
  readonly name: string;
  readonly will: readonly Behaviour[];
  readonly outcome: string | RegExp;
  /**
   * What was asked for, one a request: the rest of the file, or all of it. How much a cut leaves is not ours to say.
   */
  readonly asked?: readonly ('whole' | 'rest')[];
  readonly waits?: readonly number[];
  readonly stallMs?: number;
}[] = [
  { name: 'it serves', will: [], outcome: 'installed', asked: ['whole'], waits: [] },
  {
    name: 'it leads elsewhere, five times',
    will: [1, 2, 3, 4, 5].map((hop) => (request, response) => {
      const path = (request.url ?? '').replace(/^\/away\d*/, '');
      response
        .writeHead([301, 302, 303, 307, 308][hop - 1] ?? 302, { location: `/away${hop}${path}` })
        .end('moved');
    }),
    outcome: 'installed',
  },
  {
    name: 'it leads in a circle',
    will: Array.from(
      { length: 6 },
      () => (request, response) => void response.writeHead(302, { location: request.url ?? '' }).end(),
    ),
    outcome: /too many times/,
    asked: Array.from({ length: 6 }, () => 'whole'),
  },
  {
    name: 'it leads to plain http',
    will: [answer(302, { location: 'http://192.0.2.1/x' })],
    outcome: /not safe/,
  },
  {
    name: 'it leads to an address with a password',
    will: [answer(302, { location: 'https://a:b@192.0.2.1/x' })],
    outcome: /not safe/,
  },
  {
    name: 'it breaks off twice',
    will: [only(100_000, 'cut'), only(50_000, 'cut')],
    outcome: 'installed',
    asked: ['whole', 'rest', 'rest'],
    waits: [1_000, 1_000],
  },
  {
    name: 'it stops sending',
    stallMs: STALL_MS,
    will: [only(100_000, 'stall')],
    outcome: 'installed',
    asked: ['whole', 'rest'],
  },
  {
    name: 'it says nothing at all',
    stallMs: STALL_MS,
    will: Array.from({ length: 3 }, () => () => undefined),
    outcome: /stopped sending/,
  },
  {
    name: 'it ignores ranges',
    will: [only(100_000, 'cut'), ignoreRange],
    outcome: 'installed',
    asked: ['whole', 'rest'],
  },
  {
    name: 'it has forgotten the file in between',
    will: [only(100_000, 'cut'), answer(416)],
    outcome: 'installed',
    asked: ['whole', 'rest', 'whole'],
  },
  {
    name: 'it sends another range than was asked for',
    will: [only(100_000, 'cut'), lie(206, { 'content-range': 'bytes 7-299999/300000' })],
    outcome: 'installed',
    asked: ['whole', 'rest', 'whole'],
  },
  {
    name: 'it announces more than the file has',
    will: [lie(200, { 'content-length': '400000' }), lie(200, { 'content-length': '400000' })],
    outcome: /400000 bytes were announced instead of 300000/,
  },
  {
    name: 'it announces less than the file has',
    will: [lie(200, { 'content-length': '1000' })],
    outcome: 'installed',
    asked: ['whole', 'whole'],
  },
  {
    name: 'it sends more than the file has',
    will: [endless, endless],
    outcome: /more than 300000 bytes arrived/,
  },
  {
    name: 'a web page comes',
    will: [answer(200, { 'content-type': 'text/html', 'content-length': '5' }, 'login')].flatMap((one) => [
      one,
      one,
    ]),
    outcome: /requires a login/,
  },
  {
    name: 'it sends wrong bytes once',
    will: [serve({ changed: true })],
    outcome: 'installed',
    asked: ['whole', 'whole'],
  },
  {
    name: 'it sends wrong bytes',
    will: [serve({ changed: true }), serve({ changed: true })],
    outcome: /sha256 differs/,
  },
  {
    name: 'it is asked too often',
    will: [answer(429, { 'retry-after': '7' })],
    outcome: 'installed',
    waits: [7_000],
  },
  {
    name: 'it asks to wait an hour',
    will: [answer(429, { 'retry-after': '3600' })],
    outcome: /too many requests.* 60 min/,
  },
  {
    name: 'it is out of order for a while',
    will: [answer(500), answer(503), answer(502)],
    outcome: 'installed',
    waits: [1_000, 2_000, 4_000],
  },
  {
    name: 'it stays out of order',
    will: Array.from({ length: 9 }, () => answer(500)),
    outcome: /not working \(status 500\)/,
  },
  { name: 'it does not have the file', will: [answer(404)], outcome: /no such file/, waits: [] },
  { name: 'it wants a token', will: [answer(401)], outcome: /refused it \(status 401\)/, waits: [] },
  {
    name: 'another file lies there now',
    will: [answer(302, { location: '/away', 'x-linked-etag': `"${'0'.repeat(64)}"` })],
    outcome: /a different file/,
    asked: ['whole'],
  },
];

for (const { name, will, outcome: expected, asked, waits, stallMs } of scenarios) {
  test(`the hub: ${name}`, async (context) => {
    const { hub, entry, open } = await machine(context);
    hub.will(...will);
    const opened = await open(stallMs === undefined ? {} : { tools: { stallMs } });
    await opened.library.download([entry.id]);
    const actual = await outcome(opened, entry.id);
    if (typeof expected === 'string') assert.equal(actual, expected);
    else assert.match(actual, expected);
    const kind = (range: string | undefined) =>
      /^bytes=[1-9]\d*-$/.test(range ?? '') ? 'rest' : (range ?? 'whole');
    if (asked)
      assert.deepEqual(
        hub.asked.map(({ range }) => kind(range)),
        asked,
      );
    if (waits) assert.deepEqual(opened.waits, waits);
    const path = join(opened.folder, `${entry.id}.gguf`);
    if (expected === 'installed') assert.deepEqual(readFileSync(path), hub.bytesOf(entry));
    else assert(!existsSync(path));
    if (/sha256|bytes arrived|announced/.test(actual))
      assert(!existsSync(`${path}.part`), 'wrong bytes are deleted');
  });
}

test('a web page or another length instead of the rest: what is here already stays, and the next try goes on with it', async (context) => {
  for (const headers of [
    { 'content-type': 'text/html', 'content-length': '5' },
    { 'content-type': 'text/html; charset=utf-8' },
    { 'content-length': '5' },
    {},
  ]) {
    const { hub, entry, open } = await machine(context);
    const opened = await open();
    const part = join(opened.folder, `${entry.id}.gguf.part`);
    writeFileSync(part, hub.bytesOf(entry).subarray(0, 200_000));
    hub.will(answer(200, headers, 'login'));
    await opened.library.download([entry.id]);
    assert.match(await outcome(opened, entry.id), /requires a login|a different length/);
    assert.equal(readFileSync(part).length, 200_000);
    await opened.library.resume(entry.id);
    await until(() => opened.library.find(entry.id).installed);
    assert.equal(hub.asked.at(-1)?.range, 'bytes=200000-');
  }
});

test('a file that changes midway is downloaded again, whether the hub supports If-Range or not', async (context) => {
  for (const minds of [true, false]) {
    const { hub, entry, open } = await machine(context);
    const right = hub.bytesOf(entry);
    hub.replace(entry);
    const rightAgain: Behaviour = (request, response, file) =>
      serve()(request, response, { bytes: right, etag: minds ? file.etag : '"third"' });
    const unminding: Behaviour = (request, response, file) => {
      delete request.headers['if-range'];
      serve()(request, response, { ...file, etag: '"third"' });
    };
    hub.will(only(100_000, 'cut'), ...(minds ? [] : [unminding]));
    hub.will(
      (request, response) => serve()(request, response, { bytes: right, etag: '"fourth"' }),
      rightAgain,
    );
    const opened = await open();
    await opened.library.download([entry.id]);
    assert.equal(await outcome(opened, entry.id), 'installed');
    assert.equal(hub.asked[1]?.ifRange, '"second"');
    await opened.close();
  }
});

test('a hub that cannot be reached: what works without it, and how to bring the file by hand', async (context) => {
  const { hub, entry, open } = await machine(context);
  const { base } = hub;
  const opened = await open({ mirror: () => 'http://127.0.0.1:1' });
  await opened.library.download([entry.id]);
  const event = await opened.until(ended(entry.id));
  assert(event.type === 'model-download-failed' && event.error.hint !== undefined);
  assert.match(event.error.message, /127\.0\.0\.1:1 cannot be reached/);
  for (const part of [
    'installed models keep working',
    `https://huggingface.co/${entry.hubPath}`,
    entry.sha256,
    'quoth models import',
  ])
    assert(event.error.hint.includes(part), part);
  assert.deepEqual(opened.waits, [1_000, 2_000]);
  assert.equal(opened.library.downloads()[0]?.status, 'failed');
  assert(!opened.library.busy());
  await opened.close();
  const again = await open({ mirror: () => base });
  assert.equal(again.library.downloads()[0]?.error?.message, event.error.message);
  await again.library.resume(entry.id);
  assert.equal(await outcome(again, entry.id), 'installed');
});

test('several are downloaded one after the other, also after a restart', async (context) => {
  const { hub, entry, other, open } = await machine(context);
  hub.will(only(100_000, 'stall'));
  const first = await open();
  const meant = await first.library.download([other.id, entry.slug, other.id]);
  assert.deepEqual(meant, [other.id, entry.id]);
  await first.until(here(other.id, 100_000));
  assert.deepEqual(
    first.library.downloads().map(({ status }) => status),
    ['downloading', 'queued'],
  );
  await first.close();
  assert.equal(hub.asked.length, 1);
  const second = await open();
  await second.until(ended(entry.id));
  const download = second.events.flatMap((event) => (event.type === 'model-installed' ? event.id : []));
  assert.deepEqual(download, [other.id, entry.id]);
  assert.deepEqual(
    hub.asked.map(({ range, ifRange }) => [range, ifRange]),
    [
      [undefined, undefined],
      ['bytes=100000-', '"first"'],
      [undefined, undefined],
    ],
  );
  assert.deepEqual(second.library.downloads(), []);
  assert.deepEqual(await second.library.download([entry.id]), [entry.id]);
  assert(!second.library.busy(), 'what is installed is not fetched again');
});

test('pause keeps what is here, resume goes on, cancel deletes it', async (context) => {
  const { hub, entry, other, open } = await machine(context);
  hub.will(only(100_000, 'stall'));
  const opened = await open();
  const { library, folder } = opened;
  await library.download([entry.id]);
  await opened.until(here(entry.id, 100_000));
  const paused = await library.pause(entry.id);
  assert.deepEqual([paused.status, paused.bytes, paused.bytes_per_second], ['paused', 100_000, null]);
  assert(!library.busy());
  await assert.rejects(library.pause(other.id), /not being downloaded/);
  assert.equal((await library.resume(entry.id)).id, entry.id);
  assert.equal(await outcome(opened, entry.id), 'installed');
  assert.equal(hub.asked[1]?.range, 'bytes=100000-');
  hub.will(only(100_000, 'stall'));
  await library.download([other.id]);
  await opened.until(here(other.id, 100_000));
  await library.cancel(other.id);
  assert.deepEqual(library.downloads(), []);
  assert.deepEqual(readdirSync(folder), [`${entry.id}.gguf`]);
  await assert.rejects(library.cancel(other.id), /not being downloaded/);
});

test('progress comes with speed and time left', async (context) => {
  let now = 0;
  const clock = { now: () => now, monotonic: () => now };
  const { hub, entry, open } = await machine(context, { clock });
  const { bytes } = hub.files.get(`/${entry.hubPath}`) ?? { bytes: Buffer.alloc(0) };
  hub.will(async (_request, response) => {
    response.writeHead(200, { 'content-length': bytes.length });
    for (let sent = 0; sent < bytes.length; sent += 10_000) {
      now += 100;
      response.write(bytes.subarray(sent, sent + 10_000));
      // The clock stands still until these bytes have been read, however busy the machine is.
      const arrived = Math.min(sent + 10_000, bytes.length);
      while ((opened.library.downloads()[0]?.bytes ?? arrived) < arrived) await delay(1);
    }
    response.end();
  });
  const opened = await open();
  await opened.library.download([entry.id]);
  assert.equal(await outcome(opened, entry.id), 'installed');
  const downloads = opened.events.flatMap((event) =>
    event.type === 'model-download-progressed' ? [event.download] : [],
  );
  const moving = downloads.filter(({ bytes_per_second }) => bytes_per_second !== null);
  assert(moving.length > 2, `${moving.length} events`);
  for (const { bytes_per_second, seconds_left, bytes: done } of moving) {
    assert(
      bytes_per_second !== null && bytes_per_second > 20_000 && bytes_per_second < 400_000,
      String(bytes_per_second),
    );
    assert(seconds_left !== null && seconds_left >= 0 && seconds_left <= 15, `${done}: ${seconds_left}`);
  }
  assert.equal(downloads.at(-1)?.status, 'verifying');
});

test('a disk without room is reported before anything is fetched', async (context) => {
  const { hub, entry, open } = await machine(context);
  const { library } = await open({ freeBytes: async () => 200_100_000 });
  await assert.rejects(
    library.download([entry.id]),
    /not enough space for Model one-q8_0: 300 kB needed, 200 MB free/,
  );
  assert.deepEqual(library.downloads(), []);
  assert.equal(hub.asked.length, 0);
});

test('a disk that becomes full is reported, and the download continues later', async (context) => {
  const { entry, open } = await machine(context);
  const opened = await open();
  const file = await openFile('/dev/null');
  const write = context.mock.method(Object.getPrototypeOf(file) as typeof file, 'write', async () => {
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  });
  await file.close();
  await opened.library.download([entry.id]);
  assert.match(await outcome(opened, entry.id), /disk became full while Model one-q8_0/);
  write.mock.restore();
  opened.events.length = 0;
  await opened.library.resume(entry.id);
  assert.equal(await outcome(opened, entry.id), 'installed');
});

test('what lies where a download goes is not written through: a link is replaced', async (context) => {
  const { root, entry, open } = await machine(context);
  const opened = await open();
  const notes = join(root, 'notes.txt');
  writeFileSync(notes, 'Dear diary');
  symlinkSync(notes, join(opened.folder, `${entry.id}.gguf.part`));
  await opened.library.download([entry.id]);
  assert.equal(await outcome(opened, entry.id), 'installed');
  assert.equal(readFileSync(notes, 'utf8'), 'Dear diary');
  assert(lstatSync(join(opened.folder, `${entry.id}.gguf`)).isFile());
});

const child = fileURLToPath(new URL('./fixtures/download-child.ts', import.meta.url));

/** A chunk at a time of what was asked for, and then nothing more, so that there is a moment to be killed in. */
function slowly(chunks: number): Behaviour {
  return (request, response, { bytes, etag }) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200, {
      etag,
      'content-length': bytes.length - from,
      ...(from > 0 && { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
    });
    for (let chunk = 0; chunk < chunks; chunk++) {
      response.write(bytes.subarray(from + chunk * 50_000, from + (chunk + 1) * 50_000));
    }
  };
}

test('a download that is killed repeatedly continues where it was, and the file is correct', async (context) => {
  const hub = await ModelHub.start();
  context.after(() => hub.close());
  const root = temporaryFolder();
  const entry = hub.file('one-q8_0', 400_000);
  hub.will(slowly(2), slowly(1), slowly(3));
  for (const least of [100_000, 150_000, 300_000]) {
    const running = spawn(process.execPath, [child, root, hub.base, JSON.stringify(entry)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const closed = new Promise((resolve) => running.once('close', resolve));
    for await (const lines of running.stdout) {
      if (
        String(lines)
          .split('\n')
          .some((line) => Number(line) >= least)
      )
        break;
    }
    running.kill('SIGKILL');
    await closed;
    assert.deepEqual(
      readdirSync(join(root, 'data', 'models')),
      ['one-q8_0.gguf.part'],
      'never named before it is whole',
    );
  }
  const { library, until } = await openTestLibrary(context, root, { catalog: [entry], base: hub.base });
  await until((event) => event.type === 'model-installed');
  assert.deepEqual(readFileSync(library.find(entry.id).path ?? ''), hub.bytesOf(entry));
  assert.deepEqual(
    hub.asked.map(({ range }) => range),
    [undefined, 'bytes=100000-', 'bytes=150000-', 'bytes=300000-'],
  );
});

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, sep } from 'node:path';
import { type TestContext, test } from 'node:test';
import { AppError, adviceIn, say } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { catalogEntries } from './catalog.ts';
import { testEntry } from './fixtures/model-hub.ts';
import { openTestLibrary } from './fixtures/open-test-library.ts';
import { ModelLibrary, type ModelLibraryOptions } from './index.ts';

const tiny = join(import.meta.dirname, 'fixtures', 'quoth-test-en.gguf');
const bytes = readFileSync(tiny);
const sha256 = createHash('sha256').update(bytes).digest('hex');
/** The tiny model as the catalog would have it. */
const entry = testEntry('tiny-q8_0', 'someone/tiny/resolve/0/tiny-Q8_0.gguf', bytes);
const signal = new AbortController().signal;

async function machine(context: TestContext, options: Partial<ModelLibraryOptions> = {}) {
  const root = temporaryFolder();
  const open = (more: Partial<ModelLibraryOptions> = {}) =>
    openTestLibrary(context, root, { catalog: [entry], base: 'http://127.0.0.1:1', ...options, ...more });
  const models = join(root, 'data', 'models');
  mkdirSync(models, { recursive: true });
  return { root, models, open };
}

test('an imported file is copied, checked and identified by its bytes', async (context) => {
  const { root, open } = await machine(context, { catalog: [] });
  const original = join(root, 'My Own Model.GGUF');
  copyFileSync(tiny, original);
  const { library, folder } = await open();
  const before = library.list();
  let changes = 0;
  library.onChange(() => changes++);
  const model = await library.import({ kind: 'path', path: original }, signal);
  assert.deepEqual(
    [
      model.id,
      model.displayName,
      model.installed,
      model.imported,
      model.sha256,
      model.address,
      model.licence,
    ],
    ['my-own-model', 'quoth-test-en', true, true, sha256, null, 'cc0-1.0'],
  );
  assert.deepEqual([model.engine, model.family, model.languages], ['parakeet', 'parakeet', ['en']]);
  assert(model.capabilities.word_timestamps && !model.capabilities.streaming && model.listed);
  assert.deepEqual(readFileSync(model.path ?? ''), bytes);
  assert.deepEqual(readFileSync(original), bytes);
  assert.equal(changes, 1);
  assert.notEqual(library.list(), before);
  assert.equal(library.list(), library.list());
  // The same bytes again are the same model.
  assert.equal((await library.import({ kind: 'path', path: tiny }, signal)).id, 'my-own-model');
  assert.deepEqual(readdirSync(folder), ['my-own-model.gguf']);
});

test('an imported file of the catalog becomes that model, and cancels its download', async (context) => {
  const { open } = await machine(context);
  const { library } = await open();
  await library.download([entry.id]);
  const model = await library.import({ kind: 'path', path: tiny }, signal);
  assert.deepEqual([model.id, model.installed, model.imported], [entry.id, true, true]);
  assert.deepEqual(library.downloads(), []);
  assert.equal(library.find('TINY').path, model.path);
});

test('a file that is no speech model is refused with a reason, and nothing of it stays', async (context) => {
  const { root, open } = await machine(context);
  const { library, folder } = await open();
  const file = (name: string, content: Buffer | string) => {
    writeFileSync(join(root, name), content);
    return join(root, name);
  };
  const llama = Buffer.from(bytes);
  llama.write('parakeey', llama.indexOf('parakeet'));
  mkdirSync(join(root, 'folder.gguf'));
  const cases: readonly [string, RegExp][] = [
    [file('empty.gguf', ''), /it is empty/],
    [file('text.gguf', 'hello, this is no model'), /not a GGUF file/],
    [file('short.gguf', bytes.subarray(0, 3_000)), /ends too early/],
    [file('cut.gguf', bytes.subarray(0, bytes.length - 5_000)), /ends too early/],
    [file('llama.gguf', llama), /"parakeey", which no installed speech engine supports/],
    [join(root, 'none.gguf'), /no file at this path/],
    [join(root, 'folder.gguf'), /not a regular file/],
    ['relative.gguf', /absolute path/],
  ];
  for (const [path, message] of cases) {
    await assert.rejects(library.import({ kind: 'path', path }, signal), message, path);
    assert.deepEqual(readdirSync(folder), [], path);
  }
  assert(!library.busy());
});

/**
 * A file as a window sends it: in chunks of any length. Small ones come first: what they could break is the reading of
 * the head.
 */
function sent(content: Uint8Array, { bytes = content.length, chunk = 1_000, name = 'sent.gguf' } = {}) {
  async function* blocks() {
    for (let from = 0, length = chunk; from < content.length; from += length) {
      if (from >= 3_000) length = 64 * 1024;
      yield content.subarray(from, from + length);
    }
  }
  return { kind: 'stream', name, bytes, blocks: blocks() } as const;
}

test('an uploaded file is written as it arrives, and checked like one given by its path', async (context) => {
  const { open } = await machine(context);
  const { library, folder } = await open();
  const model = await library.import(sent(bytes, { chunk: 3 }), signal, entry.id);
  assert.deepEqual([model.id, model.installed, model.sha256], [entry.id, true, sha256]);
  assert.deepEqual(readFileSync(model.path ?? ''), bytes);
  await library.remove(entry.id);
  const other = Buffer.from(bytes);
  other[other.length - 1] = (other.at(-1) ?? 0) ^ 1;
  const leaving = new AbortController();
  const given: readonly [ReturnType<typeof sent>, RegExp, (string | undefined)?, AbortSignal?][] = [
    [sent(other), /its sha256 is [0-9a-f]{64}, expected was/, entry.id],
    [sent(bytes.subarray(1)), /not the file of .* bytes\)/, entry.id],
    [sent(bytes), /no model with this id/, 'nothing'],
    [sent(Buffer.from('GGUG, nearly'), { chunk: 2 }), /not a GGUF file/],
    [sent(bytes, { bytes: bytes.length + 1 }), /became shorter/],
    [sent(bytes, { bytes: bytes.length - 1 }), /became longer/],
    [sent(bytes, { name: '../../outside.gguf', bytes: 5 }), /became longer/],
    [sent(bytes), /gone/, undefined, leaving.signal],
  ];
  leaving.abort(new Error('gone'));
  for (const [file, message, meant, until = signal] of given) {
    await assert.rejects(library.import(file, until, meant), message);
    assert.deepEqual(readdirSync(folder), [], String(message));
  }
  assert(!library.busy());
});

test('the name of an uploaded file leads nowhere else', async (context) => {
  const { root, open } = await machine(context, { catalog: [] });
  const { library, folder } = await open();
  const model = await library.import(sent(bytes, { name: '../../out side.gguf' }), signal);
  assert(model.path?.startsWith(`${folder}${sep}`), model.path ?? '');
  assert(!existsSync(join(root, 'out side.gguf')));
});

test('the engine’s objection to a file is reported, and a caller who leaves aborts the import', async (context) => {
  const refusing = await machine(context);
  const probe = async () => {
    throw new AppError('INVALID_REQUEST', {
      message: say('asWritten', { text: 'The engine cannot load this file.' }),
    });
  };
  const { library, folder } = await refusing.open({ probe });
  await assert.rejects(library.import({ kind: 'path', path: tiny }, signal), /engine cannot load/);
  await assert.rejects(
    library.import({ kind: 'path', path: tiny }, AbortSignal.abort(new Error('gone'))),
    /gone/,
  );
  assert.deepEqual(readdirSync(folder), []);
  const full = await machine(context);
  const { library: cramped } = await full.open({ freeBytes: async () => 1_000 });
  await assert.rejects(cramped.import({ kind: 'path', path: tiny }, signal), /not enough space/);
});

test('a model is removed, but not while it is borrowed', async (context) => {
  const { open } = await machine(context);
  const { library, folder, events } = await open();
  await assert.rejects(library.remove(entry.id), /Model tiny-q8_0 is not installed/);
  await assert.rejects(library.remove('nothing'), { code: 'MODEL_NOT_FOUND' });
  await assert.rejects(library.borrow(entry.id), { code: 'MODEL_NOT_INSTALLED' });
  await library.import({ kind: 'path', path: tiny }, signal);
  const one = await library.borrow('tiny');
  const two = await library.borrow(entry.id);
  assert.equal(one.path, join(folder, 'tiny-q8_0.gguf').replace('tiny-q8_0', 'quoth-test-en'));
  one.release();
  one.release();
  await assert.rejects(library.remove(entry.id), /used by a transcription/);
  two.release();
  await library.remove(entry.id);
  assert.deepEqual(readdirSync(folder), []);
  assert(!library.find(entry.id).installed);
  assert.deepEqual(events.at(-1), { type: 'model-removed', id: entry.id });
});

test('a model that a package of the system brought is not deleted', async (context) => {
  const { open } = await machine(context);
  const { library, until } = await open({ packaged: [tiny] });
  await until((event) => event.type === 'model-installed');
  const [packaged] = library.list().filter(({ installed }) => installed);
  assert(packaged);
  await assert.rejects(library.remove(packaged.id), {
    code: 'CONFLICT',
    message: /belongs to a package of the system/,
  });
  assert(existsSync(tiny));
});

test('a model that is part of Quoth is there from the first start, read in place, removed and brought back', async (context) => {
  const { root, open } = await machine(context);
  const path = join(root, 'Part of Quoth.gguf');
  copyFileSync(tiny, path);
  const included = { ...entry, included: path, hubPath: null };
  const first = await open({ catalog: [included] });
  const model = first.library.find(entry.id);
  assert.deepEqual(
    [model.installed, model.included, model.imported, model.path],
    [true, true, false, path],
    'before its bytes are compared',
  );
  const borrowed = await first.library.borrow(entry.id);
  assert.deepEqual(readdirSync(first.folder), []);
  await assert.rejects(first.library.remove(entry.id), { code: 'BUSY' });
  borrowed.release();
  await first.library.remove(entry.id);
  assert(existsSync(path));
  await assert.rejects(first.library.borrow(entry.id), { code: 'MODEL_NOT_INSTALLED' });
  await first.close();

  const second = await open({ catalog: [included] });
  assert(!second.library.find(entry.id).installed);
  assert.deepEqual(second.library.notices(), []);
  assert.deepEqual(await second.library.download([entry.id]), [entry.id]);
  assert.deepEqual(second.library.downloads(), []);
  (await second.library.borrow(entry.id)).release();
  assert.deepEqual(
    second.events.filter(({ type }) => type === 'model-installed'),
    [{ type: 'model-installed', id: entry.id }],
  );
  await second.close();

  // Another version lies elsewhere; while this one still runs, its package may put the same bytes there once more.
  const elsewhere = join(root, 'next.gguf');
  renameSync(path, elsewhere);
  const third = await open({ catalog: [{ ...included, included: elsewhere }] });
  assert.equal((await third.library.borrow(entry.id)).path, elsewhere);
  utimesSync(elsewhere, 1, 1);
  (await third.library.borrow(entry.id)).release();
  rmSync(elsewhere);
  await assert.rejects(third.library.borrow(entry.id), /is missing: .*next\.gguf/);
  copyFileSync(tiny, elsewhere);
  assert.deepEqual(await third.library.download([entry.id]), [entry.id]);
  await third.close();
  const fourth = await open({ catalog: [entry] });
  assert(!fourth.library.find(entry.id).installed, 'no longer a part of Quoth');
});

test('an installation from before has the models of a newer Quoth at its first start', async (context) => {
  const { root, open } = await machine(context, { catalog: [] });
  const before = await open();
  const { id: own } = await before.library.import({ kind: 'path', path: tiny }, signal);
  await before.close();
  const path = join(root, 'part.gguf');
  copyFileSync(tiny, path);
  const { library } = await open({ catalog: [{ ...entry, included: path, hubPath: null }] });
  assert(library.find(entry.id).installed);
  assert.equal((await library.borrow(entry.id)).path, path);
  assert(library.find(own).installed, 'what the user brought stays theirs');
});

test('a damaged or missing part of Quoth is named, with how to get it back', async (context) => {
  const { root, open } = await machine(context);
  const path = join(root, 'part.gguf');
  const included = { ...entry, included: path, hubPath: null };
  const remedy = [say('restoreIncludedModel', { model: entry.id })];
  const damaged = Buffer.from(bytes).fill(1, bytes.length - 1_000);
  const broken: readonly [string, () => void, RegExp][] = [
    ['missing', () => rmSync(path, { force: true }), /Model tiny-q8_0 .* is missing: .*part\.gguf/],
    ['shorter', () => writeFileSync(path, bytes.subarray(1)), /Model tiny-q8_0 .* is damaged: .*part\.gguf/],
    ['other bytes', () => writeFileSync(path, damaged), /Model tiny-q8_0 .* is damaged: .*part\.gguf/],
  ];
  for (const [what, spoil, message] of broken) {
    spoil();
    const { library, close } = await open({ catalog: [included] });
    const refused = (error: unknown) => {
      assert(error instanceof AppError, what);
      assert.match(error.message, message, what);
      assert.deepEqual(error.advice, remedy, what);
      return true;
    };
    await assert.rejects(library.borrow(entry.id), refused);
    await assert.rejects(library.download([entry.id]), refused);
    assert(!library.find(entry.id).installed, what);
    const [notice] = library.notices();
    assert.match(notice?.message ?? '', message, what);
    assert.deepEqual(notice && adviceIn(notice, 'hint'), remedy, what);
    await close();
  }
  writeFileSync(path, bytes);
  const running = await open({ catalog: [included] });
  (await running.library.borrow(entry.id)).release();
  for (const [what, spoil, message] of broken) {
    spoil();
    await running.library.lookAgain();
    const [notice] = running.library.notices();
    assert.match(notice?.message ?? '', message, `${what} while Quoth runs`);
    assert.deepEqual(notice && adviceIn(notice, 'hint'), remedy, what);
    writeFileSync(path, bytes);
    await running.library.lookAgain();
    assert.deepEqual(running.library.notices(), [], what);
  }
  writeFileSync(path, damaged);
  await running.library.lookAgain();
  await running.close();
  const again = await open({ catalog: [included] });
  assert(!again.library.find(entry.id).installed, 'not before its bytes are compared again');
  await assert.rejects(again.library.borrow(entry.id), /is damaged/);
  await again.library.import({ kind: 'path', path: tiny }, signal);
  assert(existsSync(path));
  assert.deepEqual(again.library.notices(), [], 'the same bytes from elsewhere are the model too');
  assert(again.library.find(entry.id).installed);
  await again.library.remove(entry.id);
  await again.close();
  writeFileSync(path, bytes);
  const whole = await open({ catalog: [included] });
  (await whole.library.borrow(entry.id)).release();
});

test('a part of Quoth that was repaired counts again, though its size and time are what they were', async (context) => {
  const { root, open } = await machine(context);
  const path = join(root, 'part.gguf');
  const write = (content: Buffer) => {
    writeFileSync(path, content);
    utimesSync(path, 1_000, 1_000);
  };
  const damaged = Buffer.from(bytes).fill(1, bytes.length - 1_000);
  const part = { catalog: [{ ...entry, included: path, hubPath: null }] };
  write(damaged);
  const first = await open(part);
  await assert.rejects(first.library.borrow(entry.id), /is damaged/);
  write(bytes);
  await first.library.download([entry.id]);
  (await first.library.borrow(entry.id)).release();
  write(damaged);
  await assert.rejects(first.library.download([entry.id]), /is damaged/, 'asking compares again');
  await first.close();
  write(bytes);
  const second = await open(part);
  (await second.library.borrow(entry.id)).release();
  assert.deepEqual(second.library.notices(), []);
});

test('a file that is gone or changed does not count as installed, and counts again when it is back', async (context) => {
  const { open } = await machine(context);
  const first = await open();
  const { path } = await first.library.import({ kind: 'path', path: tiny }, signal);
  assert(path !== null);
  const changed = Buffer.from(bytes).fill(1, bytes.length - 1_000);
  // While it runs.
  writeFileSync(path, changed);
  utimesSync(path, 1, 1);
  await assert.rejects(first.library.borrow(entry.id), /damaged or was replaced/);
  assert(!first.library.find(entry.id).installed);
  await first.close();
  // The same size, other bytes: they are compared after the start.
  utimesSync(path, 2, 2);
  const second = await open();
  await new Promise<void>((resolve) => second.library.onChange(resolve));
  await second.close();
  const third = await open();
  assert.deepEqual(
    third.library.find(entry.id).problem,
    say('modelFileChanged', { model: entry.displayName }),
  );
  assert.match(third.library.notices()[0]?.message ?? '', /damaged/);
  await third.close();
  writeFileSync(path, bytes);
  const fourth = await open();
  await fourth.until((event) => event.type === 'model-installed');
  assert(fourth.library.find(entry.id).installed);
  await fourth.close();
  rmSync(path);
  const fifth = await open();
  assert.deepEqual(fifth.library.find(entry.id).problem, say('modelFileGone', { model: entry.displayName }));
  await fifth.close();
  writeFileSync(path, bytes.subarray(1));
  const sixth = await open();
  assert(!sixth.library.find(entry.id).installed);
  await sixth.library.remove(entry.id);
  assert(!existsSync(path));
});

test('an imported model whose file is damaged is not offered for download, and is there again once it is imported again', async (context) => {
  const { open } = await machine(context, { catalog: [] });
  const first = await open();
  const { id, path } = await first.library.import({ kind: 'path', path: tiny }, signal);
  assert(path !== null);
  await first.close();
  writeFileSync(path, bytes.subarray(0, 3_000));
  const { library, folder } = await open();
  const remedy = [say('importModelAgain')];
  const [notice] = library.notices();
  assert.deepEqual(notice && adviceIn(notice, 'hint'), remedy);
  await assert.rejects(library.borrow(id), (error) => {
    assert(error instanceof AppError);
    assert.deepEqual(error.advice, remedy);
    return true;
  });
  const again = await library.import({ kind: 'path', path: tiny }, signal);
  assert.deepEqual([again.id, again.installed, library.list().length], [id, true, 1]);
  assert.deepEqual(library.notices(), []);
  assert.deepEqual(readdirSync(folder), [basename(again.path ?? '')]);
});

test("a model that a newer catalog does not have stays, as the user's own", async (context) => {
  const { open } = await machine(context);
  const first = await open();
  const { path } = await first.library.import({ kind: 'path', path: tiny }, signal);
  await first.close();
  const second = await open({ catalog: [] });
  await second.until((event) => event.type === 'model-installed');
  const [model] = second.library.list();
  assert.deepEqual([model?.id, model?.installed, model?.path], [entry.id, true, path]);
  await second.close();
  const newer = { ...entry, sizeBytes: 5, sha256: '0'.repeat(64) };
  const third = await open({ catalog: [newer] });
  assert.deepEqual(
    [third.library.find(entry.id).sizeBytes, third.library.find(entry.id).sha256],
    [bytes.length, sha256],
  );
  (await third.library.borrow(entry.id)).release();
});

test('a model that is borrowed while it is being removed stays', async (context) => {
  const { open } = await machine(context);
  const { library } = await open();
  await library.import({ kind: 'path', path: tiny }, signal);
  const [removal, borrowing] = await Promise.allSettled([library.remove(entry.id), library.borrow(entry.id)]);
  const removed = removal.status === 'fulfilled';
  assert.equal(removed, borrowing.status === 'rejected', 'one of the two');
  assert.equal(library.find(entry.id).installed, !removed);
});

test('files that lie in the folder get a row, and none that the user put there is deleted', async (context) => {
  const { models, open } = await machine(context);
  const put = (name: string, content: Buffer | string) => writeFileSync(join(models, name), content);
  put('Laid-Here.gguf', bytes);
  put('broken.gguf', bytes.subarray(0, 100_000));
  put('notes.txt', 'mine');
  put(`${entry.id}.gguf.part`, bytes.subarray(0, 500_000));
  const first = await open();
  await first.until((event) => event.type === 'model-installed');
  await first.until((event) => event.type === 'notice-raised');
  const model = first.library.find(entry.id);
  assert.deepEqual(
    [model.installed, model.imported, model.path],
    [true, true, join(models, 'Laid-Here.gguf')],
  );
  await first.close();
  assert.deepEqual(readdirSync(models).sort(), ['Laid-Here.gguf', 'broken.gguf', 'notes.txt']);
  const second = await open();
  assert.match(
    second.library.notices()[0]?.message ?? '',
    /broken\.gguf in the models folder cannot be used.*ends too early/,
  );
  await second.library.remove('broken');
  assert(!existsSync(join(models, 'broken.gguf')));
  await second.close();
});

test('a partial download whose row is lost is continued, not discarded', async (context) => {
  const { models, open } = await machine(context);
  writeFileSync(join(models, `${entry.id}.gguf.part`), bytes.subarray(0, 500_000));
  const { library } = await open();
  const [download] = library.downloads();
  assert.deepEqual([download?.id, download?.status, download?.bytes], [entry.id, 'paused', 500_000]);
});

test("the product's own catalog opens, and slugs mean the file that is shown first", async (context) => {
  const { open } = await machine(context, { catalog: catalogEntries });
  const { library } = await open();
  assert.equal(library.find('Parakeet-Unified-EN-0.6B').id, 'parakeet-unified-en-0.6b-q4_k_m');
  assert.equal(library.find('whisper-tiny-F16.gguf').id, 'whisper-tiny-f16');
  assert.throws(() => library.find('none'), { code: 'MODEL_NOT_FOUND' });
  assert(library instanceof ModelLibrary);
  const first = library.catalog().find(({ slug, address }) => slug.startsWith('parakeet-tdt_ctc') && address);
  assert.match(
    first?.address ?? '',
    /^http:\/\/127\.0\.0\.1:1\/handy-computer\/parakeet-tdt_ctc-110m-gguf\/resolve\/[0-9a-f]{40}\/.*\.gguf$/,
  );
  assert.equal(library.list().filter(({ listed }) => listed).length, 69);
});

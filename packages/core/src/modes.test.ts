import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import {
  AppError,
  createModeBody,
  type Mode,
  mode as modeSchema,
  type QuothEvent,
  spokenRules,
  updateModeBody,
  type VocabularyEntry,
  vocabularyKind,
} from '@quoth/contract';
import { aMode } from '@quoth/contract/fixtures/shapes.ts';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { EventBus, systemClock } from './base/index.ts';
import { theUser } from './callers.ts';
import { type Database, openDatabase } from './database/index.ts';
import { ModeStore, ModesWithVocabulary, vocabularyIn } from './modes.ts';

let folder: string;
let database: Database;
let events: QuothEvent[];
let modes: ModeStore;

const opened = async (language?: string) => {
  const bus = new EventBus((error) => assert.fail(String(error)));
  bus.subscribe((event) => events.push(event));
  return ModeStore.open({ database, events: bus, clock: systemClock }, language);
};

beforeEach(async () => {
  folder = temporaryFolder();
  database = await openDatabase(join(folder, 'quoth.db'));
  events = [];
  modes = await opened();
});
afterEach(() => database.destroy());

const code = (expected: string) => (error: unknown) => error instanceof AppError && error.code === expected;
const create = (body: object) => modes.create(createModeBody.parse(body), theUser);
const update = (id: string, body: object) => modes.update(id, updateModeBody.parse(body), theUser);
const defaults = () =>
  modes
    .list()
    .filter((mode) => mode.isDefault)
    .map((mode) => mode.name);

test('a first start seeds its modes in the language of the system', async () => {
  const other = await openDatabase(join(folder, 'other.db'));
  const seeded = await ModeStore.open(
    { database: other, events: new EventBus(() => undefined), clock: systemClock },
    'de',
  );
  assert.deepEqual([...new Set(seeded.list().map(({ language }) => language))], ['de']);
  await other.destroy();
});

test('a first start seeds a small set, whose default needs no language model', async () => {
  assert.deepEqual(
    modes.list().map((mode) => [mode.name, mode.preset, mode.postProcessingMode, mode.isDefault]),
    [
      ['Voice to text', 'hyper', 0, true],
      ['Hyper', 'hyper', 1, false],
      ['Email', 'email', 1, false],
      ['Note', 'note', 1, false],
      ['Commit', 'commit', 1, false],
    ],
  );
  for (const mode of modes.list()) modeSchema.parse(mode);
  const again = await opened('de');
  assert.deepEqual(again.list(), modes.list());
});

test('spoken words are written as meant in dictations of a new installation, and nowhere else unless chosen', async () => {
  const rulesOf = (mode: Mode) => spokenRules.map((rule) => mode[rule]);
  for (const mode of modes.list())
    assert.deepEqual(rulesOf(mode), ['dictation', 'off', 'dictation', 'dictation']);
  assert.deepEqual(rulesOf(modes.draft({ name: 'Other' })), ['off', 'off', 'off', 'off']);
});

test('a mode needs only a name; what was read can be sent again; it is there after a restart', async () => {
  const mode = await create({ name: ' Talk ' });
  assert.equal(mode.name, 'Talk');
  assert.equal(mode.sortOrder, 5);
  const copy = await create({ ...mode, name: 'Talk 2', customVocabulary: ['a => b'] });
  assert.notEqual(copy.id, mode.id);
  assert.deepEqual((await opened()).get(copy.id), copy);
});

test('names are unique without case and composition', async () => {
  await create({ name: 'Café' });
  for (const name of ['café', 'CAFÉ', 'CAFE\u0301'])
    await assert.rejects(create({ name }), code('MODE_NAME_TAKEN'));
  const other = await create({ name: 'Other' });
  await assert.rejects(update(other.id, { name: 'café' }), code('MODE_NAME_TAKEN'));
  assert.equal((await update(other.id, { name: 'OTHER' })).name, 'OTHER');
});

test('PATCH changes only what is given; null clears what can be cleared and leaves the rest', async () => {
  const mode = await create({ name: 'Talk', language: 'de', englishSpelling: 'british', punctuation: false });
  const patched = await update(mode.id, {
    englishSpelling: null,
    language: null,
    capitalization: false,
    id: 'x',
  });
  assert.deepEqual(
    [patched.id, patched.englishSpelling, patched.language, patched.capitalization, patched.punctuation],
    [mode.id, null, 'de', false, false],
  );
  assert.deepEqual((await opened()).get(mode.id), patched);
});

test('exactly one mode is the default, whatever is done', async () => {
  const talk = await create({ name: 'Talk', isDefault: true });
  assert.deepEqual(defaults(), ['Talk']);
  await assert.rejects(update(talk.id, { isDefault: false }), code('INVALID_REQUEST'));
  const email = modes.list().find((mode) => mode.name === 'Email');
  assert(email);
  await update(email.id, { isDefault: true });
  assert.deepEqual(defaults(), ['Email']);
  await modes.delete(email.id, theUser);
  assert.deepEqual(defaults(), ['Voice to text']);
  assert.deepEqual((await opened()).list(), modes.list());
});

test('the last mode stays; an unknown or malformed id is MODE_NOT_FOUND', async () => {
  for (const mode of modes.list().slice(1)) await modes.delete(mode.id, theUser);
  const [last] = modes.list();
  assert(last);
  await assert.rejects(modes.delete(last.id, theUser), code('INVALID_REQUEST'));
  for (const id of ['nonsense', '', '00000000-0000-4000-8000-000000000000'])
    assert.throws(() => modes.get(id), code('MODE_NOT_FOUND'));
});

test('many simultaneous changes leave memory and disk consistent', async () => {
  const made = await Promise.allSettled(
    Array.from({ length: 30 }, (_, index) => create({ name: `M${index % 20}`, isDefault: true })),
  );
  assert.equal(made.filter((result) => result.status === 'fulfilled').length, 20);
  assert.equal(defaults().length, 1);
  assert.deepEqual((await opened()).list(), modes.list());
});

test('events carry what a window needs to offer undo', async () => {
  const mode = await create({ name: 'Talk' });
  const updated = await update(mode.id, { language: 'de' });
  await modes.delete(mode.id, theUser);
  assert.deepEqual(events.slice(-3), [
    { type: 'mode-created', mode },
    { type: 'mode-updated', mode: updated, before: mode },
    { type: 'mode-deleted', mode: updated },
  ]);
});

const mode = aMode({ customVocabulary: ['own'] });
const source = { list: () => [mode], get: () => mode, default: () => mode };

const entry = (
  phrase: string,
  written: string | null,
  given: Partial<VocabularyEntry> = {},
): VocabularyEntry => ({
  id: randomUUID(),
  ...{ phrase, written, kind: vocabularyKind(written), languages: [], modes: [] },
  ...given,
});

test("the vocabulary for all modes stands behind each mode's own, and follows its changes", () => {
  let entries: readonly VocabularyEntry[] = [];
  const modes = new ModesWithVocabulary(source, () => entries);
  assert.equal(modes.default(), mode);
  entries = [entry('shared', 'Shared')];
  for (const one of [modes.default(), modes.get(mode.id), ...modes.list()]) {
    assert.deepEqual(one.customVocabulary, ['own', 'shared => Shared']);
  }
  // The list is the same object while nothing changes: the text rules keep what they make of it.
  assert.equal(modes.default().customVocabulary, modes.default().customVocabulary);
  entries = [entry('other', null)];
  assert.deepEqual(modes.default().customVocabulary, ['own', 'other']);
  assert.deepEqual(mode.customVocabulary, ['own']);
});

test('entries for some modes and languages count there alone, and snippets are no words', () => {
  const sign = entry('my sign', 'Anna\nBerlin');
  const modes = new ModesWithVocabulary(source, () => [
    entry('here', null, { modes: [mode.id] }),
    entry('elsewhere', null, { modes: [randomUUID()] }),
    entry('Gift', 'poison', { languages: ['de'] }),
    sign,
  ]);
  const own = modes.get(mode.id);
  assert.deepEqual(own.customVocabulary, ['own', 'here']);
  assert.deepEqual(vocabularyIn(own, 'de-CH'), {
    terms: ['own', 'here', 'Gift => poison'],
    snippets: [sign],
  });
  for (const language of ['en', 'auto', null])
    assert.deepEqual(vocabularyIn(own, language).terms, ['own', 'here']);
});

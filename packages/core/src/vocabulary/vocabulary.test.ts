import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { AppError, createVocabularyEntryBody, limits, updateVocabularyEntryBody } from '@quoth/contract';
import { leavesThisThread } from '@quoth/processes/fixtures/processor-time.ts';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import fc from 'fast-check';
import { EventBus, type Logger, silentLogger, systemClock } from '../base/index.ts';
import { sharedToken, theUser } from '../callers.ts';
import { listChanges, undoChange } from '../changes.ts';
import { type Database, openDatabase } from '../database/index.ts';
import { unreadable } from './file-entry.ts';
import { VocabularyStore } from './vocabulary.ts';
import { MAX_LINES, parseVocabulary, readVocabulary } from './vocabulary-files.ts';

let folder: string;
let database: Database;
let vocabulary: VocabularyStore;

beforeEach(async () => {
  folder = temporaryFolder();
  database = await openDatabase(join(folder, 'quoth.db'));
  warned = [];
  vocabulary = await open();
});
afterEach(() => database.destroy());

const modes = [{ id: '00000000-0000-4000-8000-000000000001', name: 'Email' }];
const events = new EventBus((error) => assert.fail(String(error)));
/** What the log was told. */
let warned: unknown[];
const logger = { ...silentLogger, warn: (given: unknown) => void warned.push(given) } as Logger;
const open = () => VocabularyStore.open({ database, events, clock: systemClock, logger, modes: () => modes });
const body = (phrase: string, written?: string) => createVocabularyEntryBody.parse({ phrase, written });
const update = (given: object) => updateVocabularyEntryBody.parse(given);
const refused =
  (words: RegExp, code = 'INVALID_REQUEST') =>
  (error: unknown) =>
    error instanceof AppError && error.code === code && words.test(error.message);
/** As a mode's own vocabulary is written. */
const terms = () =>
  vocabulary.list().map(({ phrase, written }) => (written === null ? phrase : `${phrase} => ${written}`));
const phrases = () => vocabulary.list().map(({ phrase }) => phrase);

test('entries are kept, listed by the alphabet, and written as a mode writes its own', async () => {
  await vocabulary.create(body('quoth', 'Quoth'), theUser);
  const entry = await vocabulary.create(body('Élodie'), theUser);
  await vocabulary.create(body('api', 'API'), theUser);
  assert.deepEqual(phrases(), ['api', 'Élodie', 'quoth']);
  assert.deepEqual(terms(), ['api => API', 'Élodie', 'quoth => Quoth']);
  await vocabulary.update(entry.id, update({ written: 'Elodie' }), theUser);
  vocabulary = await open();
  assert.deepEqual(terms(), ['api => API', 'Élodie => Elodie', 'quoth => Quoth']);
  await vocabulary.delete(entry.id, theUser);
  assert.deepEqual(phrases(), ['api', 'quoth']);
  await assert.rejects(vocabulary.delete(entry.id, theUser), refused(/no vocabulary entry/));
});

test('an entry that no route lets in is left out and logged; its phrase can be added again', async () => {
  const good = await vocabulary.create(body('good', 'Good'), theUser);
  await vocabulary.create(body('bad', 'Bad'), theUser);
  const damage: Record<string, string>[] = [
    ...['5', '{}', 'true', '', '["Email"]'].map((list) => ({ modes: list })),
    ...['null', '[1]', '["auto"]'].map((list) => ({ languages: list })),
    ...[{ phrase: 'x'.repeat(201) }, { written: 'x'.repeat(limits.snippetCharacters + 1) }, { id: 'none' }],
  ];
  for (const columns of damage) {
    await database.updateTable('vocabulary').set(columns).where('phrase_key', '=', 'bad').execute();
    warned = [];
    vocabulary = await open();
    assert.deepEqual(
      [vocabulary.list(), warned],
      [[good], [{ leftOut: 1 }]],
      JSON.stringify(columns).slice(0, 99),
    );
    await vocabulary.export('csv');
    await vocabulary.create(body('Bad', 'new'), theUser);
  }
  warned = [];
  vocabulary = await open();
  assert.deepEqual([terms(), warned], [['Bad => new', 'good => Good'], []]);
});

test('a phrase exists once, whatever its case and spacing', async () => {
  const first = await vocabulary.create(body('New York'), theUser);
  await assert.rejects(
    vocabulary.create(body('new  york', 'NYC'), theUser),
    refused(/"New York" is already in the vocabulary/, 'ALREADY_EXISTS'),
  );
  const other = await vocabulary.create(body('Boston'), theUser);
  await assert.rejects(
    vocabulary.update(other.id, update({ phrase: 'NEW YORK' }), theUser),
    refused(/already/, 'ALREADY_EXISTS'),
  );
  await vocabulary.update(first.id, update({ phrase: 'new york' }), theUser);
  assert.deepEqual(phrases(), ['Boston', 'new york']);
});

test('a file from a spreadsheet is read with its quotes; unusable lines are reported by number', async () => {
  await vocabulary.create(body('Quoth'), theUser);
  const csv =
    '\uFEFFphrase;written\r\n"Smith; Sons";\r\nkube control;kubectl\r\n\r\nquoth;\r\na => b;\r\n;only this\r\nun\u202eseen;\r\n';
  const { added, skipped } = await vocabulary.import(csv, theUser);
  assert.equal(added, 2);
  assert.deepEqual(terms(), ['kube control => kubectl', 'Quoth', 'Smith; Sons']);
  assert.deepEqual(
    skipped.map(({ line, reason }) => [line, reason.split(' ')[0]]),
    [
      [5, 'It'],
      [6, 'Put'],
      [7, 'Write'],
      [8, 'A'],
    ],
  );
});

test('what is exported is imported unchanged, whatever it contains', async () => {
  const field = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
  const text = fc.array(field, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'));
  const places = {
    languages: fc.subarray(['de', 'en']),
    modes: fc.subarray(modes.map(({ id }) => id)),
  };
  // Only what the routes let in: the store itself does not check again.
  const entry = fc
    .record({ phrase: field, written: fc.option(text), ...places })
    .map((given) => createVocabularyEntryBody.safeParse(given).data)
    .filter((body) => body !== undefined);
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 8 }), async (entries) => {
      for (const { id } of vocabulary.list()) await vocabulary.delete(id, theUser);
      // One that is there already is refused.
      for (const body of entries) await vocabulary.create(body, theUser).catch(() => undefined);
      const contents = () => vocabulary.list().map(({ id: _, ...rest }) => rest);
      const before = contents();
      vocabulary = await open();
      assert.deepEqual([contents(), warned], [before, []]);
      const csv = await vocabulary.export('csv');
      for (const { id } of vocabulary.list()) await vocabulary.delete(id, theUser);
      await vocabulary.import(csv, theUser);
      assert.deepEqual(contents(), before);
    }),
    { numRuns: 40 },
  );
});

test('no more entries than the limit, by hand or by file', async () => {
  const lines = Array.from({ length: limits.vocabularyTerms + 5 }, (_, index) => `word ${index}`);
  const { added, skipped } = await vocabulary.import(lines.join('\n'), theUser);
  assert.equal(added, limits.vocabularyTerms);
  assert.equal(skipped.length, 5);
  await assert.rejects(vocabulary.create(body('one more'), theUser), refused(/at most/, 'LIMIT_REACHED'));
});

test('comma, semicolon and tab are recognised as separators', () => {
  for (const delimiter of [',', ';', '\t']) {
    const [line] = parseVocabulary(`kube control${delimiter}kubectl\n`);
    assert.deepEqual(line, {
      ...{ line: 1, phrase: 'kube control', written: 'kubectl' },
      ...{ languages: [], modes: [] },
    });
  }
});

test('what an entry is follows from its text; a file names modes, and one that is not here is reported', async () => {
  await vocabulary.import(
    'phrase,written,languages,modes\nword\nkube,K8s,,\nmy sign,"Anna\r\nBerlin",de; en-GB,email\ntoday,{{date}}\nlost,x,,Gone\nbad,x,zz zz\n',
    theUser,
  );
  assert.deepEqual(
    vocabulary.list().map(({ phrase, kind, languages, modes: own }) => [phrase, kind, languages, own]),
    [
      ['kube', 'replacement', [], []],
      ['my sign', 'snippet', ['de', 'en'], modes.map(({ id }) => id)],
      ['today', 'snippet', [], []],
      ['word', 'word', [], []],
    ],
  );
  const { skipped } = await vocabulary.import('lost,x,,Gone\nbad,x,zz zz\n', theUser);
  assert.deepEqual(
    skipped.map(({ line }) => line),
    [1, 2],
  );
  assert.match(skipped[0]?.reason ?? '', /no mode "Gone"/);
});

test('all texts together have a budget, by hand and by file', async () => {
  const text = 'x'.repeat(limits.snippetCharacters);
  assert.equal(createVocabularyEntryBody.safeParse({ phrase: 'a', written: `${text}x` }).success, false);
  const count = Math.floor(limits.vocabularyCharacters / (text.length + 3));
  const lines = Array.from({ length: count + 2 }, (_, at) => `${at + 100},${text}`);
  assert.equal((await vocabulary.import(lines.slice(0, 60).join('\n'), theUser)).added, 60);
  const { added, skipped } = await vocabulary.import(lines.slice(60).join('\n'), theUser);
  assert.deepEqual([added, skipped.length], [count - 60, 2]);
  assert.match(skipped[0]?.reason ?? '', /together/);
  await assert.rejects(vocabulary.create(body('more', text), theUser), refused(/together/, 'LIMIT_REACHED'));
});

const plist = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><array>
<dict><key>phrase</key><string>On my way &amp; &#x1F697;!</string><key>shortcut</key><string>omw</string></dict>
<dict><key>shortcut</key><string>sig</string><key>phrase</key><string>Anna
Berlin</string></dict>
<dict><key>phrase</key><string>lost</string></dict>
</array></plist>`;
const espanso = `# my matches
global_vars:
  - name: now
    type: date
    params: { format: "%H:%M" }
  - { name: odd, type: date, params: { format: 5 } }
  - 7
matches:
  - trigger: ":mail"
    replace: "me@example.org"
  - triggers: [";day", ";today"]
    replace: "{{d}} {{now}}"
    vars: [{ name: d, type: date, params: { format: "%Y-%m-%d" } }]
  - trigger: ":br"
    label: kind regards
    replace: |
      Best $|$,
      {{c}}
    vars:
      - { name: c, type: clipboard }
  - trigger: ":ip"
    replace: "{{out}}"
    vars: [{ name: out, type: shell, params: { cmd: "curl ip" } }]
  - trigger: ":pic"
    image_path: /a.png
  - trigger: ":stamp"
    replace: "{{s}}"
    vars: [{ name: s, type: date, params: { format: "%H:%M, %d.%m." } }]
  - trigger: ":odd"
    replace: "{{odd}}"
  - trigger: ":dear"
    replace: "Dear {{form1.name}}"
    vars: [{ name: form1, type: form, params: { layout: "[[name]]" } }]
`;

test('a mode whose name has a semicolon comes back from a file; espanso without matches is none of CSV', async () => {
  const [id = ''] = modes.map((mode) => mode.id);
  const [named] = modes;
  assert(named);
  const { name } = named;
  for (const odd of ['a; b', '"a"; b', 'a"b']) {
    Object.assign(named, { name: odd });
    await vocabulary.create({ ...body('mine', 'x'), languages: ['de', 'en'], modes: [id] }, theUser);
    const file = await vocabulary.export('csv');
    for (const entry of vocabulary.list()) await vocabulary.delete(entry.id, theUser);
    assert.deepEqual((await vocabulary.import(file, theUser)).skipped, [], file);
    assert.deepEqual(
      vocabulary.list().map((entry) => [entry.languages, entry.modes]),
      [[['de', 'en'], [id]]],
    );
    for (const entry of vocabulary.list()) await vocabulary.delete(entry.id, theUser);
  }
  // As it is written by hand.
  Object.assign(named, { name: 'a; "b"' });
  const byHand = '; "a; ""b"""'.replaceAll('"', '""');
  assert.deepEqual((await vocabulary.import(`one,x,,"${byHand}"\n`, theUser)).skipped, []);
  assert.deepEqual(vocabulary.list()[0]?.modes, [id]);
  for (const entry of vocabulary.list()) await vocabulary.delete(entry.id, theUser);
  Object.assign(named, { name });
  assert.deepEqual(await vocabulary.import('matches: []\n', theUser), { ok: true, added: 0, skipped: [] });
});

test('text replacements of macOS and matches of espanso come in; what needs a program is reported', async () => {
  const ofMac = await vocabulary.import(plist, theUser);
  assert.deepEqual([ofMac.added, ofMac.skipped.map(({ line }) => line)], [2, [3]]);
  const ofEspanso = await vocabulary.import(espanso, theUser);
  assert.equal(ofEspanso.added, 5);
  assert.deepEqual(
    ofEspanso.skipped.map(({ line, reason }) => [line, reason]),
    [
      [4, 'It runs a program or asks in a form.'],
      [5, 'It cannot be read.'],
      [7, 'Quoth does not know its variable "odd".'],
      [8, 'It runs a program or asks in a form.'],
    ],
  );
  assert.deepEqual(terms(), [
    'day => {{date}} {{time}}',
    'kind regards => Best {{cursor}},\n{{clipboard}}\n',
    'mail => me@example.org',
    'omw => On my way & 🚗!',
    'sig => Anna\nBerlin',
    'stamp => {{time}} {{date}}',
    'today => {{date}} {{time}}',
  ]);
});

test('what is written for macOS and espanso comes back as it was', async () => {
  await vocabulary.import(plist, theUser);
  await vocabulary.import(espanso, theUser);
  await vocabulary.create(body('only a word'), theUser);
  const before = terms().filter((term) => term.includes('=>'));
  for (const format of ['plist', 'yml'] as const) {
    const file = await vocabulary.export(format);
    for (const { id } of vocabulary.list()) await vocabulary.delete(id, theUser);
    assert.deepEqual((await vocabulary.import(file, theUser)).skipped, [], format);
    assert.deepEqual(terms(), before, format);
  }
});

test('a file that is none of these, or grows by its aliases, adds nothing', async () => {
  const bomb = `a: &a [x, x]\nb: &b [*a, *a]\nmatches:\n  - { trigger: x, replace: *b }\n`;
  for (const file of ['bplist00\u0000', '<plist></plist>', 'matches:\n  - [', bomb]) {
    const { added, skipped } = await vocabulary.import(file, theUser);
    assert.deepEqual([added, skipped.length], [0, 1], file);
  }
});

test('the user can undo what a program changed, unless it was changed again', async () => {
  const parts = {
    vocabulary,
    modes: { list: () => [], put: async () => undefined, delete: async () => undefined },
    recordings: { moveToTrash: async () => undefined, restore: async () => undefined },
  };
  const shared = { database, events, clock: systemClock };
  const undone = async () => {
    const [change] = await listChanges(database, 1);
    assert.equal(change?.kind, 'vocabulary-changed');
    await undoChange(shared, change.id, parts);
  };
  const own = await vocabulary.create(body('own', 'mine'), theUser);
  assert.deepEqual(await listChanges(database, 10), []);
  await vocabulary.import('one\ntwo,2\n', sharedToken);
  await undone();
  assert.deepEqual(terms(), ['own => mine']);
  await vocabulary.update(own.id, update({ written: 'theirs' }), sharedToken);
  await undone();
  assert.deepEqual(vocabulary.list(), [own]);
  await vocabulary.delete(own.id, sharedToken);
  await undone();
  assert.deepEqual(vocabulary.list(), [own]);
  await vocabulary.update(own.id, update({ written: 'theirs' }), sharedToken);
  await vocabulary.update(own.id, update({ written: 'mine again' }), theUser);
  await assert.rejects(undone(), refused(/changed again/, 'CONFLICT'));
  assert.deepEqual(terms(), ['own => mine again']);
  await vocabulary.update(own.id, update({ written: 'theirs' }), sharedToken);
  await database.updateTable('changes').set({ before: '[{"phrase":5}]' }).execute();
  await assert.rejects(undone(), refused(/can no longer be read/, 'CONFLICT'));
  assert.deepEqual(terms(), ['own => theirs']);
});

test('a long file is read beside other work, whatever its format', async () => {
  const keys = Array.from({ length: 20_000 }, (_, at) => `  k${at}: x`).join('\n');
  const espanso = `matches:\n  - trigger: ":a"\n    replace: "long ago"\nother:\n${keys}\n`;
  const csv = `far,away,,"${'a;'.repeat(100_000)}"\n${'x\n'.repeat(5_000)}`;
  let turns = 0;
  const timer = setInterval(() => turns++, 5);
  const [one, other] = [await vocabulary.import(espanso, theUser), await vocabulary.import(csv, theUser)];
  clearInterval(timer);
  assert.deepEqual([one.added, other.added], [1, 1]);
  assert(turns > 5, `${turns} turns`);
});

test('a file with many more lines than a vocabulary is refused, and gives no more of them than it takes to know', async () => {
  const file = 'x\n'.repeat(200_000);
  assert.equal(parseVocabulary(file).length, MAX_LINES);
  await assert.rejects(vocabulary.import(file, theUser), refused(/too large/, 'INVALID_REQUEST'));
  assert.equal(
    parseVocabulary(`x,y,,"${'a;'.repeat(100_000)}"`)[0]?.modes.length,
    limits.vocabularyModes + 1,
  );
  assert.deepEqual(vocabulary.list(), []);
});

test('files of programs wait, but not many of them, and the user does not wait behind them', async () => {
  const endless = `matches:\n - ${'? '.repeat(4_000)}`;
  const gone = new AbortController();
  const imports = Array.from({ length: 30 }, () =>
    vocabulary.import(endless, sharedToken, gone.signal).then(
      () => 'done',
      (error: unknown) => (error instanceof AppError ? error.code : error),
    ),
  );
  try {
    assert.equal((await vocabulary.import('mine,x\n', theUser)).added, 1);
  } finally {
    gone.abort('gone');
  }
  const ends = await Promise.all(imports);
  // One was being read, and ten waited.
  assert.deepEqual(ends, [...Array(11).fill('gone'), ...Array(19).fill('BUSY')]);
  assert.equal((await vocabulary.import('theirs,x\n', sharedToken)).added, 1);
});

test('a short file that its parser never ends with is unreadable, and nothing waits for it', async () => {
  const { signal } = new AbortController();
  for (const mark of ['', '\uFEFF']) {
    const file = `${mark}matches:\n - ${'? '.repeat(4_000)}`;
    const [line, free] = await leavesThisThread(() => readVocabulary(file, signal, 500));
    assert.deepEqual(line, [unreadable(1)]);
    assert(free);
  }
});

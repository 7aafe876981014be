import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { AppError, type Change, createModeBody, limits, type Mode, updateModeBody } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { type Clock, EventBus } from './base/index.ts';
import { sharedToken, theUser } from './callers.ts';
import {
  forgetOldChanges,
  listChanges,
  markChangesSeen,
  newlySent,
  undoChange,
  writeChange,
} from './changes.ts';
import { type CoreContext, type Database, openDatabase } from './database/index.ts';
import { ModeStore } from './modes.ts';

let folder: string;
let database: Database;
let modes: ModeStore;
let context: Omit<CoreContext, 'logger'>;
let now: number;
let reported: Change[];

beforeEach(async () => {
  folder = temporaryFolder();
  database = await openDatabase(join(folder, 'quoth.db'));
  now = Date.UTC(2026, 10, 22);
  reported = [];
  const clock: Clock = { now: () => now, monotonic: () => now };
  const events = new EventBus((error) => assert.fail(String(error)));
  events.subscribe((event) => {
    if (event.type === 'change-recorded') reported.push(event.change);
  });
  context = { database, events, clock };
  modes = await ModeStore.open(context);
});
afterEach(() => database.destroy());

const created = (fields: object) => modes.create(createModeBody.parse(fields), sharedToken);
const updated = (id: string, fields: object, by = sharedToken) =>
  modes.update(id, updateModeBody.parse(fields), by);
const trash: string[] = [];
const recordings = {
  moveToTrash: async (id: string) => void trash.push(id),
  restore: async (id: string) => trash.splice(trash.indexOf(id), 1),
};
const newest = async () => (await listChanges(database, 1))[0];
const undone = (change = reported.at(-1)) =>
  undoChange(context, change?.id ?? '', {
    modes,
    recordings,
    vocabulary: { undo: async () => assert.fail() },
  });
const refused = (words: RegExp) => (error: unknown) =>
  error instanceof AppError && error.code === 'CONFLICT' && words.test(error.message);

test("a program's changes are written down, the user's own are not", async () => {
  const mode = await created({ name: 'By a program' });
  await updated(mode.id, { language: 'de' });
  await updated(mode.id, { language: 'fr' }, theUser);
  await modes.delete(mode.id, sharedToken);
  assert.deepEqual(
    reported.map(({ kind, title, fields }) => [kind, title, fields]),
    [
      ['mode-created', 'By a program', []],
      ['mode-updated', 'By a program', ['language']],
      ['mode-deleted', 'By a program', []],
    ],
  );
  const seen = async () => (await listChanges(database, 10)).map((change) => change.seen);
  assert.deepEqual(await seen(), [false, false, false]);
  const [, shown, first] = await listChanges(database, 10);
  assert(shown && first);
  await markChangesSeen(database, first.id);
  assert.deepEqual(await seen(), [false, false, true]);
  // One that came while a window marked those that it had shown.
  await markChangesSeen(database, shown.id);
  assert.deepEqual(await seen(), [false, true, true]);
});

async function recorded(kind: 'recording-created' | 'recording-deleted'): Promise<void> {
  const announce = await database
    .transaction()
    .execute((transaction) => writeChange(context, transaction, { kind, subjectId: 'r', title: '' }));
  announce();
}

test('each kind of change is undone, once', async () => {
  const mode = await created({ name: 'New' });
  await undone();
  assert.throws(() => modes.get(mode.id), { code: 'MODE_NOT_FOUND' });
  await assert.rejects(undone(await newest()), refused(/undone already/));

  const [hyper] = modes.list();
  assert(hyper);
  await updated(hyper.id, { name: 'Renamed', model: 'cloud' });
  await undone();
  assert.deepEqual(modes.get(hyper.id), hyper);

  await modes.delete(hyper.id, sharedToken);
  await undone();
  assert.deepEqual(modes.get(hyper.id), hyper);
  assert.equal(modes.list().filter(({ isDefault }) => isDefault).length, 1);

  await recorded('recording-created');
  await undone();
  assert.deepEqual(trash, ['r']);
  await recorded('recording-deleted');
  await undone();
  assert.deepEqual(trash, []);
});

test('an undo never reverts what somebody did since', async () => {
  const [hyper] = modes.list();
  assert(hyper);
  await updated(hyper.id, { language: 'de' });
  await updated(hyper.id, { language: 'fr' }, theUser);
  await assert.rejects(undone(), refused(/changed again since/));
  assert.equal(modes.get(hyper.id).language, 'fr');
  const mode = await created({ name: 'Temporary' });
  await modes.delete(mode.id, theUser);
  await assert.rejects(undone(), refused(/no longer exists/));
});

test('a default that a program changed is restored by the undo', async () => {
  const [hyper, email] = modes.list();
  assert(hyper && email);
  assert(hyper.isDefault);
  await updated(email.id, { isDefault: true });
  assert.deepEqual(reported.at(-1)?.takes, ['default']);
  await undone();
  assert.equal(modes.default().id, hyper.id);

  await created({ name: 'New', isDefault: true, applications: [{ program: 'code' }] });
  assert.deepEqual(reported.at(-1)?.takes, ['default', 'applications']);
  await undone();
  assert.deepEqual(modes.default(), { ...hyper, isDefault: true });

  // What the user has chosen since stays.
  await updated(email.id, { isDefault: true });
  const taken = reported.at(-1);
  const note = modes.list().find(({ id }) => id !== hyper.id && id !== email.id);
  await updated(note?.id ?? '', { isDefault: true }, theUser);
  await undone(taken);
  assert.equal(modes.default().id, note?.id);
  await modes.delete(note?.id ?? '', sharedToken);
  assert.deepEqual(reported.at(-1)?.takes, ['default']);
  await updated(email.id, { isDefault: true }, theUser);
  await undone();
  assert.equal(modes.default().id, email.id);
});

test('changes are kept for 30 days', async () => {
  await created({ name: 'Old' });
  now += (limits.changeDays - 1) * 24 * 3_600_000;
  await forgetOldChanges(context);
  assert.equal((await listChanges(database, 10)).length, 1);
  now += 2 * 24 * 3_600_000;
  await forgetOldChanges(context);
  assert.equal((await listChanges(database, 10)).length, 0);
});

const destinations: [before: Partial<Mode> | undefined, after: Partial<Mode>, sent: string[]][] = [
  [{}, { model: 'cloud', cloudProvider: 'deepgram' }, ['audio']],
  [{ model: 'cloud', cloudProvider: 'deepgram' }, { language: 'de' }, []],
  [{ model: 'cloud', cloudProvider: 'deepgram' }, { cloudProvider: 'groq' }, ['audio']],
  [{ model: 'cloud', cloudProvider: 'deepgram' }, { model: 'auto' }, []],
  [{}, { model: 'Cloud' }, ['audio']],
  [{}, { model: 'deepgram/nova-3' }, ['audio']],
  [{ model: 'CLOUD', cloudProvider: 'deepgram' }, { cloudProvider: 'groq' }, ['audio']],
  [{ model: 'cloud', cloudProvider: 'deepgram' }, { model: 'groq/whisper' }, ['audio']],
  [{ model: 'cloud', cloudProvider: 'deepgram' }, { model: 'Deep-Gram/nova-3', cloudProvider: null }, []],
  [{ model: 'cloud' }, { cloudTranscriptionModel: 'nova-3' }, ['audio']],
  [{ model: 'cloud' }, { cloudAccuracyTier: 'highest' }, ['audio']],
  [{ model: 'Cloud' }, { useStreamingTranscription: true }, ['audio']],
  [{ model: 'cloud' }, { useStreamingTranscription: true }, ['audio']],
  [{ model: 'cloud', useStreamingTranscription: true }, { useStreamingTranscription: false }, []],
  [{ model: 'auto' }, { useStreamingTranscription: true }, []],
  [{ postProcessingMode: 0 }, { postProcessingMode: 1 }, ['text']],
  [{ postProcessingMode: 2 }, { postProcessingMode: 1, postProcessingProvider: 'openai' }, ['text']],
  [{ postProcessingMode: 1 }, { postProcessingMode: 2 }, []],
  [{ postProcessingMode: 1 }, { cloudPostProcessingModel: 'openai/gpt-5' }, ['text']],
  [{ postProcessingMode: 1, postProcessingProvider: 'auto' }, { languageModel: 'gpt-5' }, ['text']],
  [{ postProcessingMode: 1 }, { postProcessingProvider: '' }, []],
  [{ postProcessingMode: 1, postProcessingProvider: 'openai' }, { postProcessingProvider: ' OpenAI' }, []],
  [{ postProcessingMode: 1, postProcessingProvider: 'openai' }, { cloudPostProcessingModel: 'gpt-5' }, []],
  [undefined, { model: 'cloud', postProcessingMode: 1 }, ['audio', 'text']],
  [undefined, { model: 'auto', postProcessingMode: 0 }, []],
];

test('data that is sent to a new destination is reported', () => {
  const [base] = modes.list();
  assert(base);
  const quiet: Mode = { ...base, postProcessingMode: 0 };
  for (const [before, after, sent] of destinations) {
    const was = before && { ...quiet, ...before };
    assert.deepEqual(newlySent(was, { ...(was ?? quiet), ...after }), sent, JSON.stringify([before, after]));
  }
});

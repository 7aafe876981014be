import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { type Mode, modeDefaults } from '@quoth/contract';
import { theUser } from '../callers.ts';
import type { Recordings } from '../declarations/index.ts';
import { TestRecordings } from '../fixtures/test-recordings.ts';
import { recordingLibrary } from './recording-library.ts';

const modes = ['c0ffee00-0000-4000-8000-000000000001', 'c0ffee00-0000-4000-8000-000000000002'].map(
  (id, index) => ({ ...modeDefaults, id, name: `Mode ${index}`, removeTrailingPeriod: index === 1 }) as Mode,
);
const [standard, terse] = modes as [Mode, Mode];
const expecting: Mode = {
  ...standard,
  id: 'c0ffee00-0000-4000-8000-000000000003',
  customVocabulary: ['kubernetes'],
};
modes.push(expecting);
const words = 'It works.';

let recordings: TestRecordings;
let library: Recordings;
/** Percent of the recordings in progress. */
let inProgress: Map<string, number>;

beforeEach(async () => {
  recordings = await TestRecordings.open();
  inProgress = new Map();
  library = recordingLibrary({
    places: recordings.places,
    finder: recordings.finder,
    modes: { list: () => modes, get: () => assert.fail('no one asked'), default: () => standard },
    lines: { of: () => assert.fail('no one asked') },
    isInProgress: (id) => inProgress.has(id),
    percentOf: (id) => inProgress.get(id),
  });
});
afterEach(() => recordings.close());

function rewritten(mode: Pick<Mode, 'id' | 'name'>): Promise<string> {
  const text = 'It really works!';
  const postProcessed = { text, provider: 'openai' };
  return recordings.complete(text, { transcribedText: words, postProcessed }, mode);
}

test('a recording in progress shows its progress, and is neither edited nor deleted', async () => {
  const { recording } = await recordings.accept(standard);
  const { id } = recording;
  assert.equal((await library.get(id, theUser)).progressPercent, undefined);
  inProgress.set(id, 40);
  assert.equal((await library.get(id, theUser)).progressPercent, 40);
  assert.deepEqual(
    (await library.unfinished()).map(({ progressPercent }) => progressPercent),
    [40],
  );
  const refusal = { code: 'BUSY', message: `The recording ${id} is being processed.` };
  await assert.rejects(library.edit(id, 'mine'), refusal);
  await assert.rejects(library.moveToTrash(id, theUser), refusal);
  assert.equal((await library.get(id, theUser)).deleted_at, null);
  inProgress.clear();
  assert.equal((await library.edit(id, 'mine')).recording.text, 'mine');
  await library.moveToTrash(id, theUser);
  await assert.rejects(library.get(id, theUser), { code: 'RECORDING_NOT_FOUND' });
});

test('the text before rewriting has the rules of its own mode, or of the default one if that is gone', async () => {
  const own = await library.undoRewriting(await rewritten(terse));
  assert.equal(own.text, 'It works');
  const gone = await rewritten({ id: 'c0ffee00-0000-4000-8000-00000000dead', name: 'Deleted' });
  assert.equal((await library.undoRewriting(gone)).text, 'It works.');
});

test('a corrected word comes with the edit once ever, and not where the vocabulary has it', async () => {
  const [heard, right] = ['We use cooper netties here.', 'We use Kubernetes here.'];
  const edited = async (mode: Mode, options?: { readonly learn: boolean }) => {
    const id = await recordings.complete(heard, { transcribedText: heard, language: 'en' }, mode);
    return (await library.edit(id, right, options)).learned;
  };
  assert.equal(await edited(standard), undefined);
  assert.equal(await edited(expecting, { learn: true }), undefined);
  // An entry for another language and another mode is in the way of a new one all the same.
  const { database } = recordings.places;
  const entry = { id: 'k', phrase: 'KUBERNETES', phrase_key: 'kubernetes', written: null };
  const elsewhere = { languages: '["de"]', modes: JSON.stringify([terse.id]) };
  await database
    .insertInto('vocabulary')
    .values({ ...entry, ...elsewhere })
    .execute();
  assert.equal(await edited(standard, { learn: true }), undefined);
  await database.deleteFrom('vocabulary').execute();
  assert.deepEqual(await edited(standard, { learn: true }), {
    heard: 'cooper netties',
    phrase: 'Kubernetes',
    written: null,
  });
  assert.equal(await edited(standard, { learn: true }), undefined);
  const back = await recordings.complete(right, { transcribedText: right, language: 'en' }, standard);
  assert.equal((await library.edit(back, heard, { learn: true })).learned, undefined);
  const undone = await recordings.complete(heard, { transcribedText: heard, language: 'en' }, standard);
  assert.equal((await library.edit(undone, null, { learn: true })).learned, undefined);
});

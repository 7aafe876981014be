import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { type CaptionFormat, type Mode, modeDefaults } from '@quoth/contract';
import { EventBus, openDataFolder, silentLogger, systemClock } from '../base/index.ts';
import { ChangeJournal } from '../changes.ts';
import { type Database, openDatabase } from '../database/index.ts';
import type { Recordings } from '../declarations/index.ts';
import { NewRecordings, RecordingFinder, RecordingWork } from '../recordings/index.ts';
import { printCaptions, recordingLibrary } from './recording-library.ts';
import { type CaptionsToCut, cutCaptions } from './text-rules.ts';

const modes = ['c0ffee00-0000-4000-8000-000000000001', 'c0ffee00-0000-4000-8000-000000000002'].map(
  (id, index) => ({ ...modeDefaults, id, name: `Mode ${index}`, removeTrailingPeriod: index === 1 }) as Mode,
);
const [standard, terse] = modes as [Mode, Mode];
const words = 'It works.';

let home: string;
let database: Database;
let accepted: NewRecordings;
let finder: RecordingFinder;
let work: RecordingWork;
let library: Recordings;
/** Percent of the recordings in progress. */
let atWork: Map<string, number>;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'quoth-recording-library-'));
  const folder = openDataFolder(home);
  database = await openDatabase(folder.database);
  const events = new EventBus((error) => assert.fail(String(error)));
  const shared = { database, folder, events, clock: systemClock, logger: silentLogger };
  accepted = new NewRecordings(shared);
  finder = new RecordingFinder(shared);
  work = new RecordingWork(shared);
  atWork = new Map();
  library = recordingLibrary({
    makers: { maker: () => assert.fail('no one asked'), isMadeBy: () => assert.fail('no one asked') },
    places: { ...shared, journal: new ChangeJournal(shared) },
    finder,
    work,
    modes: { list: () => modes, get: () => assert.fail('no one asked'), default: () => standard },
    isAtWork: (id) => atWork.has(id),
    percentOf: (id) => atWork.get(id),
  });
});
afterEach(async () => {
  await finder.close();
  await database.destroy();
  rmSync(home, { recursive: true, force: true });
});

async function accept(mode: Pick<Mode, 'id' | 'name'>) {
  const path = join(home, 'incoming', 'upload');
  writeFileSync(path, 'audio');
  return accepted.accept({ source: 'api', mode, options: {}, audio: { path, format: 'wav' } });
}

async function rewritten(mode: Pick<Mode, 'id' | 'name'>): Promise<string> {
  const { recording, run } = await accept(mode);
  await work.complete(
    { id: recording.id, run },
    {
      text: 'It really works!',
      transcribedText: words,
      provider: 'pocketsphinx',
      model: 'pocketsphinx-en-us',
      language: 'en',
      duration: 1,
      words: [],
      segments: [],
      postProcessed: { text: 'It really works!', provider: 'openai' },
    },
  );
  return recording.id;
}

test('a recording in progress shows its progress, and is neither edited nor deleted', async () => {
  const { recording } = await accept(standard);
  const { id } = recording;
  assert.equal((await library.get(id)).progressPercent, undefined);
  atWork.set(id, 40);
  assert.equal((await library.get(id)).progressPercent, 40);
  assert.deepEqual(
    (await library.unfinished()).map(({ progressPercent }) => progressPercent),
    [40],
  );
  const refusal = { code: 'BUSY', message: `The recording ${id} is being processed.` };
  await assert.rejects(library.edit(id, 'mine'), refusal);
  await assert.rejects(library.moveToTrash(id), refusal);
  assert.equal((await library.get(id)).deleted_at, null);
  atWork.clear();
  assert.equal((await library.edit(id, 'mine')).text, 'mine');
  await library.moveToTrash(id);
  await assert.rejects(library.get(id), { code: 'RECORDING_NOT_FOUND' });
});

test('the text before rewriting has the rules of its own mode, or of the default one if that is gone', async () => {
  const own = await library.undoRewriting(await rewritten(terse));
  assert.equal(own.text, 'It works');
  const gone = await rewritten({ id: 'c0ffee00-0000-4000-8000-00000000dead', name: 'Deleted' });
  assert.equal((await library.undoRewriting(gone)).text, 'It works.');
});

const mode = { ...modeDefaults, language: 'en', englishSpelling: 'british' } as Mode;

/** An hour or so of somebody who speaks of colors. */
function captions(count: number, format: CaptionFormat): CaptionsToCut {
  const spoken = ['we', 'met', 'at', 'the', 'old', 'theater', 'and', 'talked', 'about', 'color'];
  const words = Array.from({ length: count }, (_, at) => ({
    word: spoken[at % spoken.length] ?? '',
    start: at * 0.4,
    end: at * 0.4 + 0.35,
  }));
  const text = words.map(({ word }) => word).join(' ');
  const speech = { text, duration: count * 0.4, words, segments: [] };
  return { speech, language: 'en', mode, options: {}, source: 'file', format, shape: {} };
}

/** How often the event loop came round until it was there. */
async function turnsUntil<Result>(work: Promise<Result>): Promise<readonly [Result, number]> {
  let isOver = false;
  let turns = 0;
  const over = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    turns++;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return [await over, turns];
}

test('long captions are cut while the event loop keeps running, with the same result', async () => {
  for (const format of ['srt', 'vtt'] as const) {
    const long = captions(12_000, format);
    const [printed, turns] = await turnsUntil(printCaptions(long));
    assert.equal(printed, cutCaptions(long));
    assert.match(printed, /theatre/);
    assert(turns > 5, `${turns} turns of the event loop`);
  }
});

test('short captions start no thread', async () => {
  const short = captions(200, 'srt');
  const [printed, turns] = await turnsUntil(printCaptions(short));
  assert.equal(printed, cutCaptions(short));
  assert(turns <= 2, `${turns} turns of the event loop`);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Mode, modeDefaults, type TranscriptFormat } from '@quoth/contract';
import type { StoredRecording } from '../recordings/index.ts';
import { printTranscript } from './print-transcript.ts';
import { type TranscriptToPrint, transcriptFile } from './transcript-file.ts';

const mode = { ...modeDefaults, language: 'en', englishSpelling: 'british' } as Mode;

/** An hour or so of somebody who speaks of colors. */
function transcript(count: number, format: TranscriptFormat): TranscriptToPrint {
  const spoken = ['we', 'met', 'at', 'the', 'old', 'theater', 'and', 'talked', 'about', 'color'];
  const words = Array.from({ length: count }, (_, at) => ({
    word: spoken[at % spoken.length] ?? '',
    start: at * 0.4,
    end: at * 0.4 + 0.35,
  }));
  const text = words.map(({ word }) => word).join(' ');
  const stored = {
    recording: { id: 'r', text, duration: count * 0.4, source: 'upload' },
    work: { options: {} },
    language: 'en',
    words,
    segments: [],
  } as unknown as StoredRecording;
  return { stored, format, mode, shape: {} };
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

test('long captions are cut while the event loop goes on, with the same result [CAPTIONS-THREAD]', async () => {
  for (const format of ['srt', 'vtt'] as const) {
    const long = transcript(12_000, format);
    const [file, turns] = await turnsUntil(printTranscript(long));
    assert.deepEqual(file, transcriptFile(long));
    assert.match(file.body, /theatre/);
    assert(turns > 5, `${turns} turns of the event loop`);
  }
});

test('short captions, and what is only copied, start no thread [CAPTIONS-THREAD]', async () => {
  for (const given of [transcript(200, 'srt'), transcript(12_000, 'txt')]) {
    const [file, turns] = await turnsUntil(printTranscript(given));
    assert.deepEqual(file, transcriptFile(given));
    assert(turns <= 2, `${turns} turns of the event loop`);
  }
});

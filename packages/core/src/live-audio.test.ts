import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '@quoth/contract';
import { sharedToken } from './callers.ts';
import type { LiveContext } from './declarations/index.ts';
import type { RecordingFiles } from './dictation/index.ts';
import { LiveRecordings } from './live-audio.ts';
import type { DictatedTranscriptions, LiveTranscription } from './transcription/index.ts';

const context: LiveContext = { source: 'api', caller: sharedToken };

/** Recordings whose text never comes, unless it is stopped. */
function recordings(takesProcess: boolean) {
  const counts = { live: 0 };
  const beginLive = (): Partial<LiveTranscription> => {
    counts.live++;
    const over = Promise.withResolvers<never>();
    over.promise.catch(() => undefined);
    return {
      spoolPath: '/nowhere/spool',
      end: () => undefined,
      recognition: over.promise,
      stop: (reason) => over.reject(reason),
      close: async () => undefined,
    };
  };
  const transcriber = {
    planFor: () => ({ mode: {}, options: {}, plan: {} }),
    refusal: () => undefined,
    takesProcess: () => takesProcess,
    beginLive,
  } as unknown as DictatedTranscriptions;
  const files = {
    close: () => undefined,
    drop: async () => undefined,
    complete: async () => ({ durationSeconds: 0 }),
  } as unknown as RecordingFiles;
  return { counts, all: new LiveRecordings({ transcriber, files, savesByDefault: () => false }) };
}

test('an engine with a process for each follows a few, and gets the others when they have ended', async () => {
  const { all, counts } = recordings(true);
  const begun = Array.from({ length: limits.liveRecordings }, () => all.begin({}, context));
  assert.equal(counts.live, limits.liveProcesses);
  assert.throws(() => all.begin({}, context), { code: 'RATE_LIMITED' });
  for (const recording of begun) await recording.discard();
  // As many as before have their places.
  for (let n = 0; n < limits.liveProcesses + 1; n++) all.begin({}, context);
  assert.equal(counts.live, 2 * limits.liveProcesses);
});

test('one that shares its process is followed with all others', () => {
  const { all, counts } = recordings(false);
  for (let n = 0; n < limits.liveRecordings; n++) all.begin({}, context);
  assert.equal(counts.live, limits.liveRecordings);
});

test('recordings that were broken off count until they have a text', async () => {
  const { all } = recordings(false);
  for (let n = 0; n < limits.liveUnanswered; n++) {
    const recording = all.begin({}, context) as unknown as { putOff(): Promise<void> };
    // Its sound has ended, and it waits for its turn.
    await recording.putOff();
  }
  assert.throws(() => all.begin({}, context), /are still being transcribed/);
});

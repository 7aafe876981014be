import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { limits } from '@quoth/contract';
import { silentLogger } from './base/index.ts';
import { sharedToken } from './callers.ts';
import type { LiveContext } from './declarations/index.ts';
import { LiveRecordings } from './live-audio.ts';
import { type RecordingFiles, RecordingSessions } from './recording-sessions/index.ts';
import type { DictatedTranscriptions, LiveWords } from './transcription/index.ts';

const context: LiveContext = { source: 'api', caller: sharedToken };

/** Recordings whose text never comes, unless it is stopped. */
function recordings() {
  const counts = { live: 0 };
  const beginLive = (): Partial<LiveWords> => {
    counts.live++;
    const over = Promise.withResolvers<never>();
    over.promise.catch(() => undefined);
    return {
      take: async () => undefined,
      end: () => undefined,
      recognition: over.promise,
      stop: (reason) => over.reject(reason),
      close: async () => undefined,
    };
  };
  const transcriber = {
    planFor: () => ({ mode: {}, options: {}, plan: {} }),
    refusal: () => undefined,
    beginLive,
    finish: () => new Promise(() => undefined),
  } as unknown as DictatedTranscriptions;
  const files = {
    close: () => undefined,
    drop: async () => undefined,
    complete: async () => ({ durationSeconds: 1, audioPath: '/nowhere/a.wav' }),
  } as unknown as RecordingFiles;
  const sessions = new RecordingSessions({ transcriber, files, logger: silentLogger });
  return { counts, all: new LiveRecordings({ transcriber, sessions, savesByDefault: () => false }) };
}

test('as many as may be are followed, and no more', () => {
  const { all, counts } = recordings();
  for (let n = 0; n < limits.liveRecordings; n++) all.begin({}, context);
  assert.equal(counts.live, limits.liveRecordings);
  assert.throws(() => all.begin({}, context), { code: 'RATE_LIMITED' });
});

test('recordings that were broken off count until they have a text', async () => {
  const { all } = recordings();
  for (let n = 0; n < limits.liveUnanswered; n++) {
    // Its sound has ended, and it waits for its turn.
    void all.begin({}, context).finish();
    await setImmediate();
  }
  assert.throws(() => all.begin({}, context), /are still being transcribed/);
});

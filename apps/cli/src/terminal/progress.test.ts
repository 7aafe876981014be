import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Client } from '@quoth/client';
import type { QuothEvent } from '@quoth/contract';
import type { CliEnvironment } from '../environment.ts';
import { followProgress, Progress, ProgressBar, TimeLeft } from './progress.ts';
import { formatTime } from './wording.ts';

/** Work at a pace of so many shares a second, told four times a second; gives what is shown at the end. */
function shown(
  paces: readonly (readonly [seconds: number, pace: number])[],
  waitedMs = 0,
): number | undefined {
  const left = new TimeLeft();
  let [now, share] = [waitedMs, 0];
  for (const [seconds, pace] of paces) {
    for (let step = 0; step < seconds * 4; step++) {
      now += 250;
      share += pace / 4;
      if (pace > 0) left.progressed(share, now);
    }
  }
  return left.seconds(now);
}

test('the time left comes from the progress of this run: its pace, not what passed before it', () => {
  const about = (seconds: number | undefined, expected: number) =>
    assert(seconds !== undefined && Math.abs(seconds - expected) <= expected * 0.1 + 1, `${seconds}`);
  about(shown([[20, 0.01]]), 80);
  // A minute in the queue is not a slow pace.
  about(shown([[20, 0.01]], 60_000), 80);
  // Another program takes half of the machine: half a minute later the time left is the one at this pace.
  about(
    shown([
      [40, 0.01],
      [35, 0.005],
    ]),
    85,
  );
  // It ends, and the pace is back.
  about(
    shown([
      [40, 0.005],
      [35, 0.01],
    ]),
    45,
  );
});

test('before a tenth of the work or ten seconds nothing is guessed, and a pause makes the time longer', () => {
  assert.equal(shown([[3, 0.01]]), undefined);
  assert.notEqual(shown([[3, 0.05]]), undefined);
  assert.notEqual(shown([[11, 0.002]]), undefined);
  assert.equal(shown([[21, 0.05]]), undefined);
  const going = shown([[20, 0.02]]) ?? 0;
  const stuck =
    shown([
      [20, 0.02],
      [20, 0],
    ]) ?? 0;
  assert(stuck > 1.5 * going, `${going} s, then ${stuck} s`);
});

test('a bar stays in one line of the terminal', () => {
  const shown = (label: string, columns: number) => {
    let line = '';
    const stderr = { isTTY: true, write: (text: string) => (line = text) };
    const bar = new ProgressBar({ stderr } as unknown as CliEnvironment, label, columns);
    bar.show('downloading', 0.5, '12 MB/s, 1 min 20 s left');
    return line.slice(1, line.indexOf('\u001b'));
  };
  for (const columns of [40, 60, 80, 120])
    for (const label of ['Tiny', 'A model with a name that is long'])
      assert(shown(label, columns).length < columns, `${columns}: ${shown(label, columns)}`);
  assert.match(shown('Tiny', 80), /^Tiny \[=+ +\] downloading 50 %, 12 MB\/s, 1 min 20 s left$/);
});

/** Where lines for someone without a terminal go. */
function lines(): { readonly environment: CliEnvironment; readonly written: string[] } {
  const written: string[] = [];
  const stderr = { write: (text: string) => written.push(text) };
  return { environment: { stderr } as unknown as CliEnvironment, written };
}

test('without a terminal, a line is written after ten seconds and then every half minute', () => {
  let now = 0;
  const clock = mock.method(performance, 'now', () => now);
  try {
    const { environment, written } = lines();
    using progress = new Progress(environment, 'talk.wav');
    for (; now < 75_000; now += 1_000) progress.show('transcribing', now / 100_000);
    assert.deepEqual(
      written.map((line) => line.replace(/, about .* left/, '')),
      [10, 40, 70].map((seconds) => `talk.wav: transcribing ${seconds} %, ${formatTime(seconds)}\n`),
    );
  } finally {
    clock.mock.restore();
  }
});

test('the recording of a request that was interrupted is known, even where its event comes late', async () => {
  const events = (more: readonly QuothEvent[]) =>
    ({
      async *streamEvents() {
        for (let turns = 0; turns < 5; turns++) await setImmediate();
        yield* more;
      },
    }) as unknown as Client;
  const known = async (event: QuothEvent) => {
    using progress = new Progress(lines().environment, 'talk.wav');
    await using followed = followProgress(events([event]), { requestId: 'ours' }, progress);
    return followed.recordingId();
  };
  const created = { type: 'recording-created', recordingId: 'kept', requestId: 'ours' } as QuothEvent;
  assert.equal(await known(created), 'kept');
  assert.equal(await known({ type: 'request-progressed', requestId: 'ours', progress: 0.1 }), undefined);
});

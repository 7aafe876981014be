import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appEventTypes, eventAudiences } from '@quoth/contract';
import fc from 'fast-check';
import { EventBus } from '../base/index.ts';
import { JobProgress, type Stage, StageTimer } from './jobs.ts';

test('progress is reported at most four times a second, never goes back, and ends with 1', () => {
  let now = 1_000;
  const events = new EventBus((error) => {
    throw error;
  });
  const told: unknown[] = [];
  events.subscribe((event) => told.push('progress' in event ? event.progress : event));
  const progress = new JobProgress({ events, clock: { now: () => 0, monotonic: () => now } });
  progress.report('a', 0.1);
  assert.equal(progress.percent('a'), undefined);
  progress.begin('a');
  for (const share of [0.1, 0.2, 0.15, 0.3]) {
    progress.report('a', share);
    now += 100;
  }
  assert.equal(progress.percent('a'), 30);
  now += 300;
  progress.report('a', 0.2);
  progress.report('a', 1);
  assert.equal(progress.percent('a'), 99);
  progress.complete('a');
  progress.complete('a');
  assert.deepEqual(told, [0.1, 0.3, 0.99, 1]);
  assert.equal(progress.percent('a'), undefined);
});

test('where nothing is kept, progress goes to the client of the request, and no program learns of a recording', () => {
  const events = new EventBus((error) => {
    throw error;
  });
  const told: unknown[] = [];
  events.subscribe((event) => told.push(event));
  const progress = new JobProgress({ events, clock: { now: () => 0, monotonic: () => 0 } });
  progress.begin('a', 'request-1');
  progress.report('a', 0.5);
  progress.complete('a');
  assert.deepEqual(told, [
    { type: 'request-progressed', requestId: 'request-1', progress: 0.5 },
    { type: 'request-progressed', requestId: 'request-1', progress: 1 },
  ]);
  assert.equal(eventAudiences['request-progressed'], 'none');
  assert(appEventTypes.includes('request-progressed'));
});

test('failed work is not reported as done', () => {
  const events = new EventBus((error) => {
    throw error;
  });
  let count = 0;
  events.subscribe(() => count++);
  const progress = new JobProgress({ events, clock: { now: () => 0, monotonic: () => 0 } });
  progress.begin('a');
  progress.end('a');
  progress.complete('a');
  assert.equal(count, 0);
});

function timerAt(start: number) {
  const clock = { now: start, monotonic: () => clock.now };
  const timer = new StageTimer(clock, start);
  const pass = (milliseconds: number) => {
    clock.now += milliseconds;
  };
  return { timer, pass };
}

const sum = (timings: object) => Object.values(timings).reduce((total: number, ms: number) => total + ms, 0);

test('every moment belongs to one stage, and times measured elsewhere are subtracted from it', async () => {
  const { timer, pass } = timerAt(1_000);
  pass(5);
  timer.enter('queue');
  pass(7);
  await timer.during('save', async () => pass(11));
  pass(1);
  timer.enter('other');
  pass(100);
  timer.attribute({ queue: 20, load: 30, decode: 40, check: -5 });
  const { timings, latencyMs } = timer.read();
  assert.deepEqual(
    [
      timings.receive_ms,
      timings.queue_ms,
      timings.save_ms,
      timings.load_ms,
      timings.decode_ms,
      timings.other_ms,
    ],
    [5, 28, 11, 30, 40, 10],
  );
  assert.equal(latencyMs, 124);
});

test('times measured elsewhere never exceed what there was', () => {
  const { timer, pass } = timerAt(0);
  timer.enter('other');
  pass(10);
  timer.attribute({ load: 8, decode: 8 });
  const { timings, latencyMs } = timer.read();
  assert.deepEqual([timings.load_ms, timings.decode_ms, timings.other_ms, latencyMs], [8, 2, 0, 10]);
});

test('whole milliseconds add up to the latency, whatever the fractions', () => {
  const stage = fc.constantFrom<Stage>(
    'queue',
    'audio',
    'check',
    'load',
    'decode',
    'rewrite',
    'save',
    'other',
  );
  const step = fc.tuple(stage, fc.double({ min: 0, max: 9, noNaN: true }), fc.option(stage));
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 30 }),
      fc.double({ min: 0, max: 1e6, noNaN: true }),
      (steps, start) => {
        const { timer, pass } = timerAt(start);
        for (const [entered, milliseconds, other] of steps) {
          timer.enter(entered);
          pass(milliseconds);
          if (other !== null) timer.attribute({ [other]: milliseconds * 0.7 });
        }
        const { timings, latencyMs } = timer.read();
        assert.equal(sum(timings), latencyMs);
        assert(Object.values(timings).every((ms) => Number.isInteger(ms) && ms >= 0));
      },
    ),
  );
});

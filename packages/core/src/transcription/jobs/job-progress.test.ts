import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appEventTypes, eventAudiences } from '@quoth/contract';
import { EventBus } from '../../base/index.ts';
import { JobProgress } from './job-progress.ts';

test('progress is reported at most four times a second, never goes back, and ends with 1 [JOBS-PROGRESS]', () => {
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

test('where nothing is kept, progress goes to the client of the request, and no program learns of a recording [JOBS-PROGRESS-UNSAVED]', () => {
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

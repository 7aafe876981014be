import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventBus } from '../base/index.ts';
import { Catalog } from './catalog.ts';
import { DownloadProgress, SpeedMeter } from './download-progress.ts';
import type { ModelRow } from './model-rows.ts';

test('speed is that of the last seconds, without what was here before', () => {
  const meter = new SpeedMeter(1_000, 5_000_000);
  assert.equal(meter.bytesPerSecond, null);
  assert.equal(meter.secondsFor(1), null);
  let now = 1_000;
  let bytes = 5_000_000;
  const run = (seconds: number, speed: number) => {
    for (let step = 0; step < seconds * 4; step++) {
      now += 250;
      bytes += speed / 4;
      meter.note(now, bytes);
    }
  };
  run(1, 1_000_000);
  assert.equal(meter.bytesPerSecond, 1_000_000);
  assert.equal(meter.secondsFor(2_500_000), 3);
  run(2, 4_000_000);
  const rising = meter.bytesPerSecond ?? 0;
  assert(rising > 1_500_000 && rising < 4_000_000, String(rising));
  run(30, 4_000_000);
  assert(Math.abs((meter.bytesPerSecond ?? 0) - 4_000_000) < 10_000);
  run(120, 0);
  assert.equal(meter.secondsFor(1_000), null, 'what stands still has no end');
});

test('progress is reported a few times a second at most, and soon after bytes that are the last for a while', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  const pass = (milliseconds: number) => {
    now += milliseconds;
    context.mock.timers.tick(milliseconds);
  };
  const events = new EventBus((error) => {
    throw error;
  });
  const reported: number[] = [];
  events.subscribe((event) => {
    if (event.type === 'model-download-progressed') reported.push(event.download.bytes);
  });
  const progress = new DownloadProgress(new Catalog([]), { now: () => now, monotonic: () => now }, events);
  const row = { id: 'one', status: 'queued', size_bytes: 400_000 } as ModelRow;
  progress.began(row);
  for (let bytes = 10_000; bytes <= 300_000; bytes += 10_000) {
    pass(100);
    progress.moved(row, bytes);
  }
  assert(reported.length >= 10 && reported.length <= 13, `${reported.length} events in 3 s`);
  progress.moved(row, 300_001);
  pass(250);
  assert.equal(reported.at(-1), 300_001);
});

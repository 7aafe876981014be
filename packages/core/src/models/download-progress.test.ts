import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SpeedMeter } from './download-progress.ts';

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

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TurnDetector, type TurnStep } from './turn-detector.ts';

const FRAME = 512;
const rules = { threshold: 0.5, prefixPaddingMs: 300, silenceDurationMs: 500 };

/** Sound of 32 ms a letter: `v` is voiced. */
function heardBy(detector: TurnDetector, frames: string): TurnStep[] {
  return [...frames].flatMap((frame) =>
    detector.push({ samples: new Int16Array(FRAME), voiced: [frame === 'v'] }),
  );
}

/** What happens, with its time, and how much sound a turn gets at its beginning. */
function reported(steps: readonly TurnStep[]): string[] {
  return steps.flatMap((step) => {
    if (step.type === 'continued') return [];
    if (step.type === 'stopped') return [`stopped ${step.atMs}`];
    return [`started ${step.atMs} with ${step.sounds.length * 32}`];
  });
}

test('a turn begins with speech and what came right before it, and ends after silence', () => {
  const detector = new TurnDetector(rules);
  const steps = heardBy(detector, `${'.'.repeat(40)}${'v'.repeat(20)}${'.'.repeat(30)}`);
  // Speech begins at 1,280 ms, is certain four frames later, and ends at 1,920.
  assert.deepEqual(reported(steps), ['started 960 with 448', 'stopped 2432']);
});

test('a pause within a turn, a click and a cough are no turns', () => {
  assert.deepEqual(
    reported(heardBy(new TurnDetector(rules), `${'.'.repeat(20)}v.....vv....v${'.'.repeat(30)}`)),
    [],
  );
  const pause = `vvvvvv${'.'.repeat(12)}vvvv${'.'.repeat(12)}vvvv`;
  assert.deepEqual(reported(heardBy(new TurnDetector(rules), pause)), ['started 0 with 128']);
});

test('one voiced frame alone does not keep a turn open', () => {
  const steps = heardBy(new TurnDetector(rules), `vvvvvv${'.....v'.repeat(6)}`);
  assert.deepEqual(reported(steps), ['started 0 with 128', 'stopped 704']);
});

test('the rules decide: how sure, how much before, how long a silence', () => {
  const strict = new TurnDetector({ threshold: 1, prefixPaddingMs: 0, silenceDurationMs: 100 });
  assert.deepEqual(reported(heardBy(strict, '..vvvvvv..vvvvvvvv....')), [
    'started 320 with 256',
    'stopped 704',
  ]);
  const eager = new TurnDetector({ threshold: 0, prefixPaddingMs: 0, silenceDurationMs: 100 });
  assert.deepEqual(reported(heardBy(eager, '.....v')), ['started 160 with 32']);
});

test('sound between turns is let go of, however long it is', () => {
  const detector = new TurnDetector(rules);
  heardBy(detector, '.'.repeat(10_000));
  const [started] = heardBy(detector, 'vvvv');
  assert(started?.type === 'started' && started.sounds.length <= 30);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownSize } from './model-sizes.ts';

test('a download that got nothing shows nothing, and a first byte shows', () => {
  assert.deepEqual(
    [0, 1, 1_600_000, 90_000_000, 1_540_000_000].map((bytes) => {
      const { size, unit } = shownSize(bytes);
      return `${size} ${unit}`;
    }),
    ['0 megabytes', '1 megabytes', '2 megabytes', '90 megabytes', '1.5 gigabytes'],
  );
});

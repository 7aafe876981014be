import assert from 'node:assert/strict';
import { test } from 'node:test';
import { breakUploads } from './chaos/broken-uploads.ts';

const MOMENTS = 50;
const SEED = 20_261_122;
/** Two are enough to find what is only held by garbage; `npm run chaos -- broken-uploads` waits for thousands. */
const COLLECTIONS = 20;

test(`uploads of each kind broken off at ${MOMENTS} moments (seed ${SEED}): no file, no descriptor is left, and the application lives on while garbage is collected ${COLLECTIONS} times`, async () => {
  const answered = await breakUploads({ moments: MOMENTS, seed: SEED, collections: COLLECTIONS });
  assert(answered > 0);
});

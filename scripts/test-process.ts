import { after } from 'node:test';
import { startFrom } from '@quoth/processes/places';

// Loaded before each file of tests.

const programs = process.env.QUOTH_TEST_PROGRAMS;
if (programs !== undefined) startFrom(programs);

/** So long a file of tests may take to end once its last test is over; what it should have closed is killed then. */
const LINGER_MS = Number(process.env.QUOTH_TEST_LINGER_MS ?? 60_000);

// A test that failed may have left a process or a server open, and a file that never ends would hold up
// every other one: it ends with an error of its own instead.
after(() => {
  const { allFiles } = globalThis as { readonly allFiles?: Promise<void> };
  void Promise.resolve(allFiles).then(() =>
    setTimeout(() => {
      const open = process.getActiveResourcesInfo().join(', ');
      console.error(`Its tests are over, and something is still open: ${open}`);
      process.exit(1);
    }, LINGER_MS).unref(),
  );
});

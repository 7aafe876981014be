import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { vendorList } from '@quoth/vendors';
import { systemClock } from '../base/index.ts';
import { type StreamRequest, type StreamSources, streamToProvider } from './cloud-stream.ts';

test('a recording whose end is not known ends its stream, and nothing is left that no one catches', async (context: TestContext) => {
  const uncaught: unknown[] = [];
  const take = (error: unknown) => uncaught.push(error);
  process.on('unhandledRejection', take);
  context.after(() => process.off('unhandledRejection', take));
  const offline = new Error('offline');
  const spoolPath = join(temporaryFolder(), 'spool');
  writeFileSync(spoolPath, new Uint8Array(32_000));
  const vendor = vendorList.find(({ id }) => id === 'deepgram');
  const provider = { displayName: 'Deepgram', vendor };
  const sources = {
    list: { find: () => provider },
    health: { ready: () => Promise.reject(offline) },
    clock: systemClock,
  } as unknown as StreamSources;
  const lost = new Error('the microphone was lost');
  const ended = Promise.reject<number>(lost);
  const request = {
    plan: { provider: { id: 'deepgram' } },
    ...{ spoolPath, ended, vocabulary: [], signal: new AbortController().signal },
  } as unknown as StreamRequest;
  await assert.rejects(streamToProvider(sources, request), /the microphone was lost/);
  await nextTurn();
  assert(!uncaught.includes(lost) && !uncaught.includes(offline), String(uncaught));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient, type Transport } from '@quoth/client';
import { createBridge } from './bridge.ts';
import { withProgress } from './progress.ts';
import type { ProgressReport } from './tool.ts';

const mine = '3f2b8c1e-7d64-4a53-9b0e-1c2d3e4f5a6b';
const other = '4f2b8c1e-7d64-4a53-9b0e-1c2d3e4f5a6b';

/** Work of a few ticks, on a server that sends these events and then nothing more. */
async function reports(
  events: readonly Record<string, unknown>[] | undefined,
  ticks: number,
): Promise<ProgressReport[]> {
  const text = (events ?? []).map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  const fetch: Transport = async (_url, { signal }) => {
    if (!events) {
      const error = { code: 'NOT_FOUND', message: 'no' };
      return Response.json({ ok: false, error }, { status: 404 });
    }
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode(text));
        signal?.addEventListener('abort', () => controller.close());
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  const config = { dataFolder: '/', home: '/', cwd: '/', platform: process.platform, progressEveryMs: 1 };
  const seen: ProgressReport[] = [];
  const enough = Promise.withResolvers<void>();
  const call = {
    bridge: createBridge(config, fetch),
    signal: new AbortController().signal,
    roots: [],
    report: async (report: ProgressReport) => {
      seen.push(report);
      if (seen.length >= ticks) enough.resolve();
    },
  };
  const client = createClient({ fetch, baseUrl: 'http://127.0.0.1' });
  await withProgress(call, { client, requestId: 'ours', run: () => enough.promise });
  return seen;
}

const created = (recordingId: string, requestId = 'ours') => ({
  type: 'recording-created',
  recordingId,
  requestId,
});
const progressed = (recordingId: string, progress: number) => ({
  type: 'transcription-progressed',
  recordingId,
  progress,
});

test('without events for us it says honestly that it goes on, and for how long', async () => {
  const seen = await reports(undefined, 4);
  assert(
    seen.every(({ message, total }) => /^Still transcribing, \d+ s$/.test(message) && total === undefined),
  );
  assert(seen.every(({ progress }, index) => progress > (seen[index - 1]?.progress ?? 0) && progress < 1));
});

test('measured shares are passed on, and the value only grows', async () => {
  const seen = await reports(
    [created(mine), progressed(mine, 0.25), progressed(mine, 0.5), progressed(mine, 0.4)],
    6,
  );
  const measured = seen.filter(({ total }) => total === 100);
  assert.deepEqual(
    measured.slice(0, 2).map(({ progress }) => Math.floor(progress)),
    [25, 50],
  );
  assert.match(measured[1]?.message ?? '', /50 %/);
  assert(seen.every(({ progress }, index) => progress > (seen[index - 1]?.progress ?? 0)));
});

test("somebody else's shares are not taken for ours", async () => {
  for (const events of [
    [progressed(other, 0.9)],
    // Where ours is not kept, the only recording that begins is somebody else's.
    [created(other, 'theirs'), progressed(other, 0.5)],
  ])
    assert((await reports(events, 3)).every(({ total }) => total === undefined));
  const mixed = [created(mine), created(other, 'theirs'), progressed(other, 0.9), progressed(mine, 0.2)];
  const shares = (await reports(mixed, 3)).filter(({ total }) => total !== undefined);
  assert(shares.length > 0 && shares.every(({ progress }) => progress < 21));
});

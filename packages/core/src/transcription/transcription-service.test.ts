import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TranscribeOptions } from '@quoth/contract';
import { JobQueue } from './jobs/job-queue.ts';
import { TranscriptionService } from './transcription-service.ts';

/** A service whose plans name their queue in `engine`, with room for one job in each; `taken` and `begun` say what was asked of its parts. */
function fixture() {
  const taken: string[] = [];
  const begun: string[] = [];
  const queue = new JobQueue(() => 0);
  const service = new TranscriptionService({
    planner: { plan: ({ engine }: TranscribeOptions) => ({ queue: engine }) },
    queue,
    intake: {
      fromPath: async (path: string) => {
        taken.push(path);
        return { discard: async () => undefined };
      },
    },
    pathPolicy: () => undefined,
    requests: {
      run: async ({ options }: { options: TranscribeOptions }) => {
        begun.push(options.engine ?? '');
        return { text: '' };
      },
    },
    clock: { now: () => 0, monotonic: () => 0 },
  } as unknown as ConstructorParameters<typeof TranscriptionService>[0]);
  const submit = (engine: string, idempotencyKey?: string) =>
    service.submit(
      { kind: 'path', path: '/a.wav' },
      { engine },
      {
        source: 'api',
        signal: new AbortController().signal,
        idempotencyKey,
      },
    );
  return { queue, submit, taken, begun };
}

test('a full queue refuses before the audio is taken over, and only what is planned for it [QUEUE-OWN]', async () => {
  const { queue, submit, taken, begun } = fixture();
  queue.reserve('pocketsphinx');
  await assert.rejects(submit('pocketsphinx'), { code: 'RATE_LIMITED' });
  assert.deepEqual([taken, begun], [[], []]);
  await (await submit('cloud')).answer;
  assert.deepEqual([taken, begun], [['/a.wav'], ['cloud']]);
});

test('the same request sent again is not refused by a full queue: it may join work that is in it [QUEUE-OWN]', async () => {
  const { queue, submit, begun } = fixture();
  queue.reserve('pocketsphinx');
  await (await submit('pocketsphinx', 'a key')).answer;
  assert.deepEqual(begun, ['pocketsphinx']);
});

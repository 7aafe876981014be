import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '@quoth/contract';
import { silentLogger } from '../../base/index.ts';
import type { FinishedJob } from '../to-transcription.ts';
import type { Job } from './job.ts';
import { JobLauncher } from './job-launcher.ts';
import { RunningJobs } from './running-jobs.ts';

const timer = { read: () => ({ timings: {}, latencyMs: 7 }) };
const job = { id: 'a', options: {}, timer } as unknown as Job;
const finished = { capabilities: {}, record: { text: 'It works.', duration: 1 } } as unknown as FinishedJob;

/** A launcher whose jobs end as `work` does. */
const launcherOf = (jobs: RunningJobs, work: (signal: AbortSignal) => Promise<FinishedJob>) =>
  new JobLauncher({ jobs, runner: { run: (_, signal) => work(signal) }, logger: silentLogger });

test('whoever waits for a job gets its transcript and can stop it', async () => {
  const jobs = new RunningJobs();
  const signal = new AbortController();
  const { text, latency_ms } = await launcherOf(jobs, async () => finished).run(job, signal.signal);
  assert.deepEqual([text, latency_ms], ['It works.', 7]);
  const endless = launcherOf(
    jobs,
    (given) =>
      new Promise((_, reject) => {
        given.addEventListener('abort', () => reject(given.reason));
      }),
  );
  const answer = endless.run(job, signal.signal);
  assert(jobs.has('a'));
  signal.abort(new AppError('CANCELLED'));
  await assert.rejects(answer, { code: 'CANCELLED' });
  assert(!jobs.has('a'));
});

test('a job in the background is answered at once, and its failure affects nobody else', async () => {
  const jobs = new RunningJobs();
  const launcher = launcherOf(jobs, () => Promise.reject(new AppError('TRANSCRIPTION_FAILED')));
  const answer = launcher.runInBackground(job);
  assert.deepEqual(answer, { ok: true, recording_id: 'a', status: 'pending' });
  assert(jobs.has('a'));
  await jobs.settled('a');
  assert(!jobs.has('a'));
});

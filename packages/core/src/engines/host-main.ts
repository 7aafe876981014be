import { addAbortListener } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SAMPLE_RATE, type SampleRange, SpoolMemory, SpoolReader } from '@quoth/audio';
import { say } from '@quoth/contract';
import { serveParent } from '@quoth/processes/parent';
import { type RecognizedSpeech, shiftedBy } from '@quoth/text';
import type { HostRequest, HostSpeech } from './engine.ts';
import { type HostChannel, RecognitionError, type Recognizer, type RecognizerFactory } from './recognizer.ts';

// The engine host: a child process that owns one engine's native library and model.
const [, , moduleUrl = '', config = 'null'] = process.argv;

const HEARTBEAT_MS = 1_000;

const memory = new SpoolMemory();
interface HostJob {
  readonly stop: AbortController;
  spool: SpoolReader | undefined;
  /** Also where it ended before it was opened. */
  spoolEnded: { readonly at: number | undefined } | undefined;
  /** Waits for the draft that was asked for. */
  drafted?: ((speech: HostSpeech | undefined) => void) | undefined;
}

let recognizer: Promise<Recognizer> | undefined;
/** One, or several recordings in progress. */
const jobs = new Map<number, HostJob>();

const parent = serveParent<HostChannel>({
  on: {
    recognize: (id, request) => void recognize(id, request),
    spoolEnded: (id, at) => {
      const job = jobs.get(id);
      if (!job) return;
      job.spoolEnded = { at };
      job.spool?.end(at);
    },
    cancel: (id) => jobs.get(id)?.stop.abort(),
    drafted: (id, speech) => jobs.get(id)?.drafted?.(speech),
  },
  answer: {},
  // A clean exit would wait for the library's threads, and forever where one of them waits for us.
  onGone: () => process.kill(process.pid, 'SIGKILL'),
});

async function recognize(id: number, request: HostRequest): Promise<void> {
  const job: HostJob = { stop: new AbortController(), spool: undefined, spoolEnded: undefined };
  const { signal } = job.stop;
  jobs.set(id, job);
  // While it waits for audio, the host has nothing to send but a sign of life.
  const heartbeat = setInterval(() => parent.send('alive', id), HEARTBEAT_MS);
  try {
    recognizer ??= create();
    const ready = await recognizer;
    const { device, warm } = await ready.load(request);
    parent.send('loaded', id, device, warm);
    signal.throwIfAborted();
    const { spoolPath, growing = false, range } = request;
    // Each recording in progress has memory of its own: others are read while its last block is in progress.
    const ownMemory = growing ? new SpoolMemory() : memory;
    job.spool = await SpoolReader.open(spoolPath, { growing, range, memory: ownMemory });
    if (job.spoolEnded) job.spool.end(job.spoolEnded.at);
    const begun = performance.now();
    const result = await ready.recognize({
      request,
      spool: job.spool,
      signal,
      progress: (share) => parent.send('progress', id, share),
      partial: (text, stableCharacters) => parent.send('partial', id, text, stableCharacters),
      draft: (part, over) => draft(id, job, shifted(part, range?.start ?? 0), over),
    });
    // Before the answer, because the job is over once its caller has it.
    jobs.delete(id);
    const start = range?.start ?? 0;
    const { until } = result;
    const speech = shiftedBy(start / SAMPLE_RATE, result);
    parent.send(
      'result',
      id,
      { ...speech, ...(until !== undefined && { until: start + until }) },
      performance.now() - begun,
    );
  } catch (error) {
    jobs.delete(id);
    if (RecognitionError.is(error)) parent.send('failure', id, error.code, error.why, error.advice);
    else {
      const code = signal.aborted ? 'CANCELLED' : 'TRANSCRIPTION_FAILED';
      const advice = [say('tryAgain'), say('showsEngineParts')];
      parent.send('failure', id, code, say('engineFailedOnAudio'), advice);
    }
  } finally {
    clearInterval(heartbeat);
    await job.spool?.close();
  }
}

function shifted({ start, end }: SampleRange, by: number): SampleRange {
  return { start: start + by, end: end + by };
}

async function draft(
  id: number,
  job: HostJob,
  range: SampleRange,
  signal: AbortSignal,
): Promise<RecognizedSpeech> {
  signal.throwIfAborted();
  if (job.drafted) throw new Error('The draft before is still in progress.');
  const { promise, resolve, reject } = Promise.withResolvers<RecognizedSpeech>();
  job.drafted = (speech) => {
    job.drafted = undefined;
    if (speech) resolve(shiftedBy(-range.start / SAMPLE_RATE, speech));
    else reject(new Error('The draft failed.'));
  };
  using _abort = addAbortListener(signal, () => reject(signal.reason));
  parent.send('draft', id, range);
  return await promise;
}

async function create(): Promise<Recognizer> {
  const factory = (await import(moduleUrl)) as RecognizerFactory;
  await nextTurn();
  return factory.createRecognizer(JSON.parse(config));
}

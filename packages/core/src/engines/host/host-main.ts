import { setImmediate as breathe } from 'node:timers/promises';
import { SAMPLE_RATE, SpoolMemory, SpoolReader } from '@quoth/audio';
import { laterBy } from '@quoth/text';
import type { FromHost, ToHost } from '../protocol.ts';
import { RecognitionError, type Recognizer, type RecognizerFactory } from './recognizer.ts';

// The engine host: a child process that owns one engine's native library and model. It says everything by message; when the
// application is gone, so is it.
const [, , moduleUrl = '', config = 'null'] = process.argv;
// A clean exit would wait for the library's threads, and for ever where one of them waits for us.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// A terminal's Ctrl-C reaches the whole group; the application decides when its engines end.
process.on('SIGINT', () => undefined);

const HEARTBEAT_MS = 1_000;

const memory = new SpoolMemory();
interface Job {
  readonly id: number;
  readonly stop: AbortController;
  spool: SpoolReader | undefined;
  /** Also where it ended before it was opened. */
  spoolEnded: { readonly at: number | undefined } | undefined;
}

let recognizer: Promise<Recognizer> | undefined;
/** One, or several recordings in progress. */
const jobs = new Map<number, Job>();

process.on('message', (message: ToHost) => {
  if (message.type === 'recognize') {
    void recognize(message);
    return;
  }
  const job = jobs.get(message.id);
  if (!job) return;
  if (message.type === 'cancel') job.stop.abort();
  else {
    job.spoolEnded = { at: message.at };
    job.spool?.end(message.at);
  }
});

async function recognize({ id, request }: Extract<ToHost, { type: 'recognize' }>): Promise<void> {
  const job: Job = { id, stop: new AbortController(), spool: undefined, spoolEnded: undefined };
  jobs.set(id, job);
  // While audio is waited for there is nothing to tell but that we are there.
  const heartbeat = setInterval(() => send({ type: 'alive', id }), HEARTBEAT_MS);
  try {
    recognizer ??= create();
    const ready = await recognizer;
    const { device, warm } = await ready.load(request);
    send({ type: 'loaded', id, warm, device });
    job.stop.signal.throwIfAborted();
    const { spoolPath, growing = false, range } = request;
    // Each recording in progress has memory of its own: others are read while its last block is at work.
    const ownMemory = growing ? new SpoolMemory() : memory;
    job.spool = await SpoolReader.open(spoolPath, { growing, range, memory: ownMemory });
    if (job.spoolEnded) job.spool.end(job.spoolEnded.at);
    const begun = performance.now();
    const result = await ready.recognize({
      request,
      spool: job.spool,
      signal: job.stop.signal,
      progress: (share) => send({ type: 'progress', id, share }),
      partial: (text, stableCharacters) => send({ type: 'partial', id, text, stableCharacters }),
    });
    const offset = (request.range?.start ?? 0) / SAMPLE_RATE;
    forget(job);
    send({ type: 'result', id, result: laterBy(offset, result), decodeMs: performance.now() - begun });
  } catch (error) {
    forget(job);
    send(failure(job, error));
  } finally {
    clearInterval(heartbeat);
    await job.spool?.close();
  }
}

/** Before it is answered: it is over for whoever asked. */
function forget(job: Job): void {
  jobs.delete(job.id);
}

async function create(): Promise<Recognizer> {
  const factory = (await import(moduleUrl)) as RecognizerFactory;
  await breathe();
  return factory.createRecognizer(JSON.parse(config));
}

function failure({ id, stop }: Job, error: unknown): FromHost {
  if (error instanceof RecognitionError) {
    return { type: 'failure', id, code: error.code, message: error.message, hint: error.hint };
  }
  return {
    type: 'failure',
    id,
    code: stop.signal.aborted ? 'CANCELLED' : 'TRANSCRIPTION_FAILED',
    message: 'The speech engine failed on this audio.',
    hint: 'Try again; "quoth doctor" shows whether the engine is fully installed.',
  };
}

function send(message: FromHost): void {
  process.send?.(message);
}

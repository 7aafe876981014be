import { setImmediate as breathe } from 'node:timers/promises';
import type { FromHost, ToHost } from '../protocol.ts';
import { RecognitionError, type Recognizer, type RecognizerFactory } from './recognizer.ts';
import { SpoolReader } from './spool-reader.ts';

// The engine host: a child process that owns one engine's native library and model. It says everything by message; when the
// application is gone, so is it.
const [, , moduleUrl = '', config = 'null'] = process.argv;
process.on('disconnect', () => process.exit(0));
// A terminal's Ctrl-C reaches the whole group; the application decides when its engines end.
process.on('SIGINT', () => undefined);

const HEARTBEAT_MS = 1_000;

let recognizer: Promise<Recognizer> | undefined;
let current: { id: number; stop: AbortController; spool: SpoolReader | undefined } | undefined;

process.on('message', (message: ToHost) => {
  if (message.type === 'recognize') void recognize(message);
  else if (current?.id !== message.id) return;
  else if (message.type === 'cancel') current.stop.abort();
  else current.spool?.end();
});

async function recognize({ id, request }: Extract<ToHost, { type: 'recognize' }>): Promise<void> {
  const job: NonNullable<typeof current> = { id, stop: new AbortController(), spool: undefined };
  current = job;
  // While audio is waited for there is nothing to tell but that we are there.
  const heartbeat = setInterval(() => send({ type: 'alive', id }), HEARTBEAT_MS);
  try {
    const startedAt = performance.now();
    const warm = recognizer !== undefined;
    recognizer ??= load();
    const ready = await recognizer.catch((error: unknown) => {
      // The next job tries anew: what was missing may be there by then.
      recognizer = undefined;
      throw error;
    });
    send({ type: 'loaded', id, loadMs: warm ? 0 : performance.now() - startedAt });
    job.spool = await SpoolReader.open(request.spoolPath, request.growing ?? false);
    const begun = performance.now();
    const result = await ready.recognize({
      request,
      spool: job.spool,
      signal: job.stop.signal,
      progress: (share) => send({ type: 'progress', id, share }),
      partial: (text, settled) => send({ type: 'partial', id, text, settled }),
    });
    send({ type: 'result', id, result, decodeMs: performance.now() - begun });
  } catch (error) {
    send(failure(id, error));
  } finally {
    clearInterval(heartbeat);
    await job.spool?.close();
    current = undefined;
  }
}

async function load(): Promise<Recognizer> {
  const factory = (await import(moduleUrl)) as RecognizerFactory;
  const created = factory.createRecognizer(JSON.parse(config));
  await breathe();
  await created.load();
  return created;
}

function failure(id: number, error: unknown): FromHost {
  if (error instanceof RecognitionError) {
    return { type: 'failure', id, code: error.code, message: error.message, hint: error.hint };
  }
  return {
    type: 'failure',
    id,
    code: current?.stop.signal.aborted ? 'CANCELLED' : 'TRANSCRIPTION_FAILED',
    message: 'The speech engine failed on this audio.',
    hint: 'Try again; "quoth doctor" shows whether the engine is installed in full.',
  };
}

function send(message: FromHost): void {
  process.send?.(message);
}

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { type Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@quoth/client';
import { controlSocketClient, readControlSocketFile } from '@quoth/client/node';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { end, startNode, startServer } from './processes.ts';
import { root } from './speech-files.ts';

/** A server under measurement: our application, or the bare one it is compared with. */
export interface Measured {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly pid: number;
  /** Milliseconds from its start to its first answer. */
  readonly startMs: number;
  end(): Promise<void>;
}

/** Our application: it has a data folder and the control socket too. */
export interface Application extends Measured {
  readonly home: string;
  /** For recordings, where the API may read; deleted at the end. */
  readonly folder: string;
  readonly client: Client;
}

/** Where it keeps its data (a folder of its own, deleted at the end, where none is named), and its environment. */
interface ApplicationOptions {
  readonly home?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the application for a measurement, and ends it. */
export async function withApplication<Outcome>(
  measure: (application: Application) => Promise<Outcome>,
  options: ApplicationOptions = {},
): Promise<Outcome> {
  const application = await startApplication(options);
  try {
    return await measure(application);
  } finally {
    await application.end();
  }
}

/** The application as the command line starts it, with the API on for this run. */
export async function startApplication({ home: kept, env }: ApplicationOptions = {}): Promise<Application> {
  const [home, folder] = [kept ?? temporaryFolder(), temporaryFolder()];
  build('--programs');
  const startedAt = performance.now();
  // Flags and environment are those of apps/cli/src/application/start.ts.
  const flags = ['--max-semi-space-size=4', '--no-parallel-scavenge'];
  const child = startNode([...flags, join(root, 'dist/quoth/application.js'), '--headless', '--api'], {
    MALLOC_TRIM_THRESHOLD_: '131072',
    ...env,
    QUOTH_HOME: home,
  });
  const { pid, port, token } = await eventually(() => {
    const found = JSON.parse(readFileSync(join(home, 'local-api.json'), 'utf8')) as {
      pid: number;
      port: number;
      token: string;
    };
    if (found.pid !== child.pid) throw new Error('of another run');
    return found;
  });
  const baseUrl = `http://127.0.0.1:${port}`;
  await firstAnswer(baseUrl);
  const startMs = performance.now() - startedAt;
  // It opens a moment after the API.
  const client = await eventually(async () => {
    const controlSocket = await readControlSocketFile(home);
    if (!controlSocket) throw new Error('The application has no control socket.');
    return controlSocketClient(controlSocket);
  });
  return {
    baseUrl,
    pid,
    home,
    folder,
    client,
    startMs,
    headers: { authorization: `Bearer ${token}` },
    end: async () => {
      await end(child);
      for (const one of kept === undefined ? [home, folder] : [folder])
        rmSync(one, { recursive: true, force: true });
    },
  };
}

const built = new Set<string>();

/** As the command line does it before it starts the application. */
export function build(what: '--programs' | '--page'): void {
  if (!built.has(what))
    execFileSync(process.execPath, [join(root, 'scripts/build.ts'), what, '--if-needed'], {
      stdio: 'ignore',
    });
  built.add(what);
}

/** A bare Hono handler that sends the given bytes. */
export async function startBare(bytes: string): Promise<Measured> {
  const startedAt = performance.now();
  const bare = await startServer([join(import.meta.dirname, 'bare-server.ts')], { BARE_BYTES: bytes });
  await firstAnswer(bare.said.address);
  const startMs = performance.now() - startedAt;
  return { baseUrl: bare.said.address, headers: {}, pid: bare.pid, startMs, end: bare.end };
}

async function firstAnswer(baseUrl: string): Promise<void> {
  await eventually(async () => (await fetch(`${baseUrl}/health`)).text());
}

async function eventually<Outcome>(attempt: () => Outcome | Promise<Outcome>): Promise<Outcome> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries > 10_000) throw error;
      await sleep(2);
    }
  }
}

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes, some at a time, or what becomes JSON. */
  readonly body: Buffer | AsyncIterable<Uint8Array> | object;
  readonly signal?: AbortSignal;
  /** A connection for each where none is named: a model may take longer than an idle one is kept. */
  readonly agent?: Agent;
}

/**
 * By Node's plain client: `fetch` copies a body twice before it sends it, which would count as ours, and gives up after
 * five minutes.
 */
export async function post<Answer>(
  url: string,
  { headers, body, signal, agent }: Sent,
): Promise<{ readonly status: number; readonly answer: Answer; readonly ms: number }> {
  const startedAt = performance.now();
  const isStream = Symbol.asyncIterator in body;
  const bytes = isStream || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const sent = request(url, {
    method: 'POST',
    agent: agent ?? false,
    ...(signal && { signal }),
    headers: {
      ...(bytes !== body && { 'content-type': 'application/json' }),
      ...(Buffer.isBuffer(bytes) && { 'content-length': bytes.length }),
      ...headers,
    },
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  if (Buffer.isBuffer(bytes)) sent.end(bytes);
  else Readable.from(bytes as AsyncIterable<Uint8Array>).pipe(sent);
  const [response] = await answered;
  const answer = (await json(response)) as Answer;
  return { status: response.statusCode ?? 0, answer, ms: performance.now() - startedAt };
}

/** What `POST /transcribe` answers. */
interface Answer {
  readonly text?: string;
  readonly timings: { readonly audio_ms: number; readonly load_ms: number; readonly decode_ms: number };
  readonly error?: { readonly code: string };
}

/** A text and its times; `engineMs` is what the engine's host reports, loading included. */
export interface Heard {
  readonly text: string;
  readonly ms: number;
  readonly audioMs: number;
  readonly engineMs: number;
}

/** Options of the query, and the type of bytes. */
interface Asked {
  readonly query?: string;
  readonly type?: string;
}

/** The whole request `POST /transcribe`; no text where no speech was found. */
export async function transcribe(
  { baseUrl, headers }: Measured,
  body: Sent['body'],
  { query = '', type, signal, agent }: Pick<Sent, 'signal' | 'agent'> & Asked = {},
): Promise<Heard> {
  const { answer, ms } = await post<Answer>(`${baseUrl}/transcribe?${query}`, {
    headers: { ...headers, ...(type && { 'content-type': type }) },
    body,
    ...(signal && { signal }),
    ...(agent && { agent }),
  });
  if (answer.text === undefined && answer.error?.code !== 'NO_SPEECH')
    throw new Error(JSON.stringify(answer));
  const { audio_ms = 0, load_ms = 0, decode_ms = 0 } = answer.timings ?? {};
  return { text: answer.text ?? '', ms, audioMs: audio_ms, engineMs: load_ms + decode_ms };
}

/** Work while a recording is transcribed that takes longer; it is stopped after it. */
export async function besideLong<Outcome>(
  application: Application,
  { model, file }: { readonly model: string; readonly file: string },
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const stop = new AbortController();
  let isOver = false;
  const background = transcribe(application, { model, file, save: false }, { signal: stop.signal })
    .catch((error: unknown) => {
      if (!stop.signal.aborted) throw error;
    })
    .finally(() => {
      isOver = true;
    });
  try {
    // From here the long recording is decoded, and has chunks in progress.
    await Promise.race([sleep(12_000), background]);
    const outcome = await work();
    if (isOver) throw new Error(`The long recording was over too soon with ${model}.`);
    return outcome;
  } finally {
    stop.abort();
    await background;
  }
}

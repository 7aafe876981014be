import { addAbortListener } from 'node:events';
import { JsonBudget, JsonBudgetExceeded } from '@quoth/text';

/** What is wrong with a body; each server answers in its own words. */
export type BodyRefusal =
  | { readonly kind: 'too-large'; readonly maxBytes: number }
  | { readonly kind: 'too-slow'; readonly idleMs: number }
  /** Too many other large JSON bodies are in memory. */
  | { readonly kind: 'no-memory' }
  | { readonly kind: 'not-json'; readonly cause: unknown }
  | { readonly kind: 'too-deep'; readonly cause: unknown }
  | { readonly kind: 'too-many-values'; readonly maxValues: number }
  /** Cut off, or no form. */
  | { readonly kind: 'broken-form'; readonly cause: unknown }
  | { readonly kind: 'too-much-beside-file'; readonly maxBytes: number }
  | { readonly kind: 'too-many-parts' }
  /** A second file, or one whose part has another name. */
  | { readonly kind: 'wrong-file'; readonly partName: string; readonly isSecond: boolean };

/** A server's error for a body that it refuses. */
export type Refuse = (refusal: BodyRefusal) => Error;

interface BodyLimits {
  readonly maxBytes: number;
  /** How long a body may pause between two chunks. */
  readonly idleMs: number;
}

interface ReadChunksOptions {
  readonly limits: BodyLimits;
  readonly refuse: Refuse;
  /** End the reading with their reason at once, even while nothing arrives. */
  readonly signals?: readonly (AbortSignal | undefined)[];
}

/**
 * The body as it arrives. Its source is let go of at the end, and must not close the connection then: the answer is
 * still to be sent.
 */
export async function* readChunks(
  source: AsyncIterable<Uint8Array>,
  { limits: { maxBytes, idleMs }, refuse, signals = [] }: ReadChunksOptions,
): AsyncGenerator<Uint8Array, void, void> {
  const chunks = source[Symbol.asyncIterator]();
  let stop: (reason: unknown) => void = () => undefined;
  using listeners = new DisposableStack();
  for (const signal of signals)
    if (signal) listeners.use(addAbortListener(signal, () => stop(signal.reason)));
  let bytes = 0;
  try {
    for (;;) {
      for (const signal of signals) signal?.throwIfAborted();
      // One for each chunk: a promise that waited for all of them would keep all of them in memory.
      const stopped = Promise.withResolvers<never>();
      stop = stopped.reject;
      const { done, value } = await nextChunk(
        chunks.next(),
        stopped,
        () => refuse({ kind: 'too-slow', idleMs }),
        idleMs,
      );
      if (done) return;
      bytes += value.length;
      if (bytes > maxBytes) throw refuse({ kind: 'too-large', maxBytes });
      yield value;
    }
  } finally {
    // Not waited for: behind a read that never ends, it would never end either.
    chunks.return?.()?.catch(() => undefined);
  }
}

async function nextChunk<Chunk>(
  next: Promise<Chunk>,
  { promise, reject }: PromiseWithResolvers<never>,
  late: () => Error,
  idleMs: number,
): Promise<Chunk> {
  // After a look at the connection: where this process was held up, more of the body waits there.
  const timer = setTimeout(() => setImmediate(() => reject(late())), idleMs);
  // The outcome of an abandoned read is not used.
  next.catch(() => undefined);
  try {
    return await Promise.race([next, promise]);
  } finally {
    clearTimeout(timer);
  }
}

interface JsonMemoryLimits {
  /** Bodies up to this size are always taken. */
  readonly smallBytes: number;
  /** Of all larger bodies together. */
  readonly totalBytes: number;
}

/** The memory of JSON bodies that are on their way, shared by all listeners of a process. */
export class JsonMemory {
  readonly #limits: JsonMemoryLimits;
  #used = 0;

  constructor(limits: JsonMemoryLimits) {
    this.#limits = limits;
  }

  /** The memory of one body: `grow` as its bytes arrive, and dispose once it is parsed. */
  hold(refuse: Refuse): Disposable & { grow(bytes: number): void } {
    const { smallBytes, totalBytes } = this.#limits;
    let bytes = 0;
    let counted = 0;
    return {
      grow: (more) => {
        bytes += more;
        if (bytes <= smallBytes) return;
        if (this.#used + bytes - counted > totalBytes) throw refuse({ kind: 'no-memory' });
        this.#used += bytes - counted;
        counted = bytes;
      },
      [Symbol.dispose]: () => {
        this.#used -= counted;
        counted = 0;
      },
    };
  }
}

interface ReadJsonOptions {
  readonly maxValues: number;
  readonly memory: JsonMemory;
  readonly refuse: Refuse;
  /** The value of no body at all, which is no JSON by default. */
  readonly empty?: unknown;
}

/**
 * The JSON of a body and its bytes. Values are counted while they arrive, before any is made: each byte can become an
 * object of sixty.
 */
export async function readJson(
  chunks: AsyncIterable<Uint8Array>,
  { maxValues, memory, refuse, empty }: ReadJsonOptions,
): Promise<{ readonly value: unknown; readonly bytes: Uint8Array }> {
  const received: Uint8Array[] = [];
  const count = jsonCounter(maxValues, refuse);
  using held = memory.hold(refuse);
  for await (const chunk of chunks) {
    held.grow(chunk.length);
    count(chunk);
    received.push(chunk);
  }
  const bytes = Buffer.concat(received);
  return { value: bytes.length === 0 && empty !== undefined ? empty : jsonOf(bytes, refuse), bytes };
}

/** Counts the values of JSON as it comes, and throws once there are too many or it is nested too deeply. */
export function jsonCounter(maxValues: number, refuse: Refuse): (chunk: Uint8Array) => void {
  const budget = new JsonBudget({ maxValues });
  return (chunk) => {
    try {
      budget.push(chunk);
    } catch (error) {
      if (!(error instanceof JsonBudgetExceeded)) throw error;
      throw refuse(
        error.exceeded === 'values'
          ? { kind: 'too-many-values', maxValues }
          : { kind: 'too-deep', cause: error },
      );
    }
  };
}

/**
 * The value of JSON in UTF-8, with or without a byte order mark (RFC 8259, section 8.1), whose values were counted.
 * Half a surrogate pair, which only an escape can hold, becomes the replacement character, as a database would store
 * it:
 * otherwise two names that differ here would be the same there.
 */
export function jsonOf(bytes: Uint8Array, refuse: Refuse): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!/\\u[dD][89a-fA-F]/.test(text)) return JSON.parse(text);
    return JSON.parse(text, (_name, value) => (typeof value === 'string' ? value.toWellFormed() : value));
  } catch (cause) {
    throw refuse({ kind: 'not-json', cause });
  }
}

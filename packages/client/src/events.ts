import { backoff, type EventType, type QuothEvent, type TranscribeStreamEvent } from '@quoth/contract';
import { QuothError, type QuothErrorCode } from './quoth-error.ts';

/**
 * Waits so long, or until the signal is aborted; resolves either way. Works in a browser too, and leaves neither timer
 * nor listener behind.
 */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted) end();
  });
}

/** One block of a server-sent event stream, with the parts that it has. */
export interface EventBlock {
  readonly id?: string;
  /** How long to wait before coming back, milliseconds. */
  readonly retryMs?: number;
  /** Undefined too for an event that this version does not know. */
  readonly event?: QuothEvent;
}

/** Far more than the longest event, which is the text of a long recording; in characters. */
const MAX_BLOCK_CHARACTERS = 16 * 1024 * 1024;

/**
 * The blocks of a server-sent event stream, however it is cut. Ends when the stream ends; throws BAD_ANSWER for a block
 * without end. Our own reader, because a heartbeat is an id without data: `eventsource-parser` 4 drops such blocks, and
 * with them the place to go on from.
 */
export async function* readEventBlocks(stream: ReadableStream<Uint8Array>): AsyncGenerator<EventBlock> {
  for await (const lines of blocksOf(stream)) yield await toBlock(lines);
}

/** The events of a transcription that is streamed; those that this version does not know are passed over. */
export async function* readTranscription(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<TranscribeStreamEvent> {
  const { transcribeStreamEvent } = await import('./answer-schemas.ts');
  for await (const lines of blocksOf(stream)) {
    const { data } = transcribeStreamEvent.safeParse(parseObject(field(lines, 'data').join('\n')));
    if (data) yield data;
  }
}

async function* blocksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<readonly string[]> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split(/\r?\n\r?\n/);
      text = blocks.pop() ?? '';
      if (text.length > MAX_BLOCK_CHARACTERS)
        throw new QuothError('BAD_ANSWER', { message: 'The server sent an unterminated event.' });
      for (const block of blocks) yield block.split(/\r?\n/);
    }
  } finally {
    await reader.cancel();
  }
}

async function toBlock(lines: readonly string[]): Promise<EventBlock> {
  const id = field(lines, 'id').at(-1);
  const retry = field(lines, 'retry').at(-1) ?? '';
  const event = await toEvent(lines);
  return {
    ...(id !== undefined && id !== '' && { id }),
    ...(/^\d{1,9}$/.test(retry) && { retryMs: Number(retry) }),
    ...(event && { event }),
  };
}

async function toEvent(lines: readonly string[]): Promise<QuothEvent | undefined> {
  const data = field(lines, 'data').join('\n');
  if (data === '') return undefined;
  const parsed = parseObject(data);
  const type = parsed?.type ?? field(lines, 'event')[0];
  if (!parsed || typeof type !== 'string') return undefined;
  eventSchemas ??= (await import('./answer-schemas.ts')).eventSchemas;
  if (!isOneOf(eventSchemas, type)) return undefined;
  // With what the schemas do not name: the messages that the window shows in its own language.
  return eventSchemas[type].safeParse(parsed).success ? ({ ...parsed, type } as QuothEvent) : undefined;
}

/** Kept: twenty levels come a second while somebody speaks, and a bundler's import costs more than reading one. */
let eventSchemas: typeof import('./answer-schemas.ts').eventSchemas | undefined;

function field(lines: readonly string[], name: string): string[] {
  return lines
    .filter((line) => line.startsWith(`${name}:`))
    .map((line) => line.slice(name.length + 1).replace(/^ /, ''));
}

function isOneOf<Table extends object>(table: Table, name: string): name is keyof Table & string {
  return Object.hasOwn(table, name);
}

function parseObject(data: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(data);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : undefined;
  } catch {
    return undefined;
  }
}

/** Which events, and from where on. */
export interface FollowOptions {
  /** Every type when absent. */
  readonly types?: readonly EventType[];
  /** Only events about this recording. */
  readonly recordingId?: string;
  /** The `eventId` of the last event that was received, by this process or an earlier one. */
  readonly lastEventId?: string;
  /** Ends the iteration, without an error. */
  readonly signal?: AbortSignal;
}

/**
 * An event, and the id from which to go on after it. It has a name of its own, because some events carry the `id` of a
 * model or a provider.
 */
export type ReceivedEvent = QuothEvent & { readonly eventId: string };

/** Opens one stream; called again after each interruption, with the last id. */
export type OpenEvents = (
  lastEventId: string | undefined,
  isReturning: boolean,
) => Promise<AsyncIterable<EventBlock>>;

/** Reasons that may have passed when we come back. */
const PASSING: readonly QuothErrorCode[] = [
  'NO_CONNECTION',
  'BAD_ANSWER',
  'RATE_LIMITED',
  'TIMEOUT',
  'INTERNAL_ERROR',
];
const RETRY_MS = 1_000;
const MAX_RETRY_MS = 3_000;

/**
 * Events that go on over interruptions, restarts of the application included: after each one it comes back with the
 * last id. What cannot be made up for arrives as `events-missed`. Throws when the first connection fails, and later
 * where coming back cannot help, such as UNAUTHORIZED.
 */
export async function* followEvents(
  open: OpenEvents,
  { lastEventId, signal }: Pick<FollowOptions, 'lastEventId' | 'signal'>,
): AsyncGenerator<ReceivedEvent> {
  let id = lastEventId;
  let retryMs = RETRY_MS;
  let failures = 0;
  let isReturning = false;
  while (!signal?.aborted) {
    try {
      for await (const block of await open(id, isReturning)) {
        isReturning = true;
        id = block.id ?? id;
        retryMs = block.retryMs ?? retryMs;
        failures = 0;
        if (block.event && !signal?.aborted) yield { ...block.event, eventId: id ?? '' };
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (!isReturning || !(error instanceof QuothError) || !PASSING.includes(error.code)) throw error;
    }
    await pause(backoff(failures++, retryMs, MAX_RETRY_MS), signal);
  }
}

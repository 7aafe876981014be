import type { QuothEvent, TranscribeStreamEvent } from '@quoth/contract';
import { QuothError } from './quoth-error.ts';

/** One block of a server-sent event stream, with the parts that it has. */
export interface EventBlock {
  readonly id?: string;
  /** How long to wait before coming back, milliseconds. */
  readonly retryMs?: number;
  /** Undefined too for an event that this version does not know. */
  readonly event?: QuothEvent;
}

/** Far more than the longest event, which is the text of a long recording; in characters. */
const LONGEST_BLOCK = 16 * 1024 * 1024;

/**
 * The blocks of a server-sent event stream, however it is cut. Ends when the stream ends; throws BAD_ANSWER for a block without end. Our
 * own reader, because a heartbeat is an id without data: `eventsource-parser` 4 drops such blocks, and with them the place to go on from.
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
      if (text.length > LONGEST_BLOCK)
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
  const { eventSchemas } = await import('./answer-schemas.ts');
  if (!isOneOf(eventSchemas, type)) return undefined;
  const checked = eventSchemas[type].safeParse(parsed);
  return checked.success ? ({ ...checked.data, type } as QuothEvent) : undefined;
}

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

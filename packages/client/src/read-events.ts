import { eventSchemas, type QuothEvent } from '@quoth/contract';

/** Events from a server-sent event stream; what this version does not know is left out. Ends when the stream ends. */
export async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<QuothEvent> {
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
      for (const block of blocks) {
        const event = toEvent(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel();
  }
}

function toEvent(block: string): QuothEvent | undefined {
  const lines = block.split(/\r?\n/);
  const data = field(lines, 'data').join('\n');
  if (data === '') return undefined;
  const parsed = parseObject(data);
  const type = parsed?.type ?? field(lines, 'event')[0];
  if (!parsed || !isEventType(type)) return undefined;
  const checked = eventSchemas[type].safeParse(parsed);
  return checked.success ? ({ ...checked.data, type } as QuothEvent) : undefined;
}

function field(lines: readonly string[], name: string): string[] {
  return lines
    .filter((line) => line.startsWith(`${name}:`))
    .map((line) => line.slice(name.length + 1).replace(/^ /, ''));
}

function isEventType(type: unknown): type is keyof typeof eventSchemas {
  return typeof type === 'string' && Object.hasOwn(eventSchemas, type);
}

function parseObject(data: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(data);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : undefined;
  } catch {
    return undefined;
  }
}

import type { RequestBody } from './transport.ts';

/** The same body as a stream that reports how many bytes have been passed on. */
export async function* countUpload(
  body: RequestBody,
  onProgress: (sentBytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const chunk of chunksOf(body)) {
    yield chunk;
    // Asked for the next one: this one was taken.
    sent += chunk.byteLength;
    onProgress(sent);
  }
}

function chunksOf(body: RequestBody): AsyncIterable<Uint8Array> {
  if (typeof body === 'object' && Symbol.asyncIterator in body) return body;
  return new Response(body).body ?? noChunks();
}

async function* noChunks(): AsyncGenerator<Uint8Array> {}

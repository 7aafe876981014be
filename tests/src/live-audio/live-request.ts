import { request as httpRequest } from 'node:http';
import { type TranscribeStreamEvent, transcribeStreamEvent } from '@quoth/contract';
import type { Program, StartedApi } from '../named-tokens/started-api.ts';

/** A body that goes on while its answer is read. */
export class LiveRequest {
  readonly events: TranscribeStreamEvent[] = [];
  readonly status: Promise<number>;
  readonly ended: Promise<string>;
  readonly #request: ReturnType<typeof httpRequest>;

  constructor(
    api: Pick<StartedApi, 'url'>,
    caller: Pick<Program, 'token'>,
    query: string,
    type = 'audio/pcm;rate=16000',
  ) {
    const status = Promise.withResolvers<number>();
    const ended = Promise.withResolvers<string>();
    this.status = status.promise;
    this.ended = ended.promise;
    this.#request = httpRequest(api.url(`/transcribe${query}`), {
      method: 'POST',
      headers: { authorization: `Bearer ${caller.token}`, 'content-type': type },
    });
    this.#request.on('error', () => ended.resolve(''));
    this.#request.on('response', (response) => {
      let text = '';
      let read = 0;
      status.resolve(response.statusCode ?? 0);
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        const blocks = text.split('\n\n').slice(read, -1);
        read += blocks.length;
        for (const block of blocks) {
          const data = /^data: (.*)$/m.exec(block)?.[1];
          if (data !== undefined) this.events.push(transcribeStreamEvent.parse(JSON.parse(data)));
        }
      });
      response.on('error', () => ended.resolve(text));
      response.on('end', () => ended.resolve(text));
    });
    this.#request.flushHeaders();
  }

  /** Resolves when the socket has taken all of it. */
  async send(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; at += 3_201) {
      await new Promise((resolve) => this.#request.write(bytes.subarray(at, at + 3_201), resolve));
    }
  }

  end(): void {
    this.#request.end();
  }

  /** The sender is gone in the middle. */
  break(): void {
    this.#request.destroy();
  }

  /** All deltas so far together. */
  get text(): string {
    return this.events.map((event) => (event.type === 'transcript-delta' ? event.delta : '')).join('');
  }
}

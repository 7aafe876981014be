import { once } from 'node:events';
import { type RealtimeServerEvent, realtimeServerEvent } from '@quoth/contract';
import { type ClientOptions, WebSocket } from 'ws';
import type { Program, StartedApi } from '../named-tokens/started-api.ts';
import { until } from '../support/running-application.ts';
import { pcmOf } from './live-api.ts';

type ServerEvent = RealtimeServerEvent & { readonly event_id: string };
type EventOf<Type extends string> = Extract<ServerEvent, { type: Type }>;

/** A client of the realtime dialect that takes nothing that the contract does not have. */
export class RealtimeClient {
  readonly events: ServerEvent[] = [];
  readonly socket: WebSocket;
  /** The close code, when it is closed. */
  readonly closed: Promise<number>;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', (code) => resolve(code)));
    socket.on('error', () => undefined);
    socket.on('message', (data) => {
      const event = JSON.parse(String(data)) as { event_id: string };
      this.events.push({ ...realtimeServerEvent.parse(event), event_id: event.event_id });
    });
  }

  /** Resolves when the session is there. */
  static async open(
    api: StartedApi,
    caller: Pick<Program, 'token'> = api.user,
    query = '',
    options: ClientOptions = {},
  ): Promise<RealtimeClient> {
    const client = new RealtimeClient(
      new WebSocket(`ws://127.0.0.1:${api.discovery.port}/v1/realtime?intent=transcription${query}`, {
        headers: { authorization: `Bearer ${caller.token}` },
        ...options,
      }),
    );
    await client.next('session.created');
    return client;
  }

  send(event: object): void {
    this.socket.send(JSON.stringify(event));
  }

  /** Sets the session, and waits until it is. */
  async update(input: object, session: object = {}): Promise<void> {
    this.send({ type: 'session.update', session: { type: 'transcription', audio: { input }, ...session } });
    await this.next('session.updated');
  }

  /** Samples of 16 kHz, or bytes of another format, in pieces of a tenth of a second. */
  append(audio: Int16Array | Uint8Array): void {
    const bytes = audio instanceof Int16Array ? pcmOf(audio) : audio;
    for (let at = 0; at < bytes.length; at += 3_200) {
      const piece = Buffer.from(bytes.subarray(at, at + 3_200)).toString('base64');
      this.send({ type: 'input_audio_buffer.append', audio: piece });
    }
  }

  commit(): void {
    this.send({ type: 'input_audio_buffer.commit' });
  }

  of<Type extends ServerEvent['type']>(type: Type): EventOf<Type>[] {
    return this.events.filter((event) => event.type === type) as EventOf<Type>[];
  }

  /** The event of this type that has so many before it. */
  async next<Type extends ServerEvent['type']>(type: Type, before = 0): Promise<EventOf<Type>> {
    await until(`${type} has come`, () => {
      if (this.socket.readyState === WebSocket.CLOSED && this.of(type).length <= before)
        throw new Error(`closed before ${type}: ${JSON.stringify(this.events.slice(-3))}`);
      return this.of(type).length > before;
    });
    return this.of(type)[before] as EventOf<Type>;
  }

  /** The texts in the order in which their items were committed, once there are so many. */
  async texts(count: number): Promise<string[]> {
    const done = 'conversation.item.input_audio_transcription.completed';
    await this.next(done, count - 1);
    const all = this.of(done);
    return this.of('input_audio_buffer.committed').map(
      ({ item_id }) => all.find((event) => event.item_id === item_id)?.transcript ?? '',
    );
  }

  /** All deltas of an item together. */
  deltas(itemId: string): string {
    return this.of('conversation.item.input_audio_transcription.delta')
      .filter((event) => event.item_id === itemId)
      .map(({ delta }) => delta)
      .join('');
  }

  async close(): Promise<void> {
    if (this.socket.readyState === WebSocket.CLOSED) return;
    this.socket.close();
    await once(this.socket, 'close');
  }
}

/** The settings of a session whose client says itself when a turn ends, with samples of 16 kHz. */
export const manual = { format: { type: 'audio/pcm', rate: 16_000 }, turn_detection: null };

import type {
  QuothEvent,
  RouteName,
  Routes,
  TranscribeBody,
  TranscribeStreamEvent,
  transcribeTextOptions,
} from '@quoth/contract';
import {
  type EventBlock,
  type FollowOptions,
  followEvents,
  type OpenEvents,
  type ReceivedEvent,
  readEventBlocks,
  readTranscription,
} from './events.ts';
import { badAnswer, cancelled, errorInBody, noConnection, QuothError } from './quoth-error.ts';
import type { RequestBody, Transport, TransportAnswer } from './request.ts';
import { type LooseInput, pathOf, toRequest } from './request.ts';
import { type CallableRoute, routeTable } from './route-table.ts';

type InputOf<Schema> = Schema extends { readonly _zod: { readonly input: infer Input } } ? Input : never;
type OutputOf<Schema> = Schema extends { readonly _zod: { readonly output: infer Output } } ? Output : never;
type Nothing = Record<never, never>;
/** Numbers and booleans are written out in the address. */
type TextFields<Input> = { readonly [Key in keyof Input]?: Input[Key] | number | boolean };

/** The options of a transcription beside uploaded audio. */
export type UploadOptions = TextFields<InputOf<typeof transcribeTextOptions>>;

/** The three forms of audio: a JSON body (path or base64), a form with a file, the bytes themselves. */
export type AudioForms =
  | { readonly json: { [Key in keyof TranscribeBody]?: TranscribeBody[Key] } }
  | { readonly form: { readonly file: Blob; readonly name: string }; readonly query?: UploadOptions }
  | { readonly bytes: RequestBody; readonly contentType: string; readonly query?: UploadOptions };

type ParamsOf<R> = R extends { readonly params: infer P } ? { readonly params: InputOf<P> } : Nothing;
type QueryOf<R> = R extends { readonly query: infer Q }
  ? { readonly query?: TextFields<InputOf<Q>> }
  : Nothing;
type BodyOf<R> = R extends { readonly body: { readonly kind: 'audio' } }
  ? AudioForms & UploadCallOptions
  : R extends { readonly body: { readonly kind: 'bytes' } }
    ? { readonly bytes: RequestBody } & UploadCallOptions
    : R extends {
          readonly body: { readonly kind: 'json'; readonly schema: infer S; readonly optional: infer O };
        }
      ? O extends true
        ? { readonly body?: InputOf<S> }
        : boolean extends O
          ? { readonly body?: InputOf<S> }
          : { readonly body: InputOf<S> }
      : Nothing;

/** What every call takes. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a call that uploads takes, too. */
export interface UploadCallOptions {
  /** Called repeatedly with how many bytes of the body have been passed on. The body is then sent as a stream. */
  readonly onUploadProgress?: (sentBytes: number) => void;
}

type InputOfRoute<R> = ParamsOf<R> &
  BodyOf<R> &
  (R extends { body: { kind: 'audio' } } ? Nothing : QueryOf<R>);

export type CallInput<Name extends RouteName> = CallOptions & InputOfRoute<Routes[Name]>;

/** What a call returns: the success body, a file's response (bytes and headers), or events. */
export type CallResult<Name extends RouteName> = Routes[Name]['returns'] extends { kind: 'events' }
  ? AsyncIterable<QuothEvent>
  : Routes[Name]['returns'] extends { kind: 'json'; schema: infer S }
    ? Promise<OutputOf<S>>
    : Promise<Response>;

/** One method of the client; its argument may be left out where nothing in it is required. */
export type Call<Name extends RouteName> =
  Record<never, never> extends CallInput<Name>
    ? (input?: CallInput<Name>) => CallResult<Name>
    : (input: CallInput<Name>) => CallResult<Name>;

/** Where the client sends its requests, and how. */
export interface ClientOptions {
  readonly fetch: Transport;
  /** Without a slash at the end, such as `http://127.0.0.1:39217`. */
  readonly baseUrl: string;
  /** Sent with every request, such as `authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Asked before `events` comes back by itself: rejects while it is not certain that Quoth still answers there. */
  readonly verify?: () => Promise<void>;
}

/** One method for each route of the contract. Each resolves to the success body or throws a QuothError. */
export type Client = { readonly [Name in RouteName]: Call<Name> } & {
  /** Events that go on over interruptions. `streamEvents` is one connection and ends with it. */
  readonly events: (options?: FollowOptions) => AsyncIterable<ReceivedEvent>;
  /**
   * `transcribe` with its text as it becomes stable. The body may go on while it is read: `{ bytes, contentType:
   * 'audio/pcm;rate=16000' }`. What is wrong with the request is thrown; work that fails later ends with
   * `transcription-failed`.
   */
  readonly transcribeStream: (input: CallInput<'transcribe'>) => AsyncIterable<TranscribeStreamEvent>;
};

/** A client made from the contract's route table. */
export function createClient(options: ClientOptions): Client {
  const methods = Object.entries(routeTable).map(([name, route]) => {
    if (route.returns.kind === 'events')
      return [name, (input: LooseInput = {}) => streamOf(options, route, input)];
    return [name, (input: LooseInput = {}) => answerOf(options, route, input)];
  });
  // The types follow from the table that the methods were made from, which the compiler cannot see.
  return {
    ...Object.fromEntries(methods),
    events: (follow = {}) => eventsOf(options, follow),
    transcribeStream: (input) => transcriptionOf(options, input),
  } as Client;
}

function eventsOf(options: ClientOptions, follow: FollowOptions): AsyncIterable<ReceivedEvent> {
  const { types, recordingId, signal } = follow;
  const query = { types: types?.join(','), recording_id: recordingId };
  const open: OpenEvents = async (lastEventId, isReturning) => {
    if (isReturning) await options.verify?.();
    const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
    return blocksOf(options, routeTable.streamEvents, { query, headers, ...(signal && { signal }) });
  };
  return followEvents(open, follow);
}

async function* streamOf(
  options: ClientOptions,
  route: CallableRoute,
  input: LooseInput,
): AsyncGenerator<QuothEvent> {
  for await (const { event } of blocksOf(options, route, input)) if (event) yield event;
}

async function* transcriptionOf(
  options: ClientOptions,
  input: LooseInput,
): AsyncGenerator<TranscribeStreamEvent> {
  const asked =
    input.json === undefined
      ? { ...input, query: { ...input.query, stream: true } }
      : { ...input, json: { ...(input.json as object), stream: true } };
  const response = await send(options, routeTable.transcribe, asked);
  if (!response.ok || !isEventStream(response)) await readJson(response, input.signal);
  if (!response.body || !isEventStream(response)) throw badAnswer(response);
  try {
    yield* readTranscription(response.body);
  } catch (cause) {
    throw toQuothError(cause, input.signal);
  }
}

async function* blocksOf(
  options: ClientOptions,
  route: CallableRoute,
  input: LooseInput,
): AsyncGenerator<EventBlock> {
  const response = await send(options, route, input);
  if (!response.ok || !isEventStream(response)) await readJson(response, input.signal);
  if (!response.body || !isEventStream(response)) throw badAnswer(response);
  try {
    yield* readEventBlocks(response.body);
  } catch (cause) {
    throw toQuothError(cause, input.signal);
  }
}

async function answerOf(options: ClientOptions, route: CallableRoute, input: LooseInput): Promise<unknown> {
  const response = await send(options, route, input);
  // A file may itself be JSON, so only the envelope's own shape makes it an error.
  if (route.returns.kind === 'file') return fileOf(response, input.signal);
  return readJson(response, input.signal);
}

async function fileOf(answer: TransportAnswer, signal: AbortSignal | undefined): Promise<Response> {
  const type = answer.headers.get('content-type') ?? '';
  const isDownload = answer.headers.has('content-disposition') || !type.startsWith('application/json');
  if (answer.ok && isDownload) return toResponse(answer, answer.body);
  const text = await textOf(answer, signal);
  await checked(text, answer);
  return toResponse(answer, text);
}

function toResponse(answer: TransportAnswer, body: TransportAnswer['body'] | string): Response {
  if (answer instanceof Response && body === answer.body) return answer;
  const headers = new Headers();
  answer.headers.forEach((value, name) => {
    headers.set(name, value);
  });
  return new Response(body, { status: answer.status, headers });
}

async function send(
  options: ClientOptions,
  route: CallableRoute,
  input: LooseInput,
): Promise<TransportAnswer> {
  const url = `${options.baseUrl}${pathOf(route, input)}`;
  try {
    return await options.fetch(url, toRequest(route, input, options.headers ?? {}));
  } catch (cause) {
    throw toQuothError(cause, input.signal);
  }
}

async function readJson(answer: TransportAnswer, signal: AbortSignal | undefined): Promise<unknown> {
  return checked(await textOf(answer, signal), answer);
}

async function textOf(answer: TransportAnswer, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await answer.text();
  } catch (cause) {
    throw toQuothError(cause, signal);
  }
}

/** The JSON of an answer; throws the error that it tells. */
async function checked(text: string, answer: TransportAnswer): Promise<unknown> {
  const body = parse(text, answer);
  const error = await errorInBody(body, answer);
  if (error) throw error;
  return body;
}

function parse(text: string, answer: TransportAnswer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badAnswer(answer);
  }
}

function isEventStream(response: TransportAnswer): boolean {
  return (response.headers.get('content-type') ?? '').startsWith('text/event-stream');
}

function toQuothError(cause: unknown, signal: AbortSignal | undefined): QuothError {
  if (cause instanceof QuothError) return cause;
  return signal?.aborted ? cancelled(cause) : noConnection(cause);
}

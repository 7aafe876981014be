import type { QuothEvent, RouteName, Routes, TranscribeBody, transcribeTextOptions } from '@quoth/contract';
import type { RequestBody } from './transport.ts';

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

/** What a route is called with. */
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

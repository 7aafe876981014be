/** A function whose arguments are what a message carries. All of it must survive `structuredClone`. */
type Message = (...args: never[]) => unknown;

/**
 * What a process and its child say to each other, as three maps from the name of a message to a function type. One interface is declared
 * for each kind of child; the compiler holds both ends to it.
 */
export interface Channel {
  readonly toChild: object;
  /** Messages from the child. */
  readonly toParent: object;
  /** Requests to the child, each of which it answers once. */
  readonly requests: object;
}

export type Names<Messages> = Extract<keyof Messages, string>;
export type Sent<Messages, Name extends keyof Messages> = Messages[Name] extends (
  ...args: infer Args
) => unknown
  ? Args
  : never;
export type Answered<Messages, Name extends keyof Messages> = Messages[Name] extends Message
  ? Awaited<ReturnType<Messages[Name]>>
  : never;

/** What carries out requests: as they are declared, at once or later. */
export type Answers<Requests> = {
  readonly [Name in keyof Requests]: (
    ...args: Sent<Requests, Name>
  ) => Answered<Requests, Name> | Promise<Answered<Requests, Name>>;
};

/** What goes over the wire. A request has a number, and its answer the same; `failed` says that carrying it out threw. */
export type Wire =
  | { readonly name: string; readonly args: readonly unknown[]; readonly id?: number }
  | { readonly answers: number; readonly value?: unknown; readonly failed?: boolean };

/** Calls the handler of a message. A name that has none comes from a process of another version, and is left alone. */
export function call(handlers: object, name: string, args: readonly unknown[]): unknown {
  const handler: unknown = Object.hasOwn(handlers, name) ? Reflect.get(handlers, name) : undefined;
  return typeof handler === 'function' ? Reflect.apply(handler, handlers, args) : undefined;
}

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

/** What goes over the wire. A request has a number, and its answer the same; without a value if carrying it out threw. */
export type Wire =
  | { readonly name: string; readonly args: readonly unknown[]; readonly id?: number }
  | { readonly answers: number; readonly value?: unknown };

/** Calls the handler of a message. A name that has none comes from a process of another version, and is left alone. */
export function call(handlers: object, name: string, args: readonly unknown[]): unknown {
  const handler: unknown = Object.hasOwn(handlers, name) ? Reflect.get(handlers, name) : undefined;
  return typeof handler === 'function' ? Reflect.apply(handler, handlers, args) : undefined;
}

/** The process that started this one. */
export interface Parent<C extends Channel> {
  /** Lost if the parent is gone. */
  send<Name extends Names<C['toParent']>>(name: Name, ...args: Sent<C['toParent'], Name>): void;
}

export interface ServedChannel<C extends Channel> {
  readonly on: C['toChild'];
  readonly answer: Answers<C['requests']>;
  /** The parent has closed the channel, or ended in any way. Ends this process unless something else is given. */
  readonly onGone?: () => void;
}

/**
 * The child's end of a channel. What came before this call is read now. The parent alone decides when its child ends: a terminal's Ctrl-C
 * and its end, which reach the whole group of processes, are not obeyed.
 */
export function serveParent<C extends Channel>({ on, answer, onGone }: ServedChannel<C>): Parent<C> {
  const write = (message: Wire) => {
    if (process.connected) process.send?.(message, () => undefined);
  };
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('message', async (message: Wire) => {
    if ('answers' in message) return;
    const { name, args, id } = message;
    if (id === undefined) {
      call(on, name, args);
      return;
    }
    try {
      write({ answers: id, value: await call(answer, name, args) });
    } catch {
      write({ answers: id });
    }
  });
  const gone = onGone ?? (() => process.exit(0));
  process.on('disconnect', gone);
  // The parent may have ended while this process was starting.
  if (!process.connected) setImmediate(gone);
  return { send: (name, ...args) => write({ name, args }) };
}

/** A function whose arguments are what a message carries. All of it must survive `structuredClone`. */
type Message = (...args: never[]) => unknown;

/**
 * What a process and its child say to each other, as three maps from the name of a message to a function type. One
 * interface is declared for each kind of child; the compiler holds both ends to it.
 */
export interface Channel {
  readonly toChild: object;
  /** Messages from the child; one whose function returns something can be sent as a request. */
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

/**
 * What goes over the wire. A request has a number, and its answer the same; without a value if carrying it out threw.
 */
export type Wire =
  | { readonly name: string; readonly args: readonly unknown[]; readonly id?: number }
  | { readonly answers: number; readonly value?: unknown };

/** Calls the handler of a message. A name that has none comes from a process of another version, and is left alone. */
function call(handlers: object, name: string, args: readonly unknown[]): unknown {
  const handler: unknown = Object.hasOwn(handlers, name) ? Reflect.get(handlers, name) : undefined;
  return typeof handler === 'function' ? Reflect.apply(handler, handlers, args) : undefined;
}

/** Calls the handler of what the other end sent, and answers it where it is a request. */
export function handle(
  handlers: object,
  { name, args, id }: Extract<Wire, { readonly name: string }>,
  write: (message: Wire) => void,
): void {
  if (id === undefined) call(handlers, name, args);
  else
    new Promise((resolve) => resolve(call(handlers, name, args)))
      .then((value) => write({ answers: id, value }))
      // Also where the value cannot be copied.
      .catch(() => write({ answers: id }));
}

/** What one end has asked and the other has not answered yet. */
export class OpenRequests {
  readonly #open = new Map<number, (value: unknown) => void>();
  #lastId = 0;

  /** Resolves with the answer; with undefined if none comes in time, or `send` calls its `failed`. */
  ask(
    withinMs: number,
    send: (id: number, failed: () => void) => void,
    onLate?: () => void,
  ): Promise<unknown> {
    const id = ++this.#lastId;
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const timer = setTimeout(() => {
      onLate?.();
      resolve(undefined);
    }, withinMs);
    this.#open.set(id, resolve);
    send(id, () => resolve(undefined));
    return promise.finally(() => {
      clearTimeout(timer);
      this.#open.delete(id);
    });
  }

  answered(id: number, value: unknown): void {
    this.#open.get(id)?.(value);
  }

  /** No answer comes any more. */
  settle(): void {
    for (const resolve of this.#open.values()) resolve(undefined);
  }
}

/** The process that started this one. */
export interface Parent<C extends Channel> {
  /** Lost if the parent is gone. */
  send<Name extends Names<C['toParent']>>(name: Name, ...args: Sent<C['toParent'], Name>): void;
  /**
   * Undefined if the parent fails, or does not answer in time. The answer is read once this process has called
   * `serveParent`.
   */
  request<Name extends Names<C['toParent']>>(
    name: Name,
    withinMs: number,
    ...args: Sent<C['toParent'], Name>
  ): Promise<Answered<C['toParent'], Name> | undefined>;
}

const asked = new OpenRequests();

function write(message: Wire): void {
  if (process.connected) process.send?.(message, () => undefined);
}

export function parentOf<C extends Channel>(): Parent<C> {
  return {
    send: (name, ...args) => write({ name, args }),
    request: (name, withinMs, ...args) =>
      asked.ask(withinMs, (id) => write({ name, args, id })) as Promise<never>,
  };
}

export interface ServedChannel<C extends Channel> {
  readonly on: C['toChild'];
  readonly answer: Answers<C['requests']>;
  /** The parent has closed the channel, or ended in any way. Ends this process unless something else is given. */
  readonly onGone?: () => void;
}

/**
 * The child's end of a channel. What came before this call is read now. The parent alone decides when its child ends: a
 * terminal's Ctrl-C and its end, which reach the whole group of processes, are not obeyed.
 */
export function serveParent<C extends Channel>({ on, answer, onGone }: ServedChannel<C>): Parent<C> {
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('message', (message: Wire) => {
    if ('answers' in message) asked.answered(message.answers, message.value);
    else handle(message.id === undefined ? on : answer, message, write);
  });
  const gone = onGone ?? (() => process.exit(0));
  process.on('disconnect', gone);
  // The parent may have ended while this process was starting.
  if (!process.connected) setImmediate(gone);
  return parentOf<C>();
}

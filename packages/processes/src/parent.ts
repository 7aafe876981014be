import { type Answers, type Channel, call, type Names, type Sent, type Wire } from './channel.ts';

export type { Channel } from './channel.ts';

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
      write({ answers: id, failed: true });
    }
  });
  const gone = onGone ?? (() => process.exit(0));
  process.on('disconnect', gone);
  // It may have gone while this process was still starting.
  if (!process.connected) setImmediate(gone);
  return { send: (name, ...args) => write({ name, args }) };
}

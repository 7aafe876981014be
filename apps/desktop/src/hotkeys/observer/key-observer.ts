import { fileURLToPath } from 'node:url';
import { type BareModifier, isBareModifier, type ShortcutAction } from '@quoth/contract';
import { RestartedProcess } from '../../restarted-process.ts';
import type { Binding, KeyEvents } from '../hotkeys.ts';
import type { FromObserver, ToObserver } from './observer-protocol.ts';

const MAIN = fileURLToPath(new URL('./observer-main.ts', import.meta.url));

/** Reports when a bare modifier is pressed and released. Its process exists only while there is one to watch. */
export class KeyObserver {
  readonly #process: RestartedProcess<ToObserver, FromObserver>;
  readonly #events: Pick<KeyEvents, 'onKey' | 'onInterrupted' | 'onLost'>;
  readonly #wanted = new Map<BareModifier, ShortcutAction>();

  constructor(
    env: Readonly<Record<string, string | undefined>>,
    events: Pick<KeyEvents, 'onKey' | 'onInterrupted' | 'onLost'>,
  ) {
    const { DISPLAY, XAUTHORITY, HOME, PATH, NODE_COMPILE_CACHE } = env;
    this.#events = events;
    this.#process = new RestartedProcess({
      main: MAIN,
      // Where compiled code is kept, a child need not load what takes the types out of it: 12 MB, measured.
      env: { DISPLAY, XAUTHORITY, HOME, PATH, NODE_COMPILE_CACHE },
      onMessage: (message) => this.#receive(message),
      onStart: () => this.#tell(),
      // Whatever was held when it died: nobody will say when it is let go.
      onGone: () => events.onLost(),
    });
  }

  /** Pid of its process, while it runs. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  watch(bindings: readonly Binding[]): void {
    this.#wanted.clear();
    for (const { action, keys } of bindings) if (isBareModifier(keys.key)) this.#wanted.set(keys.key, action);
    if (this.#wanted.size === 0) this.close();
    else if (this.pid === undefined) this.#process.start();
    else this.#tell();
  }

  close(): void {
    this.#process.stop();
  }

  #tell(): void {
    this.#process.send({ watch: [...this.#wanted.keys()] });
  }

  #receive(message: FromObserver): void {
    if (message.type === 'ready') return;
    if (message.type === 'interrupted') {
      this.#events.onInterrupted();
      return;
    }
    const action = this.#wanted.get(message.key);
    const agoMs = Math.max(0, Number(process.hrtime.bigint() / 1_000_000n) - message.at);
    if (action) this.#events.onKey(action, message.type === 'down', agoMs);
  }
}

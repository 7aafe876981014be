import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type BareModifier, isBareModifier, type ShortcutAction } from '@quoth/contract';
import type { Binding, KeyEvents } from '../hotkeys.ts';
import type { FromObserver, ToObserver } from './observer-protocol.ts';

const MAIN = fileURLToPath(new URL('./observer-main.ts', import.meta.url));
/** An observer that dies is started again: soon at first, then seldom. */
const FIRST_AGAIN_MS = 250;
const LAST_AGAIN_MS = 30_000;
/** One that has lived so long was well. */
const WELL_MS = 10_000;

/** Tells when a bare modifier goes down and up. Its process exists only while there is one to be watched. */
export class KeyObserver {
  readonly #env: NodeJS.ProcessEnv;
  readonly #events: Pick<KeyEvents, 'onKey' | 'onInterrupted' | 'onLost'>;
  readonly #wanted = new Map<BareModifier, ShortcutAction>();
  #child: ChildProcess | undefined;
  #again: NodeJS.Timeout | undefined;
  #againMs = FIRST_AGAIN_MS;

  constructor(
    env: Readonly<Record<string, string | undefined>>,
    events: Pick<KeyEvents, 'onKey' | 'onInterrupted' | 'onLost'>,
  ) {
    const { DISPLAY, XAUTHORITY, HOME, PATH, NODE_COMPILE_CACHE } = env;
    // Where compiled code is kept, a child need not load what takes the types out of it: 12 MB, measured.
    this.#env = { DISPLAY, XAUTHORITY, HOME, PATH, NODE_COMPILE_CACHE };
    this.#events = events;
  }

  /** Of its process, while it runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  watch(bindings: readonly Binding[]): void {
    this.#wanted.clear();
    for (const { action, keys } of bindings) if (isBareModifier(keys.key)) this.#wanted.set(keys.key, action);
    if (this.#wanted.size === 0) this.close();
    else if (this.#child) this.#tell(this.#child);
    else this.#start();
  }

  close(): void {
    clearTimeout(this.#again);
    this.#again = undefined;
    const child = this.#child;
    this.#child = undefined;
    child?.kill('SIGKILL');
  }

  #start(): void {
    clearTimeout(this.#again);
    this.#again = undefined;
    const child = fork(MAIN, [], {
      env: this.#env,
      execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=1'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child = child;
    const startedAt = performance.now();
    child.on('message', (message: FromObserver) => {
      if (this.#child === child) this.#heard(message);
    });
    const gone = () => {
      if (this.#child !== child) return;
      this.#child = undefined;
      // Whatever was held when it died: nobody will say when it is let go.
      this.#events.onLost();
      if (performance.now() - startedAt > WELL_MS) this.#againMs = FIRST_AGAIN_MS;
      this.#again = setTimeout(() => this.#start(), this.#againMs).unref();
      this.#againMs = Math.min(this.#againMs * 2, LAST_AGAIN_MS);
    };
    child.on('error', gone);
    child.on('exit', gone);
    child.unref();
    child.channel?.unref();
    this.#tell(child);
  }

  #tell(child: ChildProcess): void {
    const message: ToObserver = { watch: [...this.#wanted.keys()] };
    child.send(message, () => undefined);
  }

  #heard(message: FromObserver): void {
    if (message.type === 'ready') return;
    if (message.type === 'interrupted') {
      this.#events.onInterrupted();
      return;
    }
    const action = this.#wanted.get(message.key);
    if (action) this.#events.onKey(action, message.type === 'down');
  }
}

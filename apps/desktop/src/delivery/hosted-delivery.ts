import type {
  DeliveryRequest,
  DeliveryResult,
  DesktopSession,
  SelectedText,
  TextDelivery,
} from '@quoth/core';
import { SupervisedChild } from '@quoth/processes';
import { ownFile } from '@quoth/processes/places';
import type { XServer } from '../x11/x-server.ts';
import { type Clipboard, deliverByClipboard } from './clipboard.ts';
import type { DeliveryChannel, PasteRequest, PressKeys } from './delivery-host.ts';
import { notPasted, notRestored } from './not-pasted.ts';

const MAIN = ownFile('./delivery-main.ts', import.meta.url);
/**
 * The host waits for keys to be let go, for the target, and for what other programs have copied; if it takes longer
 * than this, it hangs.
 */
export const ANSWER_MS = 20_000;

type Environment = Readonly<Record<string, string | undefined>>;

export interface HostedDeliveryOptions {
  readonly host: Pick<SupervisedChild<DeliveryChannel>, 'start' | 'request' | 'pid' | 'leave'>;
  readonly session: DesktopSession;
  /** Used if the host cannot be started. */
  readonly clipboard: Clipboard;
  /** The host of X11 does. */
  readonly followsCursor?: boolean;
}

/** What a process that owns the clipboard can do, whatever else it answers. */
interface OwningHost {
  readonly pid: number | undefined;
  start(): void;
  request(name: 'copy', milliseconds: number, text: string): Promise<boolean | undefined>;
  leave(): void;
}

/**
 * The process that owns the clipboard while a text is delivered: started when it is first used, and again if it died.
 * Nothing is written while the screen is locked.
 */
export class ClipboardOwner<Host extends OwningHost> {
  /** Used if the process cannot be started. */
  readonly fallback: TextDelivery;
  readonly host: Host;
  isLocked = false;
  readonly #session: DesktopSession;
  #endSession: (() => void) | undefined;
  #isClosed = false;

  constructor(host: Host, { session, clipboard }: Pick<HostedDeliveryOptions, 'session' | 'clipboard'>) {
    this.fallback = deliverByClipboard(clipboard);
    this.host = host;
    this.#session = session;
  }

  /** Undefined once it was closed. */
  get running(): Host | undefined {
    if (this.#isClosed) return undefined;
    this.host.start();
    return this.host;
  }

  watchLock(): void {
    this.#endSession ??= this.#session.onEvent((event) => {
      if (event === 'locked') this.isLocked = true;
      else if (event === 'unlocked') this.isLocked = false;
    });
  }

  async copy(text: string): Promise<DeliveryResult> {
    const isCopied = await this.running?.request('copy', ANSWER_MS, text);
    return isCopied ? { as: 'copied' } : this.fallback.deliver(text, { to: 'copy' });
  }

  /** The process stays while somebody may still paste its contents, and then ends by itself. */
  close(): void {
    this.#isClosed = true;
    this.#endSession?.();
    this.host.leave();
  }
}

/** Writes texts at the cursor through a process that owns the clipboard meanwhile and restores it. */
export class HostedDelivery implements TextDelivery {
  readonly followsCursor: boolean;
  readonly #owner: ClipboardOwner<HostedDeliveryOptions['host']>;

  constructor({ host, followsCursor = false, ...options }: HostedDeliveryOptions) {
    this.followsCursor = followsCursor;
    this.#owner = new ClipboardOwner(host, options);
  }

  prepare(): void {
    this.#owner.watchLock();
    void this.place();
  }

  async place(): Promise<string | undefined> {
    return this.#owner.running?.request('look', ANSWER_MS);
  }

  async deliver(
    text: string,
    request: DeliveryRequest & Pick<PasteRequest, 'isTerminal' | 'program'>,
  ): Promise<DeliveryResult> {
    const { fallback } = this.#owner;
    if (request.to === 'copy') return this.#owner.copy(text);
    if (this.#owner.isLocked) return explained(await this.#owner.copy(text), 'locked');
    const { to: _paste, ...order } = request;
    const delivered = await this.#owner.running?.request('paste', ANSWER_MS, { text, ...order });
    // The host died, and the clipboard's content with it, so the text is copied for the user to paste.
    if (!delivered) return explained(await this.#owner.copy(text), 'not-asked');
    switch (delivered.as) {
      case 'pasted':
        return {
          as: 'delivered',
          problem: delivered.isRestored ? undefined : notRestored(),
          ...(delivered.pressed && { pressed: delivered.pressed }),
        };
      case 'copied':
        return { as: 'copied', problem: notPasted(delivered.reason) };
      case 'failed':
        // If another program has copied something since, that stays.
        if (delivered.reason === 'superseded') return { as: 'shown', problem: notPasted('superseded') };
        // Without a desktop or a clipboard, the system's own programs are tried.
        if (delivered.reason === 'no-display') return fallback.deliver(text, request);
        return explained(await fallback.deliver(text, { to: 'copy' }), delivered.reason);
    }
  }

  async clipboardText(): Promise<string | undefined> {
    const { isLocked, running } = this.#owner;
    return isLocked ? undefined : running?.request('clipboardText', ANSWER_MS);
  }

  async selectedText(): Promise<SelectedText> {
    const { isLocked, running } = this.#owner;
    const selected = isLocked ? undefined : await running?.request('readSelection', ANSWER_MS);
    return selected ?? { is: 'unreadable' };
  }

  /** Pid of the process that owns the clipboard, while it runs. */
  get hostPid(): number | undefined {
    return this.#owner.host.pid;
  }

  close(): void {
    this.#owner.close();
  }
}

/** Says why it was copied, if it was. */
export function explained(copied: DeliveryResult, reason: Parameters<typeof notPasted>[0]): DeliveryResult {
  return copied.as === 'copied' ? { ...copied, problem: notPasted(reason) } : copied;
}

/** The host of this platform; undefined where texts are not written through one. */
export function hostFor(
  platform: NodeJS.Platform,
  env: Environment,
  x11: XServer | null,
): HostedDeliveryOptions['host'] | undefined {
  const { HOME, PATH, NODE_COMPILE_CACHE } = env;
  if (platform === 'win32' || platform === 'darwin')
    return startedWhenNeeded([], { HOME, PATH, NODE_COMPILE_CACHE });
  return x11 && !env.WAYLAND_DISPLAY ? x11Host(env) : undefined;
}

/** The host for the display that these variables name; on Wayland with what presses keys for it. */
export function x11Host(
  { DISPLAY, XAUTHORITY, HOME, PATH, NODE_COMPILE_CACHE }: Environment,
  press?: PressKeys,
): HostedDeliveryOptions['host'] {
  // Where compiled code is kept, a child need not load what takes the types out of it: 12 MB, measured.
  const args = [DISPLAY ?? '', XAUTHORITY || `${HOME}/.Xauthority`, ...(press ? ['wayland'] : [])];
  return startedWhenNeeded(args, { DISPLAY, XAUTHORITY, HOME, PATH, NODE_COMPILE_CACHE }, press);
}

function startedWhenNeeded(
  args: readonly string[],
  env: Environment,
  press: PressKeys = async () => 'keys-not-pressed',
): SupervisedChild<DeliveryChannel> {
  return new SupervisedChild<DeliveryChannel>({ main: MAIN, args, env, on: { press }, restart: 'never' });
}

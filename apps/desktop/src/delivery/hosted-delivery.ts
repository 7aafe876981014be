import type { DeliveryOrder, DeliveryResult, DesktopSession, SelectedText, TextDelivery } from '@quoth/core';
import type { Clipboard } from '../clipboard/index.ts';
import { deliverByClipboard } from './deliver-by-clipboard.ts';
import type { DeliveryHost } from './host/delivery-host.ts';
import type { FromHost, NotPasted } from './host/host-protocol.ts';
import { notPasted, notRestored } from './not-pasted.ts';

export interface HostedDeliveryOptions {
  readonly host: Pick<DeliveryHost, 'ask' | 'pid' | 'close'>;
  readonly session: DesktopSession;
  /** Used if the host cannot be started. */
  readonly clipboard: Clipboard;
}

/** Writes texts at the cursor through a process that owns the clipboard meanwhile and restores it. */
export class HostedDelivery implements TextDelivery {
  readonly #host: HostedDeliveryOptions['host'];
  readonly #fallback: TextDelivery;
  readonly #session: DesktopSession;
  #endSession: (() => void) | undefined;
  #isLocked = false;

  constructor({ host, session, clipboard }: HostedDeliveryOptions) {
    this.#host = host;
    this.#fallback = deliverByClipboard(clipboard);
    this.#session = session;
  }

  prepare(): void {
    this.#endSession ??= this.#session.onEvent((event) => {
      if (event === 'locked') this.#isLocked = true;
      else if (event === 'unlocked') this.#isLocked = false;
    });
    void this.#host.ask({ type: 'look' });
  }

  async place(): Promise<string | undefined> {
    const answer = await this.#host.ask({ type: 'look' });
    return answer?.type === 'place' ? (answer.place ?? undefined) : undefined;
  }

  async deliver(text: string, order: DeliveryOrder): Promise<DeliveryResult> {
    if (order.to === 'copy') return this.#copy(text);
    if (this.#isLocked) return explained(await this.#copy(text), 'locked');
    const { joint, place, pressEnter } = order;
    const answer = await this.#host.ask({ type: 'paste', text, joint, place: place ?? null, pressEnter });
    if (!answer) {
      // The host died, and with it whatever was on the clipboard: the text at least is there again.
      return explained(await this.#copy(text), 'not-asked');
    }
    return this.#result(answer, text, order);
  }

  async selectedText(): Promise<SelectedText> {
    if (this.#isLocked) return { is: 'unreadable' };
    const answer = await this.#host.ask({ type: 'read-selection' });
    return answer?.type === 'selection' ? answer.selected : { is: 'unreadable' };
  }

  /** Pid of the process that owns the clipboard, while it runs. */
  get hostPid(): number | undefined {
    return this.#host.pid;
  }

  close(): void {
    this.#endSession?.();
    this.#host.close();
  }

  async #copy(text: string): Promise<DeliveryResult> {
    const answer = await this.#host.ask({ type: 'copy', text });
    return answer?.type === 'copied' ? { as: 'copied' } : this.#fallback.deliver(text, { to: 'copy' });
  }

  #result(answer: FromHost, text: string, order: DeliveryOrder): DeliveryResult | Promise<DeliveryResult> {
    switch (answer.type) {
      case 'pasted':
        return { as: 'delivered', problem: answer.isRestored ? undefined : notRestored() };
      case 'copied':
        return { as: 'copied', problem: answer.reason === null ? undefined : notPasted(answer.reason) };
      case 'failed':
        // What another program has just copied stays.
        if (answer.reason === 'overtaken') return { as: 'shown', problem: notPasted(answer.reason) };
        // No desktop to be had, or no clipboard: perhaps one of the system's programs knows a way.
        if (answer.reason === 'no-display') return this.#fallback.deliver(text, order);
        return this.#fallback
          .deliver(text, { to: 'copy' })
          .then((copied) => explained(copied, answer.reason));
      default:
        return { as: 'shown', problem: notPasted('no-display') };
    }
  }
}

/** Says why it was copied, if it was. */
function explained(copied: DeliveryResult, reason: NotPasted | 'locked'): DeliveryResult {
  return copied.as === 'copied' ? { ...copied, problem: notPasted(reason) } : copied;
}

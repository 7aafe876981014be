import type { SessionBus } from '../session-bus/index.ts';
import type { Indicator } from './indicator.ts';
import type { IndicatorAction, IndicatorView } from './indicator-view.ts';

const SERVICE = 'org.freedesktop.Notifications';
const PATH = '/org/freedesktop/Notifications';
const rule = `type='signal',interface='${SERVICE}'`;
const NEVER_EXPIRES = 0;
const names: Readonly<Record<IndicatorAction, string>> = { stop: 'Stop', cancel: 'Cancel' };

/**
 * If no window of our own can be shown: one notification of the desktop (Desktop Notifications Specification 1.2), replaced as the state changes.
 * It says that a microphone is open and has the buttons; it has no level, and no words, which a desktop may keep.
 */
export class NotificationIndicator implements Indicator {
  readonly #bus: SessionBus;
  #id = 0;
  #shown = '';
  #wanted: IndicatorView | undefined;
  #work: Promise<void> | undefined;

  constructor(bus: SessionBus, onAction: (action: IndicatorAction) => void) {
    this.#bus = bus;
    void bus.onSignal(rule, ({ interface: from, member, body = [] }) => {
      if (from !== SERVICE || body[0] !== this.#id || this.#id === 0) return;
      if (member === 'ActionInvoked' && (body[1] === 'stop' || body[1] === 'cancel')) onAction(body[1]);
      // Its user took it away: while a microphone is open, the next change shows it again.
      if (member === 'NotificationClosed') [this.#id, this.#shown] = [0, ''];
    });
  }

  show(view: IndicatorView | undefined): void {
    this.#wanted = view;
    this.#work ??= this.#follow().finally(() => {
      this.#work = undefined;
      // What was asked for in the very moment in which the work ended.
      if (keyOf(this.#wanted) !== this.#shown) this.show(this.#wanted);
    });
  }

  async close(): Promise<void> {
    this.show(undefined);
    await this.#work;
  }

  /** One call at a time; the last state counts. */
  async #follow(): Promise<void> {
    while (keyOf(this.#wanted) !== this.#shown) {
      const view = this.#wanted;
      this.#shown = keyOf(view);
      if (view) await this.#notify(view);
      else await this.#withdraw();
    }
  }

  async #notify(view: IndicatorView): Promise<void> {
    const actions = view.buttons.flatMap((button) => [button, names[button]]);
    const hints = [
      ['urgency', ['y', 0]],
      ['resident', ['b', true]],
      ['transient', ['b', true]],
      ['suppress-sound', ['b', true]],
    ];
    const body = [
      'Quoth',
      this.#id,
      'audio-input-microphone',
      titleOf(view),
      view.mode,
      actions,
      hints,
      NEVER_EXPIRES,
    ];
    const id = await this.#bus.call<number>({
      destination: SERVICE,
      path: PATH,
      interface: SERVICE,
      member: 'Notify',
      signature: 'susssasa{sv}i',
      body,
    });
    this.#id = id ?? 0;
  }

  async #withdraw(): Promise<void> {
    if (this.#id === 0) return;
    const body = [this.#id];
    this.#id = 0;
    await this.#bus.call({
      destination: SERVICE,
      path: PATH,
      interface: SERVICE,
      member: 'CloseNotification',
      signature: 'u',
      body,
    });
  }
}

function titleOf({ line, isWords }: IndicatorView): string {
  return isWords ? 'Listening' : line;
}

/** The part of a view that a notification shows. */
function keyOf(view: IndicatorView | undefined): string {
  return view ? JSON.stringify([titleOf(view), view.mode, view.buttons]) : '';
}

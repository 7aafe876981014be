import { inOneLine } from '@quoth/words/render.ts';
import type { SessionBus } from '../session/session-bus.ts';
import type { Indicator } from './indicator-view.ts';
import { type IndicatorAction, type IndicatorView, indicatorActions } from './indicator-view.ts';

const SERVICE = 'org.freedesktop.Notifications';
const PATH = '/org/freedesktop/Notifications';
const rule = `type='signal',interface='${SERVICE}'`;
const NEVER_EXPIRES = 0;
/** Urgency, Desktop Notifications Specification 1.2: a critical one does not disappear by itself. */
const LOW = 0;
const NORMAL = 1;
const CRITICAL = 2;
/** Why a notification was closed: by the user. */
const DISMISSED = 2;
/** One that somebody takes away again and again is not shown in a loop. */
const AGAIN_MS = 1_000;

/**
 * If no window of our own can be shown: one notification of the desktop (Desktop Notifications Specification 1.2),
 * replaced as the state changes. It says that a microphone is open and has the buttons; it has no level, and no words,
 * which a desktop may keep.
 */
export class NotificationIndicator implements Indicator {
  readonly #bus: SessionBus;
  #id = 0;
  #shown = '';
  #wanted: IndicatorView | undefined;
  #work: Promise<void> | undefined;
  /** The last answer with an id: a busy bus may bring a pressed button together with it. */
  #answer: Promise<number | undefined> | undefined;
  #capabilities: Promise<readonly string[] | undefined> | undefined;

  constructor(bus: SessionBus, onAction: (action: IndicatorAction) => void) {
    this.#bus = bus;
    void bus.onSignal(rule, async ({ interface: from, member, body = [] }) => {
      if (from !== SERVICE) return;
      await this.#answer;
      if (body[0] !== this.#id || this.#id === 0) return;
      const action = indicatorActions.find((each) => each === body[1]);
      if (member === 'ActionInvoked' && action) onAction(action);
      if (member !== 'NotificationClosed') return;
      // Its user took it away: while a microphone is open, the next change shows it again. What they have only read
      // stays away.
      this.#id = 0;
      if (this.#wanted?.tone === 'problem' && this.#wanted.buttons.length === 0) return;
      this.#shown = '';
      if (this.#wanted?.tone === 'asking' && body[1] === DISMISSED) onAction('decline');
      // The sign of a program or a meeting cannot be taken away.
      else if (this.#wanted?.says !== undefined) setTimeout(() => this.show(this.#wanted), AGAIN_MS).unref();
    });
  }

  show(view: IndicatorView | undefined): void {
    this.#wanted = view;
    this.#work ??= this.#follow().finally(() => {
      this.#work = undefined;
      // The wanted view may have changed after the work's last look.
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
    const actions = view.buttons.flatMap((button) => [button, view.labels[button]]);
    const isSign = view.says !== undefined;
    const hints = [
      ['urgency', ['y', isSign ? CRITICAL : view.tone === 'problem' ? NORMAL : LOW]],
      ['resident', ['b', true]],
      ['transient', ['b', !isSign]],
      ['suppress-sound', ['b', true]],
    ];
    const body = [
      'Quoth',
      this.#id,
      'audio-input-microphone',
      titleOf(view),
      await this.#plain(bodyOf(view)),
      actions,
      hints,
      NEVER_EXPIRES,
    ];
    this.#answer = this.#bus.call<number>({
      destination: SERVICE,
      path: PATH,
      interface: SERVICE,
      member: 'Notify',
      signature: 'susssasa{sv}i',
      body,
    });
    this.#id = (await this.#answer) ?? 0;
  }

  /** Where a body is read as markup, what could be taken for it is written out. */
  async #plain(text: string): Promise<string> {
    this.#capabilities ??= this.#bus.call<readonly string[]>({
      destination: SERVICE,
      path: PATH,
      interface: SERVICE,
      member: 'GetCapabilities',
    });
    if ((await this.#capabilities)?.includes('body-markup') !== true) return text;
    return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
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

function titleOf({ title, says }: IndicatorView): string {
  return says ?? title;
}

function bodyOf({ line, mode, tone, hint, says }: IndicatorView): string {
  if (tone === 'asking') return line;
  if (tone !== 'problem') return mode;
  // Its title says who records, or what.
  return says === undefined ? (hint ?? mode) : inOneLine(line, hint);
}

/** The part of a view that a notification shows. */
function keyOf(view: IndicatorView | undefined): string {
  return view ? JSON.stringify([titleOf(view), bodyOf(view), view.buttons]) : '';
}

import type { SessionBus } from '../session-bus/index.ts';

const PORTAL = 'org.freedesktop.portal.Desktop';
const DARK = 1;

/**
 * Light or dark as the desktop prefers (XDG portal, org.freedesktop.appearance); dark if it has no preference, since that is visible over anything.
 */
export class DesktopAppearance {
  readonly #bus: SessionBus | null;
  #isAsked = false;
  #isDark = true;

  constructor(bus: SessionBus | null) {
    this.#bus = bus;
  }

  /** As far as is known; the desktop is asked when it is first read. */
  get isDark(): boolean {
    if (!this.#isAsked) {
      this.#isAsked = true;
      void this.#read();
      void this.#bus?.onSignal(
        "type='signal',interface='org.freedesktop.portal.Settings',member='SettingChanged'",
        ({ member, body = [] }) => {
          if (member === 'SettingChanged' && body[1] === 'color-scheme') this.#isDark = body[2] === DARK;
        },
      );
    }
    return this.#isDark;
  }

  async #read(): Promise<void> {
    const scheme = await this.#bus?.call<unknown>({
      destination: PORTAL,
      path: '/org/freedesktop/portal/desktop',
      interface: 'org.freedesktop.portal.Settings',
      member: 'ReadOne',
      signature: 'ss',
      body: ['org.freedesktop.appearance', 'color-scheme'],
    });
    if (typeof scheme === 'number') this.#isDark = scheme === DARK;
  }
}

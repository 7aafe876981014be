import type { Handle } from '../../../windows/handle.ts';
import { handleMessages } from '../../../windows/pump-messages.ts';
import { PER_MONITOR_AWARE } from '../../../windows/window-calls.ts';
import type { NumberedEntry } from '../../number-entries.ts';
import { type TrayState, trayPixels, trayTitles } from '../../tray-icon.ts';
import type { SystemTray, TrayChoice } from '../system-tray.ts';
import { notifyIconData } from './notify-icon-data.ts';
import { choose } from './popup-menu.ts';
import type { TrayCalls } from './tray-calls.ts';

const CLASS_NAME = 'QuothTray';
/** winuser.h. A message-only window gets no TaskbarCreated broadcast, so this is an ordinary window that is never shown. */
const WS_POPUP = 0x80000000;
const WS_EX_TOOLWINDOW = 0x80;
const WM_CONTEXTMENU = 0x7b;
/** The icon's messages have this number, the first that is free for programs (WM_APP). */
const CALLBACK = 0x8000;
/** shellapi.h. */
const NIM_ADD = 0;
const NIM_MODIFY = 1;
const NIM_DELETE = 2;
const NIM_SETVERSION = 4;
const NIN_SELECT = 0x400;
const NIN_KEYSELECT = 0x401;
/** SM_CXSMICON. */
const SMALL_ICON = 49;

/** An icon in the notification area (Shell_NotifyIconW), its menu by TrackPopupMenu. Written for Windows and not run there. */
export class WindowsTray implements SystemTray {
  readonly #calls: TrayCalls;
  readonly #window: Handle;
  readonly #taskbarCreated: number;
  #state: TrayState = 'idle';
  #menu: readonly NumberedEntry[] = [];
  #icon: { readonly of: TrayState; readonly handle: Handle } | undefined;
  #isShown = false;
  #wanted: readonly ('open' | { readonly x: number; readonly y: number })[] = [];

  constructor(calls: TrayCalls) {
    this.#calls = calls;
    calls.SetThreadDpiAwarenessContext(PER_MONITOR_AWARE);
    this.#taskbarCreated = calls.RegisterWindowMessageW('TaskbarCreated');
    calls.registerClass(CLASS_NAME, (...message) => this.#onMessage(...message));
    this.#window = calls.createWindow(CLASS_NAME, WS_EX_TOOLWINDOW, WS_POPUP, 0);
  }

  get isShown(): boolean {
    return this.#isShown;
  }

  show(state: TrayState, menu: readonly NumberedEntry[]): void {
    const isChanged = state !== this.#state;
    this.#state = state;
    this.#menu = menu;
    // At login, the taskbar may start later: each change tries again, and TaskbarCreated reports it.
    if (!this.#isShown) this.#add();
    else if (isChanged) this.#notify(NIM_MODIFY);
  }

  wait(ms: number): readonly TrayChoice[] {
    handleMessages(this.#calls, ms);
    const wanted = this.#wanted;
    this.#wanted = [];
    // Not inside the window procedure, because TrackPopupMenu runs its own message loop.
    return wanted.flatMap((one): TrayChoice[] => {
      if (one === 'open') return [{ type: 'open' }];
      const id = choose(this.#calls, this.#menu, { ...one, window: this.#window });
      return id === undefined ? [] : [{ type: 'entry', id }];
    });
  }

  close(): void {
    if (this.#isShown) this.#notify(NIM_DELETE);
    this.#isShown = false;
  }

  #add(): void {
    this.#isShown = this.#window !== 0 && this.#notify(NIM_ADD);
    if (this.#isShown) this.#notify(NIM_SETVERSION);
  }

  #notify(message: number): boolean {
    const before = this.#icon;
    const handle = before?.of === this.#state ? before.handle : this.#newIcon();
    this.#icon = { of: this.#state, handle };
    const tip = trayTitles[this.#state];
    const data = notifyIconData({ window: this.#window, callback: CALLBACK, icon: handle, tip });
    const isDone = this.#calls.Shell_NotifyIconW(message, data) !== 0;
    if (before && before.handle !== handle) this.#calls.DestroyIcon(before.handle);
    return isDone;
  }

  #newIcon(): Handle {
    const size = this.#calls.GetSystemMetricsForDpi(SMALL_ICON, this.#calls.GetDpiForSystem()) || 16;
    // If the colours have an alpha channel, the mask is ignored.
    const mask = Buffer.alloc(Math.ceil(size / 16) * 2 * size);
    return this.#calls.CreateIcon(size, size, 32, mask, trayPixels(this.#state, size));
  }

  #onMessage(window: Handle, message: number, wParam: Handle, lParam: Handle): Handle {
    if (message === this.#taskbarCreated) {
      // A new taskbar has no icons.
      this.#add();
      return 0;
    }
    if (message !== CALLBACK) return this.#calls.DefWindowProcW(window, message, wParam, lParam);
    // NOTIFYICON_VERSION_4: the event is in the lower half of lParam, the position in wParam.
    const event = Number(lParam) & 0xffff;
    if (event === NIN_SELECT || event === NIN_KEYSELECT) this.#wanted = [...this.#wanted, 'open'];
    if (event === WM_CONTEXTMENU) {
      const at = Number(BigInt.asIntN(32, BigInt(wParam)));
      this.#wanted = [...this.#wanted, { x: (at << 16) >> 16, y: at >> 16 }];
    }
    return 0;
  }
}

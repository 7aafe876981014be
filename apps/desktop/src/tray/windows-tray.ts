import koffi from 'koffi';
import type { LoadLibrary } from '../native/system-turns.ts';
import {
  type Handle,
  handleMessages,
  loadWindowCalls,
  PER_MONITOR_AWARE,
  type WindowCalls,
} from '../native/windows.ts';
import type { SystemTray, TrayChoice } from './tray-host.ts';
import { type TrayState, trayPixels } from './tray-icon.ts';
import type { NumberedEntry } from './tray-menu.ts';

/**
 * The functions of user32.dll and shell32.dll that are needed, with their own names; parameters that are always null or
 * 0 are left out.
 */
export interface WindowsTrayCalls extends WindowCalls {
  /** Returns the number of a message that programs know by name. */
  RegisterWindowMessageW(name: string): number;
  PostMessageW(window: Handle, message: number): number;
  /** `data` is a NOTIFYICONDATAW. */
  Shell_NotifyIconW(message: number, data: Uint8Array): number;
  GetDpiForSystem(): number;
  GetSystemMetricsForDpi(index: number, dpi: number): number;
  /** `mask` has one bit per pixel, in rows of whole 16-bit words; `colors` is blue, green, red, alpha. */
  CreateIcon(
    width: number,
    height: number,
    bitsPerPixel: number,
    mask: Uint8Array,
    colors: Uint8Array,
  ): Handle;
  DestroyIcon(icon: Handle): number;

  CreatePopupMenu(): Handle;
  /** `item` is a number, or a menu. */
  AppendMenuW(menu: Handle, flags: number, item: Handle, label: string): number;
  /** Returns when the menu is closed; with TPM_RETURNCMD, the number of the chosen entry, 0 if none exists. */
  TrackPopupMenu(menu: Handle, flags: number, x: number, y: number, window: Handle): number;
  DestroyMenu(menu: Handle): number;
  /** Windows closes a program's menu on a click elsewhere only if the program is in the foreground. */
  SetForegroundWindow(window: Handle): number;
}

const CLASS_NAME = 'QuothTray';
/**
 * winuser.h. A message-only window gets no TaskbarCreated broadcast, so this is an ordinary window that is never shown.
 */
const WS_POPUP = 0x80000000;
const WS_EX_TOOLWINDOW = 0x80;
const WM_CONTEXTMENU = 0x7b;
/** The icon's messages have this number, the first that is free for programs (WM_APP). */
const CALLBACK_MESSAGE = 0x8000;
/** shellapi.h. */
const NIM_ADD = 0;
const NIM_MODIFY = 1;
const NIM_DELETE = 2;
const NIM_SETVERSION = 4;
const NIN_SELECT = 0x400;
const NIN_KEYSELECT = 0x401;
/** SM_CXSMICON. */
const SMALL_ICON = 49;

/**
 * An icon in the notification area (Shell_NotifyIconW), its menu by TrackPopupMenu. Run under Wine, not yet on Windows.
 */
export class WindowsTray implements SystemTray {
  readonly #calls: WindowsTrayCalls;
  readonly #window: Handle;
  readonly #taskbarCreated: number;
  #state: TrayState = 'idle';
  #title = '';
  #menu: readonly NumberedEntry[] = [];
  #icon: { readonly of: TrayState; readonly handle: Handle } | undefined;
  #isShown = false;
  #wanted: readonly ('open' | { readonly x: number; readonly y: number })[] = [];

  constructor(calls: WindowsTrayCalls) {
    this.#calls = calls;
    calls.SetThreadDpiAwarenessContext(PER_MONITOR_AWARE);
    this.#taskbarCreated = calls.RegisterWindowMessageW('TaskbarCreated');
    calls.registerClass(CLASS_NAME, (...message) => this.#onMessage(...message));
    this.#window = calls.createWindow(CLASS_NAME, WS_EX_TOOLWINDOW, WS_POPUP, 0);
  }

  get isShown(): boolean {
    return this.#isShown;
  }

  show(state: TrayState, title: string, menu: readonly NumberedEntry[]): void {
    const isChanged = state !== this.#state || title !== this.#title;
    this.#state = state;
    this.#title = title;
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
    const data = notifyIconData({
      window: this.#window,
      callback: CALLBACK_MESSAGE,
      icon: handle,
      tip: this.#title,
    });
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
    if (message !== CALLBACK_MESSAGE) return this.#calls.DefWindowProcW(window, message, wParam, lParam);
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

/** Size and offsets of NOTIFYICONDATAW on 64-bit Windows (shellapi.h). */
const SIZE = 976;
const WINDOW = 8;
const ID = 16;
const FLAGS = 20;
const CALLBACK = 24;
const ICON = 32;
const TIP = 40;
const VERSION = 816;

/** NIF_MESSAGE, NIF_ICON, NIF_TIP, NIF_SHOWTIP. */
const EVERYTHING = 0x1 | 0x2 | 0x4 | 0x80;
/** With this version, messages contain the pointer's position, and the keyboard can open the menu. */
const NOTIFYICON_VERSION_4 = 4;
/** Length of szTip, including the final zero. */
const TIP_CHARACTERS = 128;
/** Our window has only this icon. */
const OUR_ID = 1;

/** A NOTIFYICONDATAW: the icon of this window, which gets the icon's messages as `callback`. */
function notifyIconData({
  window,
  callback,
  icon,
  tip,
}: {
  readonly window: Handle;
  readonly callback: number;
  readonly icon: Handle;
  readonly tip: string;
}): Buffer {
  const data = Buffer.alloc(SIZE);
  data.writeUInt32LE(SIZE, 0);
  data.writeBigInt64LE(BigInt(window), WINDOW);
  data.writeUInt32LE(OUR_ID, ID);
  data.writeUInt32LE(EVERYTHING, FLAGS);
  data.writeUInt32LE(callback, CALLBACK);
  data.writeBigInt64LE(BigInt(icon), ICON);
  data.write(tip.slice(0, TIP_CHARACTERS - 1), TIP, 'utf16le');
  data.writeUInt32LE(NOTIFYICON_VERSION_4, VERSION);
  return data;
}

/** winuser.h. */
const MF_CHECKED = 0x8;
const MF_POPUP = 0x10;
const MF_SEPARATOR = 0x800;
const TPM_RIGHTBUTTON = 0x2;
const TPM_NONOTIFY = 0x80;
const TPM_RETURNCMD = 0x100;
const WM_NULL = 0;

/**
 * Opens a menu at a point and waits until it is closed. Returns the number of the chosen entry; undefined if none
 * exists.
 */
function choose(
  calls: WindowsTrayCalls,
  entries: readonly NumberedEntry[],
  at: { readonly x: number; readonly y: number; readonly window: Handle },
): number | undefined {
  const menu = menuOf(calls, entries);
  if (!menu) return undefined;
  // TrackPopupMenu's documentation requires both calls: otherwise the menu stays open on a click elsewhere, and may not
  // open the next time.
  calls.SetForegroundWindow(at.window);
  const flags = TPM_RETURNCMD | TPM_NONOTIFY | TPM_RIGHTBUTTON;
  const chosen = calls.TrackPopupMenu(menu, flags, at.x, at.y, at.window);
  calls.PostMessageW(at.window, WM_NULL);
  calls.DestroyMenu(menu);
  return chosen === 0 ? undefined : chosen;
}

/** Creates a menu; a submenu is destroyed with its parent. 0 if that fails. */
function menuOf(calls: WindowsTrayCalls, entries: readonly NumberedEntry[]): Handle {
  const menu = calls.CreatePopupMenu();
  if (!menu) return 0;
  for (const { id, label, kind, isChecked, children } of entries) {
    const checked = isChecked ? MF_CHECKED : 0;
    if (kind === 'separator') calls.AppendMenuW(menu, MF_SEPARATOR, 0, '');
    else if (kind === 'command') calls.AppendMenuW(menu, checked, id, written(label));
    else {
      const submenu = menuOf(calls, children);
      if (submenu) calls.AppendMenuW(menu, MF_POPUP | checked, submenu, written(label));
    }
  }
  return menu;
}

/** An ampersand would underline the next letter, a tab would start the shortcut column. */
function written(label: string): string {
  return label.replaceAll('&', '&&').replaceAll('\t', ' ').replaceAll('\0', '');
}

/** Windows' own libraries. Throws on other systems. Run under Wine, not yet on Windows. */
export function loadTrayCalls(load: LoadLibrary = koffi.load): WindowsTrayCalls {
  const user32 = load('user32.dll');
  const post = user32.func(
    'int __stdcall PostMessageW(intptr_t window, uint32_t message, uintptr_t wParam, intptr_t lParam)',
  );
  const createIcon = user32.func(
    'intptr_t __stdcall CreateIcon(intptr_t instance, int width, int height, uint8_t planes, uint8_t bitsPerPixel, const uint8_t *mask, const uint8_t *colors)',
  );
  const track = user32.func(
    'int __stdcall TrackPopupMenu(intptr_t menu, uint32_t flags, int x, int y, int reserved, intptr_t window, void *rectangle)',
  );
  return {
    ...loadWindowCalls(load),
    RegisterWindowMessageW: user32.func('uint32_t __stdcall RegisterWindowMessageW(str16 name)'),
    PostMessageW: (window, message) => post(window, message, 0, 0),
    Shell_NotifyIconW: load('shell32.dll').func(
      'int __stdcall Shell_NotifyIconW(uint32_t message, const uint8_t *data)',
    ),
    GetDpiForSystem: user32.func('uint32_t __stdcall GetDpiForSystem()'),
    GetSystemMetricsForDpi: user32.func('int __stdcall GetSystemMetricsForDpi(int index, uint32_t dpi)'),
    CreateIcon: (width, height, bitsPerPixel, mask, colors) =>
      createIcon(0, width, height, 1, bitsPerPixel, mask, colors),
    DestroyIcon: user32.func('int __stdcall DestroyIcon(intptr_t icon)'),
    CreatePopupMenu: user32.func('intptr_t __stdcall CreatePopupMenu()'),
    AppendMenuW: user32.func(
      'int __stdcall AppendMenuW(intptr_t menu, uint32_t flags, uintptr_t item, str16 label)',
    ),
    TrackPopupMenu: (menu, flags, x, y, window) => track(menu, flags, x, y, 0, window, null),
    DestroyMenu: user32.func('int __stdcall DestroyMenu(intptr_t menu)'),
    SetForegroundWindow: user32.func('int __stdcall SetForegroundWindow(intptr_t window)'),
  };
}

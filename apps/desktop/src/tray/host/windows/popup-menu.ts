import type { Handle } from '../../../windows/handle.ts';
import type { NumberedEntry } from '../../number-entries.ts';
import type { TrayCalls } from './tray-calls.ts';

/** winuser.h. */
const MF_CHECKED = 0x8;
const MF_POPUP = 0x10;
const MF_SEPARATOR = 0x800;
const TPM_RIGHTBUTTON = 0x2;
const TPM_NONOTIFY = 0x80;
const TPM_RETURNCMD = 0x100;
const WM_NULL = 0;

/** Opens a menu at a point and waits until it is closed. Returns the number of the chosen entry; undefined if there is none. */
export function choose(
  calls: TrayCalls,
  entries: readonly NumberedEntry[],
  at: { readonly x: number; readonly y: number; readonly window: Handle },
): number | undefined {
  const menu = menuOf(calls, entries);
  if (!menu) return undefined;
  // TrackPopupMenu's documentation requires both calls: otherwise the menu stays open on a click elsewhere, and may not open the next time.
  calls.SetForegroundWindow(at.window);
  const flags = TPM_RETURNCMD | TPM_NONOTIFY | TPM_RIGHTBUTTON;
  const chosen = calls.TrackPopupMenu(menu, flags, at.x, at.y, at.window);
  calls.PostMessageW(at.window, WM_NULL);
  calls.DestroyMenu(menu);
  return chosen === 0 ? undefined : chosen;
}

/** Creates a menu; a submenu is destroyed with its parent. 0 if that fails. */
function menuOf(calls: TrayCalls, entries: readonly NumberedEntry[]): Handle {
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

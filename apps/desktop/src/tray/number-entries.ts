import type { TrayEntry } from './tray-menu.ts';

/** A menu entry as a system shows it. Its number stands for its action. */
export interface NumberedEntry {
  /** Unique in the whole menu, from 1. */
  readonly id: number;
  readonly label: string;
  readonly kind: 'command' | 'submenu' | 'separator';
  /** Undefined if the entry cannot be checked. */
  readonly isChecked?: boolean;
  readonly children: readonly NumberedEntry[];
}

/** Numbers the entries of a menu, parents before children. `at` is indexed by number; 0 is the menu itself. */
export function numberEntries(entries: readonly TrayEntry[]): {
  readonly numbered: readonly NumberedEntry[];
  readonly at: readonly TrayEntry[];
} {
  const at: TrayEntry[] = [{ label: '', children: entries }];
  const number = (entry: TrayEntry): NumberedEntry => {
    const { label, action, isChecked, children } = entry;
    const id = at.push(entry) - 1;
    const kind = children ? 'submenu' : action ? 'command' : 'separator';
    const checked = isChecked === undefined ? {} : { isChecked };
    return { id, label, kind, ...checked, children: (children ?? []).map(number) };
  };
  return { numbered: entries.map(number), at };
}

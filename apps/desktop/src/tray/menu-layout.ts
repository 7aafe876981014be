import { type NumberedEntry, numberEntries } from './number-entries.ts';
import type { TrayEntry } from './tray-menu.ts';

type Variant = readonly [signature: string, value: unknown];
type Properties = readonly (readonly [string, Variant])[];
/** `(ia{sv}av)` of com.canonical.dbusmenu. */
type MenuLayout = readonly [id: number, properties: Properties, children: readonly Variant[]];

/** A menu in the terms of com.canonical.dbusmenu: every entry has a number, and the root is 0. */
export class NumberedMenu {
  readonly #entries: readonly TrayEntry[];
  readonly root: MenuLayout;
  readonly #layouts = new Map<number, MenuLayout>();

  constructor(entries: readonly TrayEntry[]) {
    const { numbered, at } = numberEntries(entries);
    this.#entries = at;
    this.root = this.#layoutOf({ id: 0, label: '', kind: 'submenu', children: numbered });
  }

  entry(id: number): TrayEntry | undefined {
    return this.#entries[id];
  }

  layout(id: number): MenuLayout | undefined {
    return this.#layouts.get(id);
  }

  properties(ids: readonly number[]): readonly (readonly [number, Properties])[] {
    const wanted = ids.length > 0 ? ids : [...this.#layouts.keys()];
    return wanted.flatMap((id) => {
      const layout = this.#layouts.get(id);
      return layout ? [[id, layout[1]] as const] : [];
    });
  }

  #layoutOf(entry: NumberedEntry): MenuLayout {
    const children = entry.children.map((child): Variant => ['(ia{sv}av)', this.#layoutOf(child)]);
    const layout: MenuLayout = [entry.id, propertiesOf(entry), children];
    this.#layouts.set(entry.id, layout);
    return layout;
  }
}

/** Every property each time, defaults too: a panel keeps what an entry of the same number had before (seen in xfce4-panel). */
function propertiesOf({ label, kind, isChecked }: NumberedEntry): Properties {
  return [
    ['type', ['s', kind === 'separator' ? 'separator' : 'standard']],
    // An underscore would mark the next letter as a key.
    ['label', ['s', label.replaceAll('_', '__')]],
    ['children-display', ['s', kind === 'submenu' ? 'submenu' : '']],
    ['toggle-type', ['s', isChecked === undefined ? '' : 'checkmark']],
    ['toggle-state', ['i', isChecked === undefined ? -1 : Number(isChecked)]],
  ];
}

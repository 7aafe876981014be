import type { TrayEntry } from './tray-menu.ts';

type Variant = readonly [signature: string, value: unknown];
type Properties = readonly (readonly [string, Variant])[];
/** `(ia{sv}av)` of com.canonical.dbusmenu. */
type MenuLayout = readonly [id: number, properties: Properties, children: readonly Variant[]];

/** A menu in the terms of com.canonical.dbusmenu: every entry has a number, and the root is 0. */
export class NumberedMenu {
  readonly #entries: TrayEntry[] = [];
  readonly root: MenuLayout;
  readonly #layouts = new Map<number, MenuLayout>();

  constructor(entries: readonly TrayEntry[]) {
    this.#entries.push({ label: '', children: entries });
    this.root = this.#layoutOf(0);
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

  #layoutOf(id: number): MenuLayout {
    const entry = this.#entries[id];
    const children = (entry?.children ?? []).map((child): Variant => {
      const childId = this.#entries.push(child) - 1;
      return ['(ia{sv}av)', this.#layoutOf(childId)];
    });
    const layout: MenuLayout = [id, entry ? propertiesOf(entry) : [], children];
    this.#layouts.set(id, layout);
    return layout;
  }
}

/** Every property each time, defaults too: a panel keeps what an entry of the same number had before (seen in xfce4-panel). */
function propertiesOf({ label, action, isChecked, children }: TrayEntry): Properties {
  return [
    ['type', ['s', action || children ? 'standard' : 'separator']],
    // An underscore would mark the next letter as a key.
    ['label', ['s', label.replaceAll('_', '__')]],
    ['children-display', ['s', children ? 'submenu' : '']],
    ['toggle-type', ['s', isChecked === undefined ? '' : 'checkmark']],
    ['toggle-state', ['i', isChecked === undefined ? -1 : Number(isChecked)]],
  ];
}

import { activationToken } from '@quoth/contract';
import {
  defineInterface,
  type ExportRegistration,
  type MessageBus,
  type NameRegistration,
} from 'dbus-native';
import type { SessionBus } from '../session/session-bus.ts';
import { type TrayState, trayIcon } from './tray-icon.ts';
import {
  type NumberedEntry,
  numberEntries,
  type Tray,
  type TrayAction,
  type TrayEntry,
  type TrayEvents,
} from './tray-menu.ts';

const WATCHER = 'org.kde.StatusNotifierWatcher';
const ITEM_PATH = '/StatusNotifierItem';
const MENU_PATH = '/MenuBar';

export interface StatusNotifierTrayOptions extends TrayEvents {
  readonly bus: SessionBus;
}

/** Whether something on the desktop shows icons. Never rejects. */
export async function hasTrayPanel(bus: SessionBus): Promise<boolean> {
  const answer = await bus.call<unknown>({
    destination: 'org.freedesktop.DBus',
    path: '/org/freedesktop/DBus',
    interface: 'org.freedesktop.DBus',
    member: 'NameHasOwner',
    signature: 's',
    body: [WATCHER],
  });
  return answer === true;
}

/**
 * An icon in the tray by StatusNotifierItem and com.canonical.dbusmenu, as KDE, Xfce, Cinnamon and GNOME with its
 * extension show it. A desktop without a watcher shows none, which is not an error; if the watcher appears later, or
 * returns, the icon is shown from then on.
 */
export class StatusNotifierTray implements Tray {
  readonly #options: StatusNotifierTrayOptions;
  #state: TrayState = 'idle';
  #title = 'Quoth';
  #menu = new NumberedMenu([]);
  #revision = 1;
  #emitItem: Readonly<Record<string, (...values: unknown[]) => void>> = {};
  #emitMenu: Readonly<Record<string, (...values: unknown[]) => void>> = {};
  readonly #registrations: (ExportRegistration | NameRegistration)[] = [];
  #isClosed = false;
  /** For what is chosen next. */
  #token: string | undefined;
  readonly #name = `org.kde.StatusNotifierItem-${process.pid}-1`;

  constructor(options: StatusNotifierTrayOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    const { bus } = this.#options;
    const connection = await bus.connection();
    if (!connection) return;
    await this.#export(connection);
    this.#registrations.push(await connection.ownName(this.#name));
    await bus.onSignal(
      `type='signal',interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='${WATCHER}'`,
      ({ member, body = [] }) => {
        if (this.#isClosed || member !== 'NameOwnerChanged' || body[0] !== WATCHER) return;
        if (body[2]) void this.#register();
        else this.#options.onShown(false);
      },
    );
    await this.#register();
  }

  show(state: TrayState, title: string, entries: readonly TrayEntry[]): void {
    this.#menu = new NumberedMenu(entries);
    this.#emitMenu.LayoutUpdated?.(++this.#revision, 0);
    if (state === this.#state && title === this.#title) return;
    this.#state = state;
    this.#title = title;
    this.#emitItem.NewIcon?.();
    this.#emitItem.NewToolTip?.();
  }

  /** Removes the icon: a panel drops it when its name has no owner any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const registration of this.#registrations.splice(0)) {
      await ('release' in registration ? registration.release() : registration.remove()).catch(
        () => undefined,
      );
    }
  }

  async #register(): Promise<void> {
    if (!(await hasTrayPanel(this.#options.bus))) return;
    await this.#options.bus.call({
      destination: WATCHER,
      path: '/StatusNotifierWatcher',
      interface: WATCHER,
      member: 'RegisterStatusNotifierItem',
      signature: 's',
      body: [this.#name],
    });
    this.#options.onShown(true);
  }

  async #export(connection: MessageBus): Promise<void> {
    const open = () => this.#act({ type: 'open' });
    const at = { x: 'i', y: 'i' };
    const item = defineInterface({
      name: 'org.kde.StatusNotifierItem',
      methods: {
        Activate: { in: at, handler: open },
        SecondaryActivate: { in: at, handler: () => undefined },
        ContextMenu: { in: at, handler: () => undefined },
        ProvideXdgActivationToken: {
          in: { token: 's' },
          handler: ({ token }: { token: string }) => {
            this.#token = activationToken.safeParse(token).data;
          },
        },
        Scroll: { in: { delta: 'i', orientation: 's' }, handler: () => undefined },
      },
      properties: {
        Category: { type: 's', access: 'read', value: 'ApplicationStatus' },
        Id: { type: 's', access: 'read', value: 'quoth' },
        Title: { type: 's', access: 'read', value: 'Quoth' },
        Status: { type: 's', access: 'read', value: 'Active' },
        WindowId: { type: 'i', access: 'read', value: 0 },
        IconName: { type: 's', access: 'read', value: '' },
        IconPixmap: { type: 'a(iiay)', access: 'read', get: () => trayIcon(this.#state) },
        ToolTip: { type: '(sa(iiay)ss)', access: 'read', get: () => ['', [], this.#title, ''] },
        ItemIsMenu: { type: 'b', access: 'read', value: false },
        Menu: { type: 'o', access: 'read', value: MENU_PATH },
      },
      signals: { NewIcon: {}, NewToolTip: {}, NewStatus: { args: { status: 's' } } },
    });
    const menu = defineInterface({
      name: 'com.canonical.dbusmenu',
      methods: {
        GetLayout: {
          in: { parent: 'i', depth: 'i', names: 'as' },
          out: { revision: 'u', layout: '(ia{sv}av)' },
          handler: ({ parent }: { parent: number }) => ({
            revision: this.#revision,
            layout: this.#menu.layout(parent) ?? this.#menu.root,
          }),
        },
        GetGroupProperties: {
          in: { ids: 'ai', names: 'as' },
          out: { properties: 'a(ia{sv})' },
          handler: ({ ids }: { ids: readonly number[] }) => this.#menu.properties(ids),
        },
        Event: {
          in: { id: 'i', event: 's', data: 'v', time: 'u' },
          handler: ({ id, event }: { id: number; event: string }) => this.#onEvent(id, event),
        },
        AboutToShow: { in: { id: 'i' }, out: { needsUpdate: 'b' }, handler: () => false },
      },
      properties: {
        Version: { type: 'u', access: 'read', value: 3 },
        TextDirection: { type: 's', access: 'read', value: 'ltr' },
        Status: { type: 's', access: 'read', value: 'normal' },
        IconThemePath: { type: 'as', access: 'read', value: [] },
      },
      signals: { LayoutUpdated: { args: { revision: 'u', parent: 'i' } } },
    });
    this.#registrations.push(
      await connection.export(ITEM_PATH, item),
      await connection.export(MENU_PATH, menu),
    );
    this.#emitItem = item.emit;
    this.#emitMenu = menu.emit;
  }

  #onEvent(id: number, event: string): void {
    const action = event === 'clicked' ? this.#menu.entry(id)?.action : undefined;
    if (action) this.#act(action);
  }

  #act(action: TrayAction): void {
    this.#options.onAction(action, this.#token);
    this.#token = undefined;
  }
}

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

/**
 * Every property each time, defaults too: a panel keeps what an entry of the same number had before (seen in
 * xfce4-panel).
 */
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

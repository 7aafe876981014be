import koffi from 'koffi';
import { type Id, loadImages, MacApplication, ObjectiveC } from '../native/macos.ts';
import type { LoadLibrary } from '../native/system-turns.ts';
import type { SystemTray, TrayChoice } from './tray-host.ts';
import { type TrayState, trayPixels } from './tray-icon.ts';
import type { NumberedEntry } from './tray-menu.ts';

/** The parts of AppKit that are needed, at the level of its methods. */
export interface MacTrayCalls {
  /** NSStatusBar statusItemWithLength, as wide as its icon. False if that fails. */
  createItem(): boolean;
  /** NSStatusBarButton setImage, setToolTip. A template image takes the colour of the menu bar. */
  setIcon(icon: MacIcon, toolTip: string): void;
  /** NSStatusItem setMenu: an NSMenu of these entries. Its items call `onChosen`. */
  setMenu(entries: readonly NumberedEntry[]): void;
  /** Sets the listener that gets the number of each chosen entry. */
  onChosen(listener: (id: number) => void): void;
  removeItem(): void;
  /**
   * NSApplication nextEventMatchingMask, sendEvent: handles events, waits at most this long for the first. Blocks while
   * a menu is open.
   */
  runEvents(seconds: number): void;
}

/** A square image: blue, green, red, alpha, not premultiplied. */
export interface MacIcon {
  readonly pixels: Buffer;
  /** Side length in pixels. */
  readonly size: number;
  /** Side length in points. */
  readonly points: number;
  readonly isTemplate: boolean;
}

/** Usual height of menu bar icons, in points; drawn at twice that many pixels. */
const POINTS = 18;

/**
 * An icon in the menu bar (NSStatusItem). A click opens its menu, in which the window is an entry. Written for macOS
 * and not run there.
 */
export class MacTray implements SystemTray {
  readonly #calls: MacTrayCalls;
  #state: TrayState | undefined;
  #title = '';
  #isShown = false;
  #chosen: readonly number[] = [];

  constructor(calls: MacTrayCalls) {
    this.#calls = calls;
    calls.onChosen((id) => {
      this.#chosen = [...this.#chosen, id];
    });
  }

  get isShown(): boolean {
    return this.#isShown;
  }

  show(state: TrayState, title: string, menu: readonly NumberedEntry[]): void {
    this.#isShown ||= this.#calls.createItem();
    if (!this.#isShown) return;
    this.#calls.setMenu(menu);
    if (state === this.#state && title === this.#title) return;
    this.#state = state;
    this.#title = title;
    const size = POINTS * 2;
    const pixels = trayPixels(state, size);
    // When idle it is black or white like its neighbours; any other state has a colour.
    this.#calls.setIcon({ pixels, size, points: POINTS, isTemplate: state === 'idle' }, title);
  }

  wait(ms: number): readonly TrayChoice[] {
    this.#calls.runEvents(ms / 1_000);
    const chosen = this.#chosen;
    this.#chosen = [];
    return chosen.map((id) => ({ type: 'entry', id }));
  }

  close(): void {
    if (this.#isShown) this.#calls.removeItem();
    this.#isShown = false;
  }
}

/** NSSquareStatusItemLength (NSStatusBar.h). */
const SQUARE = -2;

/** AppKit itself. Throws on other systems. Only on the main thread. Written for macOS and not run there. */
export function loadTrayCalls(load: LoadLibrary = koffi.load): MacTrayCalls {
  const objectiveC = new ObjectiveC(load);
  const application = new MacApplication(objectiveC);
  const withImage = loadImages(load);
  let chosen: (id: number) => void = () => undefined;
  const targetClass = objectiveC.createClass('QuothTrayTarget', {
    'choose:': (item) => chosen(Number(objectiveC.send<Id>(item ?? 0, 'tag', 'intptr_t'))),
  });
  // One for all items, which do not retain it.
  const target = objectiveC.ask(objectiveC.ask(targetClass, 'alloc'), 'init');
  const bar = () => objectiveC.ask(objectiveC.classOf('NSStatusBar'), 'systemStatusBar');
  let item: Id = 0;

  const newItem = (title: string, action: string | undefined): Id => {
    const made = objectiveC.send<Id>(
      objectiveC.ask(objectiveC.classOf('NSMenuItem'), 'alloc'),
      'initWithTitle:action:keyEquivalent:',
      'intptr_t',
      ['intptr_t', 'intptr_t', 'intptr_t'],
      [
        objectiveC.string(title),
        action === undefined ? 0 : objectiveC.selector(action),
        objectiveC.string(''),
      ],
    );
    return objectiveC.ask(made, 'autorelease');
  };
  const itemOf = ({ id, label, kind, isChecked, children }: NumberedEntry): Id => {
    if (kind === 'separator') return objectiveC.ask(objectiveC.classOf('NSMenuItem'), 'separatorItem');
    const made = newItem(label, kind === 'command' ? 'choose:' : undefined);
    if (kind === 'submenu') objectiveC.send(made, 'setSubmenu:', 'void', ['intptr_t'], [menuOf(children)]);
    else {
      objectiveC.send(made, 'setTarget:', 'void', ['intptr_t'], [target]);
      objectiveC.send(made, 'setTag:', 'void', ['intptr_t'], [id]);
      objectiveC.send(made, 'setState:', 'void', ['intptr_t'], [isChecked ? 1 : 0]);
    }
    return made;
  };
  const menuOf = (entries: readonly NumberedEntry[]): Id => {
    const menu = objectiveC.ask(objectiveC.create('NSMenu'), 'autorelease');
    // Otherwise AppKit would validate each item.
    objectiveC.set(menu, 'setAutoenablesItems:', false);
    for (const entry of entries) objectiveC.send(menu, 'addItem:', 'void', ['intptr_t'], [itemOf(entry)]);
    return menu;
  };

  return {
    createItem: () =>
      objectiveC.pooled(() => {
        item = objectiveC.send<Id>(bar(), 'statusItemWithLength:', 'intptr_t', ['double'], [SQUARE]);
        if (Number(item) !== 0) objectiveC.ask(item, 'retain');
        return Number(item) !== 0;
      }),
    setIcon: ({ pixels, size, points, isTemplate }, toolTip) =>
      objectiveC.pooled(() =>
        withImage({ width: size, height: size, pixels, isPremultiplied: false }, (image) => {
          const picture = objectiveC.send<Id>(
            objectiveC.ask(objectiveC.classOf('NSImage'), 'alloc'),
            'initWithCGImage:size:',
            'intptr_t',
            ['intptr_t', 'QuothSize'],
            [image, { width: points, height: points }],
          );
          objectiveC.set(picture, 'setTemplate:', isTemplate);
          const button = objectiveC.ask(item, 'button');
          objectiveC.send(button, 'setImage:', 'void', ['intptr_t'], [picture]);
          objectiveC.send(button, 'setToolTip:', 'void', ['intptr_t'], [objectiveC.string(toolTip)]);
          objectiveC.send(picture, 'release', 'void');
        }),
      ),
    setMenu: (entries) =>
      objectiveC.pooled(() => objectiveC.send(item, 'setMenu:', 'void', ['intptr_t'], [menuOf(entries)])),
    onChosen: (listener) => {
      chosen = listener;
    },
    removeItem: () =>
      objectiveC.pooled(() => objectiveC.send(bar(), 'removeStatusItem:', 'void', ['intptr_t'], [item])),
    runEvents: (seconds) => application.runEvents(seconds),
  };
}

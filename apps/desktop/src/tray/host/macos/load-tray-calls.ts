import koffi from 'koffi';
import type { LoadLibrary } from '../../../load-library.ts';
import { MacApplication } from '../../../macos/mac-application.ts';
import { loadImages } from '../../../macos/mac-images.ts';
import { type Id, ObjectiveC } from '../../../macos/objective-c.ts';
import type { NumberedEntry } from '../../number-entries.ts';
import type { TrayCalls } from './tray-calls.ts';

/** NSSquareStatusItemLength (NSStatusBar.h). */
const SQUARE = -2;

/** AppKit itself. Throws on other systems. Only on the main thread. Written for macOS and not run there. */
export function loadTrayCalls(load: LoadLibrary = koffi.load): TrayCalls {
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

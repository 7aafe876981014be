import koffi from 'koffi';
import type { LoadLibrary } from '../../../load-library.ts';
import { MacApplication } from '../../../macos/mac-application.ts';
import { loadImages } from '../../../macos/mac-images.ts';
import { type Id, type MacRectangle, ObjectiveC } from '../../../macos/objective-c.ts';
import type { Point } from '../surface.ts';
import type { ScreenCalls } from './screen-calls.ts';

/** NSWindow.h, NSPanel: NSWindowStyleMaskBorderless with NSWindowStyleMaskNonactivatingPanel. */
const NON_ACTIVATING = 1 << 7;
/** NSBackingStoreBuffered. */
const BUFFERED = 2;
/** NSWindowCollectionBehavior: CanJoinAllSpaces, Stationary, IgnoresCycle, FullScreenAuxiliary. */
const EVERYWHERE = (1 << 0) | (1 << 4) | (1 << 6) | (1 << 8);
/** NSTrackingArea.h: MouseEnteredAndExited, ActiveAlways, InVisibleRect. */
const ENTERED_AND_LEFT = 0x01 | 0x80 | 0x200;

/** AppKit itself. Throws on other systems. Only on the main thread. Written for macOS and not run there. */
export function loadScreenCalls(load: LoadLibrary = koffi.load): ScreenCalls {
  const objectiveC = new ObjectiveC(load);
  const application = new MacApplication(objectiveC);
  const withImage = loadImages(load);
  const nowhere: MacRectangle = { x: 0, y: 0, width: 1, height: 1 };

  const trackPointer = (view: Id) => {
    const area = objectiveC.send<Id>(
      objectiveC.ask(objectiveC.classOf('NSTrackingArea'), 'alloc'),
      'initWithRect:options:owner:userInfo:',
      'intptr_t',
      ['QuothRectangle', 'size_t', 'intptr_t', 'intptr_t'],
      [nowhere, ENTERED_AND_LEFT, view, 0],
    );
    objectiveC.send(view, 'addTrackingArea:', 'void', ['intptr_t'], [area]);
    objectiveC.send(area, 'release', 'void');
  };

  return {
    screens: () =>
      objectiveC.pooled(() =>
        objectiveC.itemsOf(objectiveC.ask(objectiveC.classOf('NSScreen'), 'screens')).map((screen) => ({
          frame: objectiveC.send<MacRectangle>(screen, 'frame', 'QuothRectangle'),
          visible: objectiveC.send<MacRectangle>(screen, 'visibleFrame', 'QuothRectangle'),
          scale: objectiveC.send<number>(screen, 'backingScaleFactor', 'double'),
        })),
      ),
    isDark: () => application.isDark(),
    createPanel: (level, takesPointer) =>
      objectiveC.pooled(() => {
        const panel = objectiveC.send<Id>(
          objectiveC.ask(objectiveC.classOf('NSPanel'), 'alloc'),
          'initWithContentRect:styleMask:backing:defer:',
          'intptr_t',
          ['QuothRectangle', 'size_t', 'size_t', 'bool'],
          [nowhere, NON_ACTIVATING, BUFFERED, false],
        );
        if (Number(panel) === 0) return 0;
        objectiveC.send(panel, 'setLevel:', 'void', ['intptr_t'], [level]);
        objectiveC.send(panel, 'setCollectionBehavior:', 'void', ['size_t'], [EVERYWHERE]);
        const clear = objectiveC.ask(objectiveC.classOf('NSColor'), 'clearColor');
        objectiveC.send(panel, 'setBackgroundColor:', 'void', ['intptr_t'], [clear]);
        for (const selector of ['setOpaque:', 'setHasShadow:', 'setHidesOnDeactivate:'])
          objectiveC.set(panel, selector, false);
        objectiveC.set(panel, 'setIgnoresMouseEvents:', !takesPointer);
        const view = objectiveC.ask(panel, 'contentView');
        objectiveC.set(view, 'setWantsLayer:', true);
        if (takesPointer) trackPointer(view);
        return panel;
      }),
    setFrame: (panel, frame) =>
      objectiveC.pooled(() =>
        objectiveC.send(panel, 'setFrame:display:', 'void', ['QuothRectangle', 'bool'], [frame, true]),
      ),
    setPicture: (panel, picture) =>
      objectiveC.pooled(() => {
        const layer = objectiveC.ask(objectiveC.ask(panel, 'contentView'), 'layer');
        objectiveC.send(layer, 'setContentsScale:', 'void', ['double'], [picture.scale]);
        withImage({ ...picture, isPremultiplied: true }, (image) =>
          objectiveC.send(layer, 'setContents:', 'void', ['intptr_t'], [image]),
        );
      }),
    orderFront: (panel) => objectiveC.pooled(() => objectiveC.send(panel, 'orderFrontRegardless', 'void')),
    orderOut: (panel) =>
      objectiveC.pooled(() => objectiveC.send(panel, 'orderOut:', 'void', ['intptr_t'], [0])),
    mouseLocation: () => objectiveC.send<Point>(objectiveC.classOf('NSEvent'), 'mouseLocation', 'QuothPoint'),
    runEvents: (seconds, onEvent) =>
      application.runEvents(seconds, ({ type, window }) => onEvent(type, window)),
  };
}

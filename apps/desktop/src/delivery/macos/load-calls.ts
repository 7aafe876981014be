import koffi from 'koffi';
import type { LoadLibrary } from '../../load-library.ts';
import { loadAccessibility } from '../../macos/accessibility.ts';
import { loadKeyboardLayout } from '../../macos/keyboard-layout.ts';
import { framework, type Id, ObjectiveC } from '../../macos/objective-c.ts';
import type { MacCalls, PasteboardItem } from './calls.ts';

/** CGEventTypes.h, CGEventSource.h, CGWindow.h. */
const HID_EVENT_TAP = 0;
const PRIVATE_SOURCE = -1;
const HARDWARE = 1;
const ON_SCREEN_WITHOUT_DESKTOP = 0x1 | 0x10;
const NORMAL_LAYER = 0;

/** macOS' own frameworks. Throws on other systems. Only on the main thread. Written for macOS and not run there. */
export function loadMacCalls(load: LoadLibrary = koffi.load): MacCalls {
  const objectiveC = new ObjectiveC(load);
  const graphics = framework('CoreGraphics', load);
  const foundation = framework('CoreFoundation', load);
  const copyFrom = load('/usr/lib/libSystem.B.dylib').func(
    'void *memcpy(_Out_ uint8_t *to, intptr_t address, size_t bytes)',
  );
  const release: (object: Id) => void = foundation.func('void CFRelease(intptr_t object)');
  const runInMode = foundation.func(
    'int32_t CFRunLoopRunInMode(intptr_t mode, double seconds, bool returnsAfterOne)',
  );
  const defaultMode = koffi.decode(foundation.symbol('kCFRunLoopDefaultMode'), 'intptr_t') as Id;
  const windowsInfo: (options: number, relativeTo: number) => Id = graphics.func(
    'intptr_t CGWindowListCopyWindowInfo(uint32_t options, uint32_t relativeTo)',
  );
  const flagsState = graphics.func('uint64_t CGEventSourceFlagsState(int32_t state)');
  const createSource = graphics.func('intptr_t CGEventSourceCreate(int32_t state)');
  const createKey = graphics.func(
    'intptr_t CGEventCreateKeyboardEvent(intptr_t source, uint16_t keyCode, bool isDown)',
  );
  const setFlags = graphics.func('void CGEventSetFlags(intptr_t event, uint64_t flags)');
  const post = graphics.func('void CGEventPost(uint32_t tap, intptr_t event)');
  const isSecure = framework('Carbon', load).func('uint8_t IsSecureEventInputEnabled()');
  const source: Id = createSource(PRIVATE_SOURCE);

  const pasteboard = () => objectiveC.ask(objectiveC.classOf('NSPasteboard'), 'generalPasteboard');
  const items = () => objectiveC.itemsOf(objectiveC.ask(pasteboard(), 'pasteboardItems'));
  const nsData = (bytes: Buffer) =>
    objectiveC.send<Id>(
      objectiveC.classOf('NSData'),
      'dataWithBytes:length:',
      'intptr_t',
      ['const uint8_t *', 'size_t'],
      [bytes, bytes.length],
    );
  const setData = (item: Id, type: string, bytes: Buffer) =>
    objectiveC.send<boolean>(
      item,
      'setData:forType:',
      'bool',
      ['intptr_t', 'intptr_t'],
      [nsData(bytes), objectiveC.string(type)],
    );
  const newItem = (contents: PasteboardItem) => {
    const made = objectiveC.ask(objectiveC.ask(objectiveC.classOf('NSPasteboardItem'), 'alloc'), 'init');
    objectiveC.ask(made, 'autorelease');
    for (const [type, bytes] of contents) setData(made, type, bytes);
    return made;
  };
  const writeObjects = (objects: readonly Id[]) => {
    objectiveC.send(pasteboard(), 'clearContents', 'intptr_t');
    if (objects.length === 0) return true;
    return objectiveC.send<boolean>(
      pasteboard(),
      'writeObjects:',
      'bool',
      ['intptr_t'],
      [objectiveC.array(objects)],
    );
  };

  let provide: (type: string) => Buffer | undefined = () => undefined;
  const providerClass = objectiveC.createClass('QuothTextProvider', {
    'pasteboard:item:provideDataForType:': (_pasteboard, item, type) => {
      const name = objectiveC.textOf(type ?? 0) ?? '';
      const bytes = provide(name);
      if (bytes && item !== undefined) setData(item, name, bytes);
    },
  });
  // One for all texts, never released: the pasteboard does not keep it.
  const provider = objectiveC.ask(objectiveC.ask(providerClass, 'alloc'), 'init');

  return {
    changeCount: () =>
      objectiveC.pooled(() => Number(objectiveC.send<Id>(pasteboard(), 'changeCount', 'intptr_t'))),
    types: () =>
      objectiveC.pooled(() =>
        items().map((item) =>
          objectiveC.itemsOf(objectiveC.ask(item, 'types')).map((type) => objectiveC.textOf(type) ?? ''),
        ),
      ),
    data: (item, type, most) =>
      objectiveC.pooled(() => {
        const found = items()[item];
        const data = found === undefined ? 0 : objectiveC.ask(found, 'dataForType:', objectiveC.string(type));
        if (Number(data) === 0) return undefined;
        const length = Number(objectiveC.send<Id>(data, 'length', 'size_t'));
        if (length > most) return undefined;
        const bytes = Buffer.alloc(length);
        if (length > 0) copyFrom(bytes, objectiveC.ask(data, 'bytes'), length);
        return bytes;
      }),
    write: (contents) => objectiveC.pooled(() => writeObjects(contents.map(newItem))),
    writeLazily: (contents, types, provides) =>
      objectiveC.pooled(() => {
        provide = provides;
        const item = newItem(contents);
        const isPromised = objectiveC.send<boolean>(
          item,
          'setDataProvider:forTypes:',
          'bool',
          ['intptr_t', 'intptr_t'],
          [provider, objectiveC.array(types.map((type) => objectiveC.string(type)))],
        );
        return isPromised && writeObjects([item]);
      }),
    frontmost: () =>
      objectiveC.pooled(() => {
        const workspace = objectiveC.ask(objectiveC.classOf('NSWorkspace'), 'sharedWorkspace');
        const front = objectiveC.ask(workspace, 'frontmostApplication');
        if (Number(front) === 0) return undefined;
        const pid = objectiveC.send<number>(front, 'processIdentifier', 'int32_t');
        return { pid, bundle: objectiveC.textOf(objectiveC.ask(front, 'bundleIdentifier')) ?? '' };
      }),
    frontWindow: (pid) =>
      objectiveC.pooled(() => {
        const list = windowsInfo(ON_SCREEN_WITHOUT_DESKTOP, 0);
        if (Number(list) === 0) return undefined;
        const front = objectiveC
          .itemsOf(list)
          .find(
            (one) =>
              objectiveC.numberAt(one, 'kCGWindowOwnerPID') === pid &&
              objectiveC.numberAt(one, 'kCGWindowLayer') === NORMAL_LAYER,
          );
        const number = front === undefined ? undefined : objectiveC.numberAt(front, 'kCGWindowNumber');
        release(list);
        return number;
      }),
    isTrusted: loadAccessibility(load),
    isInputSecure: () => isSecure() !== 0,
    heldFlags: () => Number(flagsState(HARDWARE)),
    postKey: (keyCode, isDown, flags) => {
      const event: Id = createKey(source, keyCode, isDown);
      if (Number(event) === 0) return false;
      setFlags(event, flags);
      post(HID_EVENT_TAP, event);
      release(event);
      return true;
    },
    layout: loadKeyboardLayout(load),
    runLoop: (seconds) => objectiveC.pooled(() => void runInMode(defaultMode, seconds, false)),
  };
}

import koffi from 'koffi';
import type { LoadLibrary } from '../../../load-library.ts';
import { loadAccessibility } from '../../../macos/accessibility.ts';
import { loadKeyboardLayout } from '../../../macos/keyboard-layout.ts';
import { framework, type Id, ObjectiveC } from '../../../macos/objective-c.ts';
import type { CarbonKeys } from './mac-keys.ts';

/** Four letters of a code, as Carbon packs them. */
function code(letters: string): number {
  return Buffer.from(letters, 'latin1').readUInt32BE();
}

/** CarbonEvents.h. */
const keyboardClass = code('keyb');
const hotKeyPressed = 5;
const hotKeyReleased = 6;
const directObject = code('----');
const hotKeyIdType = code('hkid');
const SIGNATURE = code('Quot');
/** CGEventSource.h, kCGEventSourceStateHIDSystemState. */
const HARDWARE = 1;

/** The real Carbon framework. Throws on other systems than macOS. Only on the main thread. Written for macOS and not run there. */
export function loadCarbon(load: LoadLibrary = koffi.load): CarbonKeys {
  const carbon = framework('Carbon', load);
  const objectiveC = new ObjectiveC(load);
  const hotKeyId = koffi.struct('QuothHotKeyId', { signature: 'uint32_t', id: 'uint32_t' });
  const handlerType = koffi.proto('int32_t QuothHotKeyHandler(intptr_t next, intptr_t event, intptr_t data)');
  const register = carbon.func(
    'int32_t RegisterEventHotKey(uint32_t keyCode, uint32_t modifiers, QuothHotKeyId id, intptr_t target, uint32_t options, _Out_ intptr_t *reference)',
  );
  const unregister = carbon.func('int32_t UnregisterEventHotKey(intptr_t reference)');
  const install = carbon.func(
    'int32_t InstallEventHandler(intptr_t target, QuothHotKeyHandler *handler, size_t count, const uint32_t *types, intptr_t data, intptr_t reference)',
  );
  const dispatcher: () => Id = carbon.func('intptr_t GetEventDispatcherTarget()');
  const kindOf: (event: Id) => number = carbon.func('uint32_t GetEventKind(intptr_t event)');
  const parameterOf = carbon.func(
    'int32_t GetEventParameter(intptr_t event, uint32_t name, uint32_t type, intptr_t actualType, size_t size, intptr_t actualSize, _Out_ QuothHotKeyId *id)',
  );
  const receive = carbon.func(
    'int32_t ReceiveNextEvent(size_t count, intptr_t types, double seconds, uint8_t isPulled, _Out_ intptr_t *event)',
  );
  const dispatch = carbon.func('int32_t SendEventToEventTarget(intptr_t event, intptr_t target)');
  const releaseEvent = carbon.func('void ReleaseEvent(intptr_t event)');
  const copySymbolic = carbon.func('int32_t CopySymbolicHotKeys(_Out_ intptr_t *hotKeys)');
  const keyState = framework('CoreGraphics', load).func(
    'bool CGEventSourceKeyState(int32_t state, uint16_t keyCode)',
  );
  const release = framework('CoreFoundation', load).func('void CFRelease(intptr_t object)');

  return {
    registerHotKey: (keyCode, modifiers, id, options) => {
      const reference: Id[] = [0];
      const status = register(
        keyCode,
        modifiers,
        { signature: SIGNATURE, id },
        dispatcher(),
        options,
        reference,
      );
      return { status, reference: reference[0] ?? 0 };
    },
    unregisterHotKey: (reference) => unregister(reference),
    onHotKey: (listener) => {
      const handler = koffi.register((_next: Id, event: Id) => {
        const id = { signature: 0, id: 0 };
        const status = parameterOf(event, directObject, hotKeyIdType, 0, koffi.sizeof(hotKeyId), 0, id);
        if (status === 0 && id.signature === SIGNATURE) listener(id.id, kindOf(event) === hotKeyPressed);
        return 0;
      }, koffi.pointer(handlerType));
      const types = new Uint32Array([keyboardClass, hotKeyPressed, keyboardClass, hotKeyReleased]);
      install(dispatcher(), handler, 2, types, 0, 0);
    },
    runEvents: (seconds) =>
      objectiveC.pooled(() => {
        const event: Id[] = [0];
        for (let wait = seconds; receive(0, 0, wait, 1, event) === 0; wait = 0) {
          dispatch(event[0], dispatcher());
          releaseEvent(event[0]);
        }
      }),
    symbolicHotKeys: () =>
      objectiveC.pooled(() => {
        const copied: Id[] = [0];
        if (copySymbolic(copied) !== 0) return [];
        const array = copied[0] ?? 0;
        const hotKeys = objectiveC.itemsOf(array).map((one) => ({
          keyCode: objectiveC.numberAt(one, 'kHISymbolicHotKeyCode') ?? -1,
          modifiers: objectiveC.numberAt(one, 'kHISymbolicHotKeyModifiers') ?? 0,
          isEnabled: objectiveC.numberAt(one, 'kHISymbolicHotKeyEnabled') === 1,
        }));
        release(array);
        return hotKeys;
      }),
    isKeyDown: (keyCode) => keyState(HARDWARE, keyCode),
    isTrusted: loadAccessibility(load),
    layout: loadKeyboardLayout(load),
  };
}

import koffi from 'koffi';
import type { LoadLibrary } from '../load-library.ts';
import type { CharacterOf } from './key-codes.ts';
import { framework, type Id } from './objective-c.ts';

/** UCKeyTranslate (CarbonCore, UnicodeUtilities.h). */
const kUCKeyActionDisplay = 3;
const NO_DEAD_KEYS = 1;
const MOST_CHARACTERS = 4;
/** cmdKey (Carbon, Events.h), as UCKeyTranslate expects it: in the upper byte of an EventRecord's modifiers. */
const COMMAND = 0x0100 >> 8;

/**
 * Reads the user's keyboard layout, each time anew, because it may change at any moment. With Cmd, because some layouts (Dvorak - QWERTY ⌘) then type
 * other letters. Only on the main thread. Written for macOS and not run there.
 */
export function loadKeyboardLayout(load: LoadLibrary): () => CharacterOf {
  const carbon = framework('Carbon', load);
  const foundation = framework('CoreFoundation', load);
  // The one that shortcuts go by: of a layout that writes no Latin letters, the one behind it.
  const currentLayout: () => Id = carbon.func(
    'intptr_t TISCopyCurrentASCIICapableKeyboardLayoutInputSource()',
  );
  const propertyOf: (source: Id, key: Id) => Id = carbon.func(
    'intptr_t TISGetInputSourceProperty(intptr_t source, intptr_t key)',
  );
  const keyboardType: () => number = carbon.func('uint8_t LMGetKbdType()');
  const translate = carbon.func(
    'int32_t UCKeyTranslate(intptr_t layout, uint16_t keyCode, uint16_t action, uint32_t modifiers, uint32_t keyboardType, uint32_t options, _Inout_ uint32_t *deadKeys, size_t most, _Out_ size_t *length, _Out_ uint16_t *text)',
  );
  const bytesOf: (data: Id) => Id = foundation.func('intptr_t CFDataGetBytePtr(intptr_t data)');
  const release: (object: Id) => void = foundation.func('void CFRelease(intptr_t object)');
  const layoutKey = koffi.decode(carbon.symbol('kTISPropertyUnicodeKeyLayoutData'), 'intptr_t') as Id;

  return () => {
    const characters = new Map<number, string>();
    const source = currentLayout();
    if (Number(source) !== 0) {
      const data = propertyOf(source, layoutKey);
      const layout = Number(data) === 0 ? 0 : bytesOf(data);
      for (let code = 0; Number(layout) !== 0 && code < 0x80; code += 1) {
        const [dead, length, text] = [
          new Uint32Array(1),
          new BigUint64Array(1),
          Buffer.alloc(MOST_CHARACTERS * 2),
        ];
        const isRead =
          translate(
            layout,
            code,
            kUCKeyActionDisplay,
            COMMAND,
            keyboardType(),
            NO_DEAD_KEYS,
            dead,
            MOST_CHARACTERS,
            length,
            text,
          ) === 0;
        if (isRead) characters.set(code, text.toString('utf16le', 0, Number(length[0]) * 2));
      }
      release(source);
    }
    return (keyCode) => characters.get(keyCode) ?? '';
  };
}

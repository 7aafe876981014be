import { KeyCap } from '../design/button.tsx';
import { isMac } from '../system.ts';
import { type KeySequence, keyNames } from './key-sequence.ts';
import { useHasSingleKeys } from './shortcuts.tsx';

/** The keys of a button, on the button; nothing where keys have no effect, or there is only a finger. */
export function KeyHint({ keys }: { readonly keys: KeySequence }) {
  if (!useHasSingleKeys()) return null;
  return (
    // The button's name is enough for a screen reader, which reads the keys from `aria-keyshortcuts`.
    <span aria-hidden className="-me-1 flex gap-1 max-wide:hidden pointer-coarse:hidden">
      {keyNames(keys, isMac).map((key) => (
        <KeyCap key={key}>{key}</KeyCap>
      ))}
    </span>
  );
}

import { KeyCap } from '../../design/key-cap.tsx';

/** Names of modifiers used alone. */
const names: Readonly<Record<string, string>> = {
  ControlLeft: 'Left Ctrl',
  ControlRight: 'Right Ctrl',
  AltLeft: 'Left Alt',
  AltRight: 'Right Alt',
  ShiftLeft: 'Left Shift',
  ShiftRight: 'Right Shift',
  SuperLeft: 'Left Super',
  SuperRight: 'Right Super',
  Escape: 'Esc',
};

/** A shortcut as its keys. */
export function ShortcutKeys({ shortcut }: { readonly shortcut: string }) {
  return (
    <span className="inline-flex gap-1">
      {shortcut.split('+').map((key) => (
        <KeyCap key={key}>{names[key] ?? key}</KeyCap>
      ))}
    </span>
  );
}

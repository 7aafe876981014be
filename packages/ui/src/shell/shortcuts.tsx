import { createContext, type ReactNode, use, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { KeyCap } from '../design/button.tsx';
import { useSetting } from '../session/application.tsx';
import { isMac } from '../system.ts';
import { isSingleKey, KeyReader, type KeySequence, keyNames } from './key-sequence.ts';

type Handlers = Map<KeySequence, () => void>;

const ShortcutContext = createContext<Handlers | undefined>(undefined);

/**
 * Listens to keys for every component below it. Keys typed into a field or pressed in front of a dialog are left alone.
 */
export function ShortcutProvider({ children }: { readonly children: ReactNode }) {
  const handlers = useMemo<Handlers>(() => new Map(), []);
  const hasSingleKeys = useHasSingleKeys();
  const reader = useRef<KeyReader>(null);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    reader.current ??= new KeyReader(isMac);
    if (event.defaultPrevented) return;
    // A shortcut for every program that this one gets too is no press on the button that has the focus.
    const hasModifier = event.ctrlKey || event.altKey || event.metaKey;
    if (event.key === ' ' && hasModifier && isButton(event.target)) event.preventDefault();
    // Escape is not written or said by accident.
    const isOn = (keys: KeySequence) => hasSingleKeys || keys === 'escape' || !isSingleKey(keys);
    const known = new Set([...handlers.keys()].filter(isOn));
    const sequence = reader.current.read(event, known);
    // A field has its own undo.
    const yields = sequence !== undefined && (isSingleKey(sequence) || sequence === 'mod+z');
    if (sequence === undefined || (yields && isTaken(event))) return;
    event.preventDefault();
    handlers.get(sequence)?.();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  return <ShortcutContext value={handlers}>{children}</ShortcutContext>;
}

/** Whether keys without Ctrl or ⌘ do anything: what has no effect is not named on a button either. */
export function useHasSingleKeys(): boolean {
  return useSetting('singleKeyShortcuts') ?? true;
}

/** Calls `run` at these keys, as long as the component is mounted. The last component that registers keys gets them. */
export function useShortcut(keys: KeySequence, run: () => void, isWanted = true): void {
  const handlers = use(ShortcutContext);
  const latest = useEffectEvent(run);
  useEffect(() => {
    if (!handlers || !isWanted) return;
    const handler = () => latest();
    const before = handlers.get(keys);
    handlers.set(keys, handler);
    return () => {
      if (handlers.get(keys) !== handler) return;
      if (before) handlers.set(keys, before);
      else handlers.delete(keys);
    };
  }, [handlers, keys, isWanted]);
}

/** A field, a control with its own use for the key, or a dialog in front of the page. */
function isTaken({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (
    target.isContentEditable ||
    target.closest(
      'input:not([type="checkbox"]), textarea, select, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]',
    )
  )
    return true;
  // The rows of a list are opened with Enter: Space belongs to what is open.
  return (
    key === ' ' &&
    target.closest('[data-row]') === null &&
    (isButton(target) || target.closest('input, audio') !== null)
  );
}

function isButton(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('button, a, [role="tab"], [role="switch"], summary') !== null
  );
}

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

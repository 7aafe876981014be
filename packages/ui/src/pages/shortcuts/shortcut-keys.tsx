import type { ShortcutState } from '@quoth/contract';
import { useTranslations } from 'use-intl';
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

/** The conflict of a key, or the desktop's own assignment if it decides. */
export function ShortcutObstacle({
  state: { state, problem, conflicts_with, trigger },
}: {
  readonly state: ShortcutState;
}) {
  const t = useTranslations('shortcuts');
  if (state === 'active' && trigger !== null)
    return <p className="mt-1 mb-0 text-secondary text-quiet">{t('desktopTrigger', { trigger })}</p>;
  if (state === 'active' || state === 'off') return null;
  const isOurs = conflicts_with !== null && conflicts_with !== 'another-program';
  return (
    <p className="mt-1 mb-0 text-secondary text-danger">
      {isOurs ? t('sameAs', { name: t(`action_${conflicts_with}`) }) : problem}
    </p>
  );
}

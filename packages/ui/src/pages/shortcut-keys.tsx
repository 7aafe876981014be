import type { ShortcutAction, ShortcutState, Shortcuts } from '@quoth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { KeyCap } from '../design/button.tsx';
import { useAction, useApplicationEvent, useRead } from '../session/application.tsx';

export function ShortcutKeys({
  shortcut,
  isLarge = false,
}: {
  readonly shortcut: string;
  /** For the one thing to press now. */
  readonly isLarge?: boolean;
}) {
  return (
    <span className={`inline-flex flex-wrap justify-center ${isLarge ? 'gap-2' : 'gap-1'}`}>
      {shortcut.split('+').map((key) => (
        <KeyCap key={key} isLarge={isLarge}>
          {key}
        </KeyCap>
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

/** The application goes back to normal after half a minute by itself; somebody who reads on is still trying. */
const AGAIN_MS = 20_000;

/** The keys that work in every program, as they are now. */
export function useShortcuts() {
  const queries = useQueryClient();
  useApplicationEvent((event) => {
    if (event.type !== 'shortcuts-changed') return;
    const answer: { ok: true; shortcuts: Shortcuts } = { ok: true, shortcuts: event.shortcuts };
    queries.setQueryData(['getShortcuts'], answer);
  });
  return useRead('getShortcuts');
}

/**
 * While it is on, the keys record nothing and only report that they were pressed: the actions tried so far, the latest
 * last.
 */
export function useTriedShortcuts(isOn: boolean): readonly ShortcutAction[] {
  const [tried, setTried] = useState<readonly ShortcutAction[]>([]);
  const { mutate } = useAction(
    (client, mode: 'normal' | 'try') => client.setShortcutMode({ body: { mode } }),
    { saysErrors: false },
  );
  useApplicationEvent((event) => {
    if (isOn && event.type === 'shortcut-tried' && event.isDown)
      setTried((before) => [...before.filter((action) => action !== event.action), event.action]);
  });
  useEffect(() => {
    if (!isOn) return;
    setTried([]);
    mutate('try');
    const again = setInterval(() => mutate('try'), AGAIN_MS);
    return () => {
      clearInterval(again);
      mutate('normal');
    };
  }, [isOn, mutate]);
  return tried;
}

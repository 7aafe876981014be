import type { ShortcutAction, Shortcuts } from '@quoth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApplicationEvent } from '../../application/application-provider.tsx';
import { useAction } from '../../application/use-action.ts';
import { useRead } from '../../application/use-read.ts';

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

/** While it is on, the keys record nothing and only report that they were pressed: the actions tried so far, the latest last. */
export function useTriedShortcuts(isOn: boolean): readonly ShortcutAction[] {
  const [tried, setTried] = useState<readonly ShortcutAction[]>([]);
  const { mutate } = useAction(
    (client, mode: 'normal' | 'try') => client.setShortcutMode({ body: { mode } }),
    { saysErrors: false },
  );
  useApplicationEvent((event) => {
    if (isOn && event.type === 'shortcut-tried')
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

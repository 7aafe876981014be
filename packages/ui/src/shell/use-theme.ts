import { useEffect } from 'react';
import { useSetting } from './use-setting.ts';

/** Puts the chosen theme on the document. The server has written it there already; this follows its changes. */
export function useTheme(): void {
  const appearance = useSetting('appearance');
  useEffect(() => {
    if (appearance !== undefined) document.documentElement.dataset.theme = appearance;
  }, [appearance]);
}

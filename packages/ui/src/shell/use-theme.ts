import { useEffect } from 'react';
import { useSetting } from './use-setting.ts';

/** Applies the chosen theme to the document. The server has already written it there; this follows changes. */
export function useTheme(): void {
  const appearance = useSetting('appearance');
  useEffect(() => {
    if (appearance !== undefined) document.documentElement.dataset.theme = appearance;
  }, [appearance]);
}

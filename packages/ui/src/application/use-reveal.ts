import type { RevealPathBody } from '@quoth/contract';
import { useTranslations } from 'use-intl';
import { useToast } from '../design/toasts.tsx';
import { useAction } from './use-action.ts';

/** Shows a file or folder in the program for it; if there is none, shows its path. */
export function useReveal(what: RevealPathBody['what']) {
  const t = useTranslations('app');
  const say = useToast();
  return useAction((client) => client.revealPath({ body: { what } }), {
    onDone: ({ path, shown }) => {
      if (!shown) say({ text: t('notShown', { path }) });
    },
  });
}

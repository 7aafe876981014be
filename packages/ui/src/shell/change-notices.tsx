import type { Change } from '@quoth/contract';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useApplicationEvent, useClient } from '../application/application-provider.tsx';
import { useAction } from '../application/use-action.ts';
import { useRead } from '../application/use-read.ts';
import { useToast } from '../design/toasts.tsx';
import { useChangeWords } from './use-change-words.ts';

/** Recordings come by the dozen; they are told one by one only while nothing else is. */
const isWorthTelling = ({ kind, undone }: Change) => !undone && kind !== 'recording-created';

/**
 * Tells what programs change through the local API, with an undo: at once while the window is open, and what happened before that when
 * it opens. Everything stays in the list under Settings, Local API.
 */
export function ChangeNotices() {
  const t = useTranslations();
  const say = useToast();
  const client = useClient();
  const words = useChangeWords();
  const undo = useAction((calls, id: string) => calls.undoChange({ params: { id } }), {
    onDone: () => say({ text: t('changes.undone') }),
  });
  const tell = (change: Change) => {
    say({
      text: words(change),
      ...(change.sends.length > 0 && { tone: 'danger' as const }),
      undo: { label: t('app.undo'), run: () => undo.mutate(change.id) },
    });
    void client.markChangesSeen().catch(() => undefined);
  };
  useApplicationEvent((event) => {
    if (event.type === 'change-recorded' && !event.change.seen && isWorthTelling(event.change))
      tell(event.change);
  });
  const before = useRead('listChanges', { query: { limit: '50' } }).data?.changes;
  const isTold = useRef(false);
  useEffect(() => {
    if (!before || isTold.current) return;
    isTold.current = true;
    const unseen = before.filter((change) => !change.seen && isWorthTelling(change));
    const [only] = unseen;
    if (only && unseen.length === 1) tell(only);
    else if (unseen.length > 1) {
      const sends = unseen.some((change) => change.sends.length > 0);
      say({
        text: t(sends ? 'changes.manySending' : 'changes.many', { count: String(unseen.length) }),
        ...(sends && { tone: 'danger' as const }),
      });
      void client.markChangesSeen().catch(() => undefined);
    }
  });
  return null;
}

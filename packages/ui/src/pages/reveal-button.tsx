import type { RevealPathBody } from '@quoth/contract';
import { FolderOpen } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useReveal } from '../application/use-reveal.ts';
import { Button } from '../design/button.tsx';

export function RevealButton({
  what,
  name,
}: {
  readonly what: RevealPathBody['what'];
  /** Read by screen readers. */
  readonly name: string;
}) {
  const t = useTranslations('app');
  const show = useReveal(what);
  return (
    <Button icon={FolderOpen} aria-label={name} busy={show.isPending} onClick={() => show.mutate()}>
      {t('show')}
    </Button>
  );
}

import { FolderOpen } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useAction } from '../application/use-action.ts';
import { Button } from '../design/button.tsx';
import { useToast } from '../design/toasts.tsx';

/** Shows a file or folder in the file manager; where there is none, says where it lies. */
export function RevealButton({
  what,
  name,
}: {
  readonly what: 'discovery-file' | 'data-folder';
  /** Read by screen readers. */
  readonly name: string;
}) {
  const t = useTranslations('app');
  const say = useToast();
  const show = useAction((client) => client.revealPath({ body: { what } }), {
    onDone: ({ path, shown }) => {
      if (!shown) say({ text: t('notShown', { path }) });
    },
  });
  return (
    <Button icon={FolderOpen} aria-label={name} busy={show.isPending} onClick={() => show.mutate()}>
      {t('show')}
    </Button>
  );
}

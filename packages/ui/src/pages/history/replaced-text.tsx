import { Undo2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { Button } from '../../design/button.tsx';
import { useToast } from '../../design/toasts.tsx';
import { useDictation } from '../record/use-dictation.ts';

/** For a while after an edit by voice: copies the text that it replaced. */
export function ReplacedText({ id }: { readonly id: string }) {
  const t = useTranslations();
  const say = useToast();
  const { data } = useDictation();
  const copy = useAction(
    async (client) => {
      const { text } = await client.getReplacedText({ params: { id } });
      await navigator.clipboard.writeText(text);
    },
    { onDone: () => say({ text: t('app.copied') }) },
  );
  if (!data?.dictation.replaced.includes(id)) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 text-secondary text-quiet">
      {t('history.replaced')}
      <Button kind="quiet" icon={Undo2} busy={copy.isPending} onClick={() => copy.mutate()}>
        {t('history.copyReplaced')}
      </Button>
    </div>
  );
}

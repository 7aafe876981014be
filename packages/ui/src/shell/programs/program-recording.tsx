import { Mic } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { Banner } from '../../design/banner.tsx';
import { Button } from '../../design/button.tsx';
import { Elapsed } from '../../pages/record/elapsed.tsx';

/** One line over every page as long as a program records: whose it is, and how it ends. */
export function ProgramRecording({
  name,
  isRecording,
}: {
  readonly name: string;
  readonly isRecording: boolean;
}) {
  const t = useTranslations('asking');
  const stop = useAction((client) => client.stopDictation());
  const cancel = useAction((client) => client.cancelDictation());
  return (
    <section aria-label={t('sign')} className="p-3 pb-0">
      <Banner
        tone="danger"
        icon={Mic}
        action={
          <div className="flex items-center gap-2">
            {isRecording && <Elapsed isSmall />}
            <Button onClick={() => cancel.mutate()} busy={cancel.isPending}>
              {t('discard')}
            </Button>
            <Button onClick={() => stop.mutate()} busy={stop.isPending} disabled={!isRecording}>
              {t('send')}
            </Button>
          </div>
        }
      >
        <p className="m-0 py-1.5 font-medium">
          {t.rich('isRecording', { name, program: (chunks) => <bdi>{chunks}</bdi> })}
        </p>
      </Banner>
    </section>
  );
}

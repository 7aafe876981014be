import { type Client, QuothError } from '@quoth/client';
import type { Recording } from '@quoth/contract';
import { Sparkles } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Button } from '../../design/button.tsx';
import { Banner } from '../../design/states.tsx';
import { useToast } from '../../design/toasts.tsx';
import { useAction, useRead } from '../../session/application.tsx';

/** As many as are transcribed again: the newest. */
const MAX_RECORDINGS = 100;
/** How long to wait for a place in the queue before asking again. */
const QUEUE_FULL_MS = 2_000;

/** Says once that PocketSphinx was replaced, and offers to transcribe again what it had transcribed. The texts of before are kept beside the new ones. */
export function UpgradeOffer() {
  const t = useTranslations('upgrade');
  const say = useToast();
  const isReplaced = useRead('getSettings').data?.settings.engineReplaced === true;
  const { data } = useRead('searchRecordings', {
    query: { status: 'completed', limit: String(MAX_RECORDINGS) },
  });
  const ids = (data?.recordings ?? []).filter(isPoor).map(({ id }) => id);
  const close = useAction((calls) => calls.updateSettings({ body: { engineReplaced: false } }));
  const again = useAction(
    async (calls) => {
      for (const id of ids) await transcribeAgain(calls, id);
      await calls.updateSettings({ body: { engineReplaced: false } });
    },
    { onDone: () => say({ text: t('begun', { count: ids.length }) }) },
  );
  if (!isReplaced || data === undefined) return null;
  return (
    <Banner
      icon={Sparkles}
      action={
        <div className="flex flex-wrap gap-2">
          <Button kind="quiet" disabled={again.isPending} onClick={() => close.mutate()}>
            {t(ids.length > 0 ? 'keep' : 'close')}
          </Button>
          {ids.length > 0 && (
            <Button busy={again.isPending} onClick={() => again.mutate()}>
              {t('again')}
            </Button>
          )}
        </div>
      }
    >
      <p className="m-0 font-medium">{t('replaced')}</p>
      <p className="m-0 text-secondary text-quiet">
        {t('modes')} {ids.length > 0 && t('offer', { count: ids.length })}
      </p>
    </Banner>
  );
}

/** PocketSphinx made the text, its audio is there, and the user has not written over it. */
function isPoor({ transcriptionProvider, audioFilePath, textBeforeEdit }: Recording): boolean {
  return transcriptionProvider === 'pocketsphinx' && audioFilePath !== null && textBeforeEdit === null;
}

async function transcribeAgain(client: Client, id: string): Promise<void> {
  for (;;) {
    try {
      await client.retranscribe({ params: { id }, body: { model: 'auto', async: true } });
      return;
    } catch (error) {
      if (!(error instanceof QuothError) || error.code !== 'RATE_LIMITED') throw error;
      await new Promise((resolve) => setTimeout(resolve, QUEUE_FULL_MS));
    }
  }
}

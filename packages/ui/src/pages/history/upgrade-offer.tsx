import { type Client, QuothError } from '@quoth/client';
import { limits, type Recording } from '@quoth/contract';
import { useQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Button } from '../../design/button.tsx';
import { Banner } from '../../design/states.tsx';
import { useToast } from '../../design/toasts.tsx';
import { useAction, useClient, useRead } from '../../session/application.tsx';

/** The most that one answer of a search has. */
const PAGE = limits.searchLimitMax;
/** How long to wait for a place in the queue before asking again. */
const QUEUE_FULL_MS = 2_000;

/**
 * Says once that PocketSphinx was replaced, and offers to transcribe again what it had transcribed. The texts of before
 * are kept beside the new ones.
 */
export function UpgradeOffer() {
  const t = useTranslations();
  const say = useToast();
  const isReplaced = useRead('getSettings').data?.settings.engineReplaced === true;
  const client = useClient();
  const { data: ids } = useQuery({
    // A key of its own: all of them are read once, and not again with each recording.
    queryKey: ['poorRecordings'],
    queryFn: ({ signal }) => poorRecordings(client, signal),
    enabled: isReplaced,
  });
  const close = useAction((calls) => calls.updateSettings({ body: { engineReplaced: false } }));
  const again = useAction(
    async (calls, ids: readonly string[]) => {
      for (const id of ids) await transcribeAgain(calls, id);
      await calls.updateSettings({ body: { engineReplaced: false } });
    },
    { onDone: (_, ids) => say({ text: t('upgrade.begun', { count: ids.length }) }) },
  );
  if (!isReplaced || ids === undefined) return null;
  return (
    <Banner
      icon={Sparkles}
      action={
        <div className="flex flex-wrap gap-2">
          <Button kind="quiet" disabled={again.isPending} onClick={() => close.mutate()}>
            {t(ids.length > 0 ? 'upgrade.keep' : 'app.close')}
          </Button>
          {ids.length > 0 && (
            <Button busy={again.isPending} onClick={() => again.mutate(ids)}>
              {t('history.retranscribe')}
            </Button>
          )}
        </div>
      }
    >
      <p className="m-0 font-medium">{t('upgrade.replaced')}</p>
      <p className="m-0 text-secondary text-quiet">
        {t('upgrade.modes')} {ids.length > 0 && t('upgrade.offer', { count: ids.length })}
      </p>
    </Banner>
  );
}

/** All of them, newest first: what is not offered now never is again. */
async function poorRecordings(client: Client, signal: AbortSignal): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const query = { status: 'completed', provider: 'pocketsphinx', limit: PAGE, offset } as const;
    const { recordings } = await client.searchRecordings({ query, signal });
    ids.push(...recordings.filter(isPoor).map(({ id }) => id));
    if (recordings.length < PAGE) return ids;
  }
}

/** Its audio is there, and the user has not written over what PocketSphinx made. */
function isPoor({ audioFilePath, textBeforeEdit }: Recording): boolean {
  return audioFilePath !== null && textBeforeEdit === null;
}

/** What one recording alone was refused for: it keeps none of the others waiting. */
const passing: ReadonlySet<string> = new Set(['RECORDING_NOT_FOUND', 'FILE_NOT_FOUND', 'BUSY']);

async function transcribeAgain(client: Client, id: string): Promise<void> {
  for (;;) {
    try {
      await client.retranscribe({ params: { id }, body: { model: 'auto', async: true } });
      return;
    } catch (error) {
      if (error instanceof QuothError && passing.has(error.code)) return;
      if (!(error instanceof QuothError) || error.code !== 'RATE_LIMITED') throw error;
      await new Promise((resolve) => setTimeout(resolve, QUEUE_FULL_MS));
    }
  }
}

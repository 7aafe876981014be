import { type Client, QuothError } from '@quoth/client';
import type { Recording } from '@quoth/contract';
import { useTranslations } from 'use-intl';
import { useToast } from '../design/toasts.tsx';
import { useAction, useApplicationEvent, useClient } from '../session/application.tsx';

/** As many as one is asked about: the newest. */
const MOST = 100;
/** How long to wait for a place in the queue before asking again. */
const QUEUE_FULL_MS = 2_000;

/** When the first good model has come, offers to transcribe again what PocketSphinx has transcribed until then. Nothing happens unless the user says so. */
export function FirstModelNotice() {
  const t = useTranslations('firstModel');
  const say = useToast();
  const client = useClient();
  const again = useAction(
    async (calls, { ids, model }: { readonly ids: readonly string[]; readonly model: string }) => {
      for (const id of ids) await transcribeAgain(calls, id, model);
    },
    { onDone: (_result, { ids }) => say({ text: t('againBegun', { count: ids.length }) }) },
  );
  const offer = async () => {
    const { models } = await client.listModels({ query: { kind: 'voice', installed_only: true } });
    const good = models.filter((each) => each.provider === 'local' && !isBasic(each));
    const [first, ...others] = good;
    const basic = new Set(models.filter(isBasic).map(({ id }) => id));
    if (!first || others.length > 0) return;
    const { recordings } = await client.searchRecordings({
      query: { status: 'completed', limit: String(MOST) },
    });
    const ids = recordings.filter((each) => wantsIt(each, basic)).map(({ id }) => id);
    if (ids.length === 0) return;
    say({
      id: 'first-model',
      text: t('againOffer', { name: first.displayName, count: ids.length }),
      stays: true,
      undo: { label: t('again'), run: () => again.mutate({ ids, model: first.id }) },
    });
  };
  useApplicationEvent((event) => {
    // Where something cannot be read, there is nothing to offer.
    if (event.type === 'model-installed') void offer().catch(() => undefined);
  });
  return null;
}

function isBasic({ engine }: { readonly engine: string }): boolean {
  return engine === 'pocketsphinx';
}

/** The audio is there, and the user has not written the text. */
function wantsIt(recording: Recording, basic: ReadonlySet<string>): boolean {
  const { transcriptionModel, audioFilePath, textBeforeEdit } = recording;
  return basic.has(transcriptionModel ?? '') && audioFilePath !== null && textBeforeEdit === null;
}

async function transcribeAgain(client: Client, id: string, model: string): Promise<void> {
  for (;;) {
    try {
      await client.retranscribe({ params: { id }, body: { model, async: true } });
      return;
    } catch (error) {
      if (!(error instanceof QuothError) || error.code !== 'RATE_LIMITED') throw error;
      await new Promise((resolve) => setTimeout(resolve, QUEUE_FULL_MS));
    }
  }
}

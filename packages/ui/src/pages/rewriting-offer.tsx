import { inOneLine } from '@quoth/words/render.ts';
import { useQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Button } from '../design/button.tsx';
import { Banner } from '../design/states.tsx';
import { useToast } from '../design/toasts.tsx';
import { useModeName } from '../session/account.tsx';
import { useAction, useClient, useRead } from '../session/application.tsx';

/**
 * Offers once, when a language model is found, to switch rewriting on: with a key that works, or a server that answers
 * on this machine.
 */
export function RewritingOffer({ isBrief = false }: { readonly isBrief?: boolean }) {
  const t = useTranslations('rewritingOffer');
  const nameOf = useModeName();
  const say = useToast();
  const client = useClient();
  const settings = useRead('getSettings').data?.settings;
  const providers = useRead('listProviders').data?.providers;
  const modes = useRead('listModes').data?.modes;
  const rewriters = providers?.filter((each) => each.key_present && each.jobs.includes('post-processing'));
  const usual = modes?.find(({ isDefault }) => isDefault);
  const isOffered = settings?.rewritingOffered !== false;
  const servers = useQuery({
    queryKey: ['findLocalServers'],
    queryFn: ({ signal }) => client.findLocalServers({ signal }),
    enabled: !isOffered && rewriters?.length === 0,
    // Somebody who has just started one comes back to this window.
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  const server = servers.data?.servers[0];
  const valid = rewriters?.find(({ label }) => label === 'Valid');
  const accept = useAction(
    async (calls) => {
      if (!valid && server) await calls.addEndpoint({ body: { preset: server.preset } });
      const rewriting = modes?.find(
        ({ preset, postProcessingMode, postProcessingProvider }) =>
          preset === 'hyper' && postProcessingMode === 1 && postProcessingProvider === null,
      );
      const chosen = usual && usual.postProcessingMode === 0 ? (rewriting ?? usual) : undefined;
      if (chosen)
        await calls.updateMode({
          params: { id: chosen.id },
          body: { isDefault: true, postProcessingMode: 1 },
        });
      await calls.updateSettings({ body: { rewritingOffered: true } });
      return chosen ?? usual;
    },
    { onDone: (mode) => say({ text: t('done', { mode: nameOf(mode?.name ?? '') }) }) },
  );
  const decline = useAction((calls) => calls.updateSettings({ body: { rewritingOffered: true } }));
  if (isOffered || !usual) return null;
  // A default mode that rewrites lacks nothing but the server.
  const found = valid ? (usual.postProcessingMode === 0 ? valid : undefined) : server;
  if (!found) return null;
  const news = t(valid ? 'foundKey' : 'foundServer', { name: found.displayName });
  const whereTo = t(valid ? 'sends' : 'stays', { name: found.displayName });
  const answers = (
    // Below the text, the first of them begins where the text does.
    <div className={`-ms-3 flex flex-wrap gap-x-2 ${isBrief ? '-me-3' : ''}`}>
      <Button kind="quiet" disabled={accept.isPending} onClick={() => decline.mutate()}>
        {t('decline')}
      </Button>
      <Button kind={isBrief ? 'quiet' : 'secondary'} busy={accept.isPending} onClick={() => accept.mutate()}>
        {t('accept')}
      </Button>
    </div>
  );
  if (isBrief)
    return (
      <div role="status" className="flex flex-wrap items-center justify-between gap-x-6 text-secondary">
        <p className="m-0 text-quiet">{inOneLine(news, whereTo)}</p>
        {answers}
      </div>
    );
  return (
    <Banner icon={Sparkles} action={answers}>
      <p className="m-0 font-medium">{news}</p>
      <p className="m-0 text-secondary text-quiet">{inOneLine(t('help'), whereTo)}</p>
    </Banner>
  );
}

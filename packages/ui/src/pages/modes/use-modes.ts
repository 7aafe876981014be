import { audioProvider, type Mode } from '@quoth/contract';
import { useTranslations } from 'use-intl';
import { useToast } from '../../design/toasts.tsx';
import { transcribingProvider, useModeName } from '../../session/account.tsx';
import { useAction, useRead } from '../../session/application.tsx';
import { useLanguageName } from '../models/downloads.tsx';

/** What a mode does, in a few words each: who transcribes, in which language, who rewrites and how. */
export function useModeSummary(): (mode: Mode) => string[] {
  const t = useTranslations('modes');
  const languageName = useLanguageName();
  const models = useRead('listModels', { query: { kind: 'voice' } }).data?.models ?? [];
  const providers = useRead('listProviders').data?.providers ?? [];
  const providerName = (id: string | null) => providers.find((each) => each.id === id)?.displayName ?? id;
  return (mode) => {
    const { model, language, preset, postProcessingMode, postProcessingProvider } = mode;
    const cloud = audioProvider(mode);
    const transcriber =
      cloud !== undefined
        ? (transcribingProvider(mode, providers)?.displayName ?? cloud ?? t('cloud'))
        : model === 'auto'
          ? t('autoModel')
          : (models.find(({ id }) => id === model)?.displayName ?? model);
    const who = postProcessingMode === 2 ? t('thisMachine') : providerName(postProcessingProvider);
    const rewritten = t('rewrittenAs', { preset: t(`preset_${preset}`) });
    const rewriter =
      postProcessingMode === 0 ? t('noRewriting') : who === null ? rewritten : `${rewritten}, ${who}`;
    return [transcriber, languageName(language), rewriter];
  };
}

/** Deletes a mode at once, and offers to create it again. */
export function useDeleteMode(): (mode: Mode) => void {
  const t = useTranslations();
  const say = useToast();
  const nameOf = useModeName();
  const restore = useAction((client, { id: _id, ...mode }: Mode) => client.createMode({ body: mode }));
  const remove = useAction((client, { id }: Mode) => client.deleteMode({ params: { id } }), {
    onDone: (_result, mode) =>
      say({
        text: t('modes.deleted', { name: nameOf(mode.name) }),
        undo: { label: t('app.undo'), run: () => restore.mutate(mode) },
      }),
  });
  return (mode) => remove.mutate(mode);
}

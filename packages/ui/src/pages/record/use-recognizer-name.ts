import type { Mode, Model, Provider } from '@quoth/contract';
import { useTranslations } from 'use-intl';
import { isPrepaid, prepaidOf, useAccount, useAccountWords } from '../../application/use-account.ts';
import { useRead } from '../../application/use-read.ts';
import { useTierName } from '../modes/use-tier-name.ts';

/** Who transcribes for a mode, in a few words; with the price of a minute if it is known. */
export function useRecognizerName(): (mode: Mode) => string {
  const t = useTranslations('record');
  const models = useRead('listModels', { query: { kind: 'voice' } }).data?.models ?? [];
  const providers = useRead('listProviders').data?.providers ?? [];
  const usual = useRead('listModes').data?.modes.find(({ isDefault }) => isDefault);
  const account = useAccount(providers.find(isPrepaid));
  const words = useAccountWords();
  const tierName = useTierName();
  return (mode) => {
    const prepaid = prepaidOf(mode, providers);
    if (!prepaid) return recognizerName(mode, models, providers, usual?.language) ?? t('bestModel');
    const { cloudAccuracyTier: tier } = mode;
    const price = account?.tiers.find(({ id }) => id === tier)?.per_minute_micro;
    return [
      prepaid.displayName,
      tier !== null && tierName(tier),
      account && price !== undefined && words.price(account, price),
    ]
      .filter(Boolean)
      .join(' · ');
  };
}

function recognizerName(
  { model, cloudProvider, language }: Mode,
  models: readonly Model[],
  providers: readonly Provider[],
  usualLanguage: string | undefined,
): string | undefined {
  if (model === 'cloud')
    return providers.find(({ id }) => id === cloudProvider)?.displayName ?? cloudProvider ?? undefined;
  // Which model `auto` stands for is known for the language of the default mode.
  const isAuto = model === 'auto' && language === usualLanguage;
  return models.find(({ id, auto }) => (isAuto ? auto : id === model))?.displayName;
}

import {
  accuracyTier,
  accuracyTiers,
  audioProvider,
  comparableName,
  languageFor,
  type Mode,
  type Model,
  type Provider,
  type ProviderAccount,
  shownModeName,
} from '@quoth/contract';
import { useFormatter, useLocale, useNow, useTranslations } from 'use-intl';
import { useRead } from './application.tsx';

/** True for a gateway, which has an account with a balance. */
export function isPrepaid({ preset }: Provider): boolean {
  return preset === 'quoth-gateway';
}

/** The account with a prepaid provider; undefined while it is unknown, or if its token is refused. */
export function useAccount(provider: Provider | undefined): ProviderAccount | undefined {
  const isWanted =
    provider !== undefined &&
    isPrepaid(provider) &&
    provider.key_present &&
    provider.status !== 'unauthorized';
  const query = useRead('getProviderAccount', { params: { id: provider?.id ?? '' } }, { isWanted });
  return isWanted ? query.data?.account : undefined;
}

/**
 * The provider that a mode names for its audio; undefined where it names none, and where the audio stays on this
 * machine.
 */
export function transcribingProvider(
  mode: Pick<Mode, 'model' | 'cloudProvider'>,
  providers: readonly Provider[],
): Provider | undefined {
  const name = comparableName(audioProvider(mode) ?? '');
  return providers.find(({ id }) => comparableName(id) === name);
}

/**
 * Who gets what is said in the default mode, its sound or its text, by name. None where all stays on this computer;
 * undefined while it is not known, as in a mode that cannot transcribe.
 */
export function useDestinations(): readonly string[] | undefined {
  const { data, isError } = useRead('listDestinations');
  const destinations = isError ? undefined : data?.destinations;
  return (
    destinations && [...new Set(destinations.filter((one) => !one.on_this_computer).map(({ name }) => name))]
  );
}

/** The prepaid provider that a mode's audio is sent to, if any. */
export function prepaidOf(
  mode: Pick<Mode, 'model' | 'cloudProvider' | 'cloudAccuracyTier'>,
  providers: readonly Provider[],
): Provider | undefined {
  if (audioProvider(mode) === null)
    return mode.cloudAccuracyTier === null ? undefined : providers.find(isPrepaid);
  const named = transcribingProvider(mode, providers);
  return named && isPrepaid(named) ? named : undefined;
}

/** Money and minutes of an account, in words. */
export function useAccountText() {
  const t = useTranslations('account');
  const format = useFormatter();
  const minutes = (left: number) =>
    left < 120 ? t('minutes', { count: left }) : t('hours', { count: Math.floor(left / 60) });
  return {
    balance: ({ available_micro, currency }: ProviderAccount) =>
      t('left', { amount: format.number(available_micro / 1_000_000, { style: 'currency', currency }) }),
    /** The price of a minute, with more decimal places than usual because it is small. */
    price: ({ currency }: ProviderAccount, perMinuteMicro: number) =>
      perMinuteMicro === 0
        ? t('free')
        : t('perMinute', {
            amount: format.number(perMinuteMicro / 1_000_000, {
              style: 'currency',
              currency,
              minimumFractionDigits: 2,
              maximumFractionDigits: 4,
            }),
          }),
    minutesLeft: (left: number | null) =>
      left === null ? undefined : t('minutesLeft', { time: minutes(left) }),
  };
}

/** A tier in words; a gateway may have other ones. */
export function useTierName(): (id: string) => string {
  const t = useTranslations('modes');
  return (id) => {
    const tier = accuracyTiers.find((each) => each === id);
    return tier === undefined ? id : t(`tier_${tier}`);
  };
}

/** Who transcribes for a mode, in a few words; with the price of a minute if it is known. */
export function useRecognizerName(): (mode: Mode) => string {
  const t = useTranslations('modes');
  const models = useRead('listModels', { query: { kind: 'voice' } }).data?.models ?? [];
  const providers = useRead('listProviders').data?.providers ?? [];
  const usual = useRead('listModes').data?.modes.find(({ isDefault }) => isDefault);
  const account = useAccount(providers.find(isPrepaid));
  const words = useAccountText();
  const tierName = useTierName();
  return (mode) => {
    const prepaid = prepaidOf(mode, providers);
    if (!prepaid) return recognizerName(mode, models, providers, usual?.language) ?? t('autoModel');
    const tier = mode.cloudAccuracyTier === null ? null : accuracyTier(mode.cloudAccuracyTier);
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
  mode: Mode,
  models: readonly Model[],
  providers: readonly Provider[],
  usualLanguage: string | undefined,
): string | undefined {
  const { model, language } = mode;
  const cloud = audioProvider(mode);
  if (cloud !== undefined) return transcribingProvider(mode, providers)?.displayName ?? cloud ?? undefined;
  // Which model `auto` stands for is known for the language of the default mode.
  const isAuto = model === 'auto' && language === usualLanguage;
  const found = models.find(({ id, auto }) => (isAuto ? auto : id === model))?.displayName;
  // One that is not installed is in no list.
  return found ?? (model === 'auto' ? undefined : model);
}

/** When a provider was checked. Updated every few seconds while it is on the screen, without any request. */
export function Checked({ at }: { readonly at: string }) {
  const t = useTranslations('apiKeys');
  const format = useFormatter();
  const now = useNow({ updateInterval: 5_000 });
  return t('checked', { when: format.relativeTime(new Date(at), now) });
}

/** What the user calls a mode of this name: those that came with the application have a name in each language. */
export function useModeName(): (name: string) => string {
  const language = languageFor('system', [useLocale()]);
  const modes = useRead('listModes').data?.modes ?? [];
  return (name) => shownModeName(name, modes, language);
}

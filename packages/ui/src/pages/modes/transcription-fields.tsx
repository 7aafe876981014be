import type { Model, Provider } from '@quoth/contract';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { LowBalance } from '../../application/low-balance.tsx';
import { isPrepaid, useAccount, useAccountWords } from '../../application/use-account.ts';
import { useRead } from '../../application/use-read.ts';
import type { Choice } from '../../design/select.tsx';
import { SettingGroup } from '../../design/setting-rows.tsx';
import { TextArea } from '../../design/text-area.tsx';
import { useAccuracy } from '../models/use-accuracy.ts';
import { textOfWords, transcriberOf, withTranscriber, wordsOf } from './mode-draft.ts';
import type { ModeFieldsProps } from './mode-fields-props.ts';
import { ChoiceRow, SwitchRow, WideRow } from './mode-rows.tsx';
import { useLanguageName } from './use-language-name.ts';
import { tiers, useTierName } from './use-tier-name.ts';

/** Languages that are offered if the model supports any. */
const COMMON = ['en', 'en-GB', 'de', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'ru', 'tr', 'uk', 'zh'];

/** Who transcribes, in which language, with which words to expect. */
export function TranscriptionFields({ draft, change }: ModeFieldsProps) {
  const t = useTranslations('modes');
  const models = useRead('listModels', { query: { kind: 'voice' } }).data?.models ?? [];
  const value = transcriberOf(draft);
  const providers = useRead('listProviders').data?.providers ?? [];
  const provider = providers.find(({ id }) => id === draft.cloudProvider);
  const ofProvider = models.filter(({ provider }) => provider === draft.cloudProvider);
  return (
    <SettingGroup title={t('transcribes')} description={t('transcribesHelp')}>
      <ChoiceRow
        title={t('model')}
        description={draft.model === 'cloud' ? t('sendsAudio') : t('modelHelp')}
        value={value}
        choices={useTranscribers(models, value)}
        onChange={(chosen) => change(withTranscriber(draft, chosen))}
      />
      {draft.model === 'cloud' && provider && isPrepaid(provider) && (
        <TierRow draft={draft} change={change} provider={provider} />
      )}
      {draft.model === 'cloud' && draft.cloudProvider !== null && !(provider && isPrepaid(provider)) && (
        <>
          <ChoiceRow
            title={t('cloudModel')}
            value={draft.cloudTranscriptionModel}
            choices={[
              { value: null, label: t('providersChoice') },
              ...ofProvider.map(({ id, displayName }) => ({
                value: id.slice(id.indexOf('/') + 1),
                label: displayName,
              })),
            ]}
            onChange={(cloudTranscriptionModel) => change({ cloudTranscriptionModel })}
          />
          <ChoiceRow
            title={t('domain')}
            description={t('domainHelp')}
            value={draft.cloudTranscriptionDomain}
            choices={[
              { value: null, label: t('domain_none') },
              { value: 'general', label: t('domain_general') },
              { value: 'medical', label: t('domain_medical') },
            ]}
            onChange={(cloudTranscriptionDomain) => change({ cloudTranscriptionDomain })}
          />
          {ofProvider.some((model) => mayStream(model, draft.cloudTranscriptionModel)) && (
            <SwitchRow
              title={t('streamSpeech')}
              description={t('streamSpeechHelp')}
              isOn={draft.useStreamingTranscription}
              onChange={(useStreamingTranscription) => change({ useStreamingTranscription })}
            />
          )}
        </>
      )}
      <LanguageRow draft={draft} change={change} models={models} />
      <WordsRow draft={draft} change={change} />
      {draft.cloudProvider === 'gemini' && draft.model === 'cloud' && (
        <WideRow>
          <TextArea
            label={t('geminiPrompt')}
            description={t('geminiPromptHelp')}
            value={draft.geminiCustomPrompt ?? ''}
            onChange={({ target }) => change({ geminiCustomPrompt: target.value || null })}
          />
        </WideRow>
      )}
    </SettingGroup>
  );
}

/** True for a model that streams, if it is the chosen one or the provider chooses. */
function mayStream({ id, capabilities }: Model, chosen: string | null): boolean {
  return capabilities.streaming && (chosen === null || id.endsWith(`/${chosen}`));
}

/** Words to expect, one on each line. Each key press is a change, so that Save appears at once. */
function WordsRow({ draft, change }: ModeFieldsProps) {
  const t = useTranslations('modes');
  const [typed, setTyped] = useState('');
  return (
    <WideRow>
      <TextArea
        label={t('vocabulary')}
        description={t('vocabularyHelp')}
        value={textOfWords(draft.customVocabulary, typed)}
        placeholder={t('vocabularyPlaceholder')}
        onChange={({ target }) => {
          setTyped(target.value);
          change({ customVocabulary: wordsOf(target.value) });
        }}
      />
    </WideRow>
  );
}

/** Shows the price of a tier next to its choice. */
function TierRow({ draft, change, provider }: ModeFieldsProps & { readonly provider: Provider }) {
  const t = useTranslations();
  const account = useAccount(provider);
  const words = useAccountWords();
  const tierName = useTierName();
  const detailOf = (tier: string) => {
    const found = account?.tiers.find(({ id }) => id === tier);
    if (!account || !found) return {};
    const left = words.minutesLeft(found.minutes_left);
    return { detail: [words.price(account, found.per_minute_micro), left].filter(Boolean).join(' · ') };
  };
  const tier = draft.cloudAccuracyTier;
  return (
    <>
      <ChoiceRow
        title={t('modes.tier')}
        description={(tier !== null && detailOf(tier).detail) || t('modes.tierHelp')}
        value={tier}
        choices={[
          ...(tier === null ? [{ value: null, label: t('modes.tier_none') }] : []),
          ...tiers.map((value) => ({ value, label: tierName(value), ...detailOf(value) })),
        ]}
        onChange={(cloudAccuracyTier) => change({ cloudAccuracyTier, cloudTranscriptionModel: null })}
      />
      <div className="px-4 py-3 empty:hidden">
        <LowBalance provider={provider} tier={tier} />
      </div>
    </>
  );
}

/** `auto`, the installed models, and the usable providers; the current choice is listed even if it no longer exists. */
function useTranscribers(models: readonly Model[], inUse: string): Choice<string>[] {
  const t = useTranslations('modes');
  const providers = useRead('listProviders').data?.providers ?? [];
  const accuracyOf = useAccuracy();
  const here = models.filter(({ provider, installed }) => provider === 'local' && installed);
  const auto = models.find((model) => model.auto);
  const choices: Choice<string>[] = [
    {
      value: 'auto',
      label: t('autoModel'),
      detail: auto ? t('autoModelNow', { name: auto.displayName }) : t('autoModelHelp'),
    },
    ...here.map((model) => ({
      value: model.id,
      label: model.displayName,
      detail: accuracyOf(model) ?? t('onThisMachine'),
    })),
    ...providers
      .filter(({ jobs }) => jobs.includes('transcription'))
      .map(({ id, displayName, label }) => ({ value: `cloud/${id}`, label: displayName, detail: label })),
  ];
  return choices.some(({ value }) => value === inUse)
    ? choices
    : [...choices, { value: inUse, label: t('gone', { name: inUse }) }];
}

function LanguageRow({ draft, change, models }: ModeFieldsProps & { readonly models: readonly Model[] }) {
  const t = useTranslations('modes');
  const languageName = useLanguageName();
  const known = models
    .filter(({ id, provider }) => id === draft.model || provider === draft.cloudProvider)
    .flatMap(({ languages }) => languages)
    .filter((tag) => tag !== '*');
  const tags = [...new Set([...(known.length > 0 ? known : COMMON), draft.language])].filter(
    (tag) => tag !== 'auto',
  );
  const choices = tags
    .map((value) => ({ value, label: languageName(value) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return (
    <ChoiceRow
      title={t('language')}
      description={t('languageHelp')}
      value={draft.language}
      choices={[{ value: 'auto', label: languageName('auto') }, ...choices]}
      onChange={(language) => change({ language })}
    />
  );
}

import {
  type ApplicationRule,
  accuracyTier,
  accuracyTiers,
  audioProvider,
  englishSpellings,
  type Model,
  type Provider,
  presets,
  spokenPlaces,
  spokenRules,
} from '@quoth/contract';
import { AppWindow, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Button, IconButton } from '../../design/button.tsx';
import { TextArea, TextField } from '../../design/field.tsx';
import { Menu } from '../../design/menu.tsx';
import type { SelectOption } from '../../design/select.tsx';
import { ChoiceRow, FoldedGroup, SettingRow, SwitchRow, WideRow } from '../../design/settings.tsx';
import {
  isPrepaid,
  transcribingProvider,
  useAccount,
  useAccountText,
  useTierName,
} from '../../session/account.tsx';
import { useErrorText, useRead, useSetting } from '../../session/application.tsx';
import { LowBalance } from '../../session/balance.tsx';
import { isMac } from '../../system.ts';
import { useAccuracy, useLanguageName } from '../models/downloads.tsx';
import {
  isOnThisMachine,
  type ModeDraft,
  textOfWords,
  transcriberOf,
  withTranscriber,
  wordsOf,
} from './mode-draft.ts';

/** Languages that are offered if the model supports any. */
const COMMON = ['en', 'en-GB', 'de', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'ru', 'tr', 'uk', 'zh'];

/** What a mode is about: who transcribes, in which language, and how the text is rewritten. */
export function EssentialFields({ draft, change }: ModeFieldsProps) {
  const t = useTranslations('modes');
  const models = useRead('listModels', { query: { kind: 'voice' } }).data?.models ?? [];
  const provider = useTranscribingProvider(draft);
  const value = provider ? `cloud/${provider.id}` : transcriberOf(draft);
  return (
    <div className="divide-y divide-line rounded-card border border-line bg-raised">
      <ChoiceRow
        title={t('model')}
        description={audioProvider(draft) !== undefined ? t('sendsAudio') : t('modelHelp')}
        value={value}
        choices={useTranscribers(models, value)}
        onChange={(chosen) => change(withTranscriber(draft, chosen))}
      />
      {provider && isPrepaid(provider) && <TierRow draft={draft} change={change} provider={provider} />}
      <LanguageRow draft={draft} change={change} models={models} />
      <RewritingRows draft={draft} change={change} />
    </div>
  );
}

/** The provider to which the mode sends its audio; undefined on this machine. */
function useTranscribingProvider(draft: ModeDraft): Provider | undefined {
  return transcribingProvider(draft, useRead('listProviders').data?.providers ?? []);
}

/** What the provider offers besides; nothing on this machine. */
export function ProviderFields({ draft, change }: ModeFieldsProps) {
  const t = useTranslations('modes');
  const models = useRead('listModels', { query: { kind: 'voice' } }).data?.models ?? [];
  const provider = useTranscribingProvider(draft);
  if (!audioProvider(draft) || (provider && isPrepaid(provider))) return null;
  const ofProvider = models.filter((model) => model.provider === provider?.id);
  return (
    <FoldedGroup title={t('providerOptions')} summary={t('providerOptionsHelp')}>
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
      {provider?.takes_instructions && (
        <WideRow>
          <TextArea
            label={t('geminiPrompt')}
            description={t('geminiPromptHelp')}
            value={draft.geminiCustomPrompt ?? ''}
            onChange={({ target }) => change({ geminiCustomPrompt: target.value || null })}
          />
        </WideRow>
      )}
    </FoldedGroup>
  );
}

/** True for a model that streams, if it is the chosen one or the provider chooses. */
function mayStream({ id, capabilities }: Model, chosen: string | null): boolean {
  return capabilities.streaming && (chosen === null || id.endsWith(`/${chosen}`));
}

/** Words to expect, one on each line. Each key press is a change, so that Save appears at once. */
export function WordFields({ draft, change }: ModeFieldsProps) {
  const t = useTranslations('modes');
  const [typed, setTyped] = useState('');
  return (
    <FoldedGroup title={t('words')} summary={t('wordCount', { count: draft.customVocabulary.length })}>
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
    </FoldedGroup>
  );
}

/** Shows the price of a tier next to its choice. */
function TierRow({ draft, change, provider }: ModeFieldsProps & { readonly provider: Provider }) {
  const t = useTranslations();
  const account = useAccount(provider);
  const words = useAccountText();
  const tierName = useTierName();
  const detailOf = (tier: string) => {
    const found = account?.tiers.find(({ id }) => id === tier);
    if (!account || !found) return {};
    const left = words.minutesLeft(found.minutes_left);
    return { detail: [words.price(account, found.per_minute_micro), left].filter(Boolean).join(' · ') };
  };
  const tier = draft.cloudAccuracyTier === null ? null : accuracyTier(draft.cloudAccuracyTier);
  return (
    <>
      <ChoiceRow
        title={t('modes.tier')}
        description={(tier !== null && detailOf(tier).detail) || t('modes.tierHelp')}
        value={tier}
        choices={[
          ...(tier === null ? [{ value: null, label: t('modes.tier_none') }] : []),
          ...accuracyTiers.map((value) => ({ value, label: tierName(value), ...detailOf(value) })),
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
function useTranscribers(models: readonly Model[], inUse: string): SelectOption<string>[] {
  const t = useTranslations('modes');
  const health = useTranslations('health');
  const providers = useRead('listProviders').data?.providers ?? [];
  const accuracyOf = useAccuracy();
  const here = models.filter(({ provider, installed }) => provider === 'local' && installed);
  const auto = models.find((model) => model.auto);
  const choices: SelectOption<string>[] = [
    {
      value: 'auto',
      label: t('autoModel'),
      detail: auto ? t('autoModelNow', { name: auto.displayName }) : t('autoModelHelp'),
    },
    ...here.map((model) => ({
      value: model.id,
      label: model.displayName,
      detail: accuracyOf(model) ?? t('rewriting_local'),
    })),
    ...providers
      .filter(({ jobs }) => jobs.includes('transcription'))
      .map(({ id, displayName, label }) => ({
        value: `cloud/${id}`,
        label: displayName,
        detail: health(label),
      })),
  ];
  return choices.some(({ value }) => value === inUse)
    ? choices
    : // Where the models could not be read, nothing is known of it.
      [...choices, { value: inUse, label: models.length === 0 ? inUse : t('gone', { name: inUse }) }];
}

function LanguageRow({ draft, change, models }: ModeFieldsProps & { readonly models: readonly Model[] }) {
  const t = useTranslations('modes');
  const locale = useLocale();
  const languageName = useLanguageName();
  const named = useTranscribingProvider(draft);
  const known = models
    .filter(({ id, provider }) => id === draft.model || provider === named?.id)
    .flatMap(({ languages }) => languages)
    .filter((tag) => tag !== '*');
  const tags = [...new Set([...(known.length > 0 ? known : COMMON), draft.language])].filter(
    (tag) => tag !== 'auto',
  );
  const choices = tags
    .map((value) => ({ value, label: languageName(value) }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
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

/** Whether and how the text is rewritten. */
function RewritingRows({ draft, change }: ModeFieldsProps) {
  const t = useTranslations('modes');
  const { postProcessingMode, preset } = draft;
  return (
    <>
      <ChoiceRow
        title={t('rewriting')}
        description={postProcessingMode === 1 ? t('sendsText') : t('rewritingHelp')}
        value={postProcessingMode}
        choices={[
          { value: 0, label: t('rewriting_off') },
          { value: 1, label: t('rewriting_cloud') },
          { value: 2, label: t('rewriting_local') },
        ]}
        onChange={(value) => change({ postProcessingMode: value as 0 | 1 | 2, postProcessingProvider: null })}
      />
      {postProcessingMode !== 0 && (
        <ChoiceRow
          title={t('preset')}
          description={t(`preset_${preset}Help`)}
          value={preset}
          choices={presets.map((value) => ({ value, label: t(`preset_${value}`) }))}
          onChange={(value) => change({ preset: value })}
        />
      )}
      {postProcessingMode !== 0 && preset === 'custom' && (
        <WideRow>
          <TextArea
            label={t('prompt')}
            description={t('promptHelp')}
            value={draft.userSystemPrompt ?? ''}
            onChange={({ target }) => change({ userSystemPrompt: target.value || null })}
          />
        </WideRow>
      )}
    </>
  );
}

/** By whom the text is rewritten, and with which instructions; nothing if it is not. */
export function RewritingFields({ draft, change }: ModeFieldsProps) {
  const t = useTranslations('modes');
  if (draft.postProcessingMode === 0) return null;
  return (
    <FoldedGroup title={t('rewriting')} summary={t('rewritesHelp')}>
      <ProviderRows draft={draft} change={change} />
      {draft.preset !== 'custom' && (
        <WideRow>
          <TextArea
            label={t('instructions')}
            description={t('instructionsHelp')}
            value={draft.customInstructions ?? ''}
            onChange={({ target }) => change({ customInstructions: target.value || null })}
          />
        </WideRow>
      )}
    </FoldedGroup>
  );
}

function ProviderRows({ draft, change }: ModeFieldsProps) {
  const t = useTranslations('modes');
  const health = useTranslations('health');
  const providers = useRead('listProviders').data?.providers ?? [];
  const isLocal = draft.postProcessingMode === 2;
  const field = isLocal ? 'languageModel' : 'cloudPostProcessingModel';
  const able = providers.filter(
    ({ jobs, base_url }) => jobs.includes('post-processing') && (!isLocal || isOnThisMachine(base_url)),
  );
  return (
    <>
      <ChoiceRow
        title={t('providerOptions')}
        description={isLocal && able.length === 0 ? t('noLocalServer') : t('rewriterHelp')}
        value={draft.postProcessingProvider}
        choices={[
          { value: null, label: t('whoeverIsSetUp') },
          ...able.map(({ id, displayName, label }) => ({
            value: id,
            label: displayName,
            detail: health(label),
          })),
        ]}
        onChange={(postProcessingProvider) => change({ postProcessingProvider })}
      />
      <SettingRow
        title={t('rewritingModel')}
        description={t('rewritingModelHelp')}
        control={
          <div className="w-60 max-w-full">
            <TextField
              label={t('rewritingModel')}
              isLabelUnseen
              isCode
              value={draft[field] ?? ''}
              placeholder={t('providersChoice')}
              onValueChange={(value) => change({ [field]: value.trim() === '' ? null : value })}
            />
          </div>
        }
      />
    </>
  );
}

const switches = [
  'punctuation',
  'capitalization',
  'removeTrailingPeriod',
  'spokenLineBreaks',
  'spaceBetweenDictations',
  'profanityFilter',
] as const;

/** What is done to the text without a language model. */
export function TextRuleFields({ draft, change }: ModeFieldsProps) {
  const t = useTranslations('modes');
  const keys = useTranslations('keyNames');
  return (
    <FoldedGroup title={t('writes')} summary={t('writesHelp')}>
      {switches.map((field) => (
        <SwitchRow
          key={field}
          title={t(field)}
          description={t(`${field}Help`)}
          isOn={draft[field]}
          onChange={(isOn) => change({ [field]: isOn })}
        />
      ))}
      {spokenRules.map((field) => (
        <ChoiceRow
          key={field}
          title={t(field)}
          description={t(`${field}Help`)}
          value={draft[field]}
          choices={spokenPlaces.map((value) => ({ value, label: t(`spoken_${value}`) }))}
          onChange={(value) => change({ [field]: value })}
        />
      ))}
      <ChoiceRow
        title={t('englishSpelling')}
        description={t('englishSpellingHelp')}
        value={draft.englishSpelling}
        choices={[
          { value: null, label: t('spelling_none') },
          ...englishSpellings.map((value) => ({ value, label: t(`spelling_${value}`) })),
        ]}
        onChange={(englishSpelling) => change({ englishSpelling })}
      />
      <ChoiceRow
        title={t('sendKey')}
        description={t('sendKeyHelp')}
        value={draft.sendKey}
        choices={[
          { value: 'off', label: t('sendKey_off') },
          { value: 'enter', label: keys('Enter') },
          { value: 'ctrl-enter', label: `${isMac ? 'Cmd' : keys('Ctrl')}+${keys('Enter')}` },
        ]}
        onChange={(sendKey) => change({ sendKey })}
      />
    </FoldedGroup>
  );
}

/** The programs in which a dictation uses this mode automatically, and whether their names are sent for rewriting. */
export function WhereFields({ draft, change }: ModeFieldsProps) {
  const t = useTranslations('modes');
  const rules = draft.applications;
  const readsTitles = useSetting('readWindowTitles') ?? false;
  const set = (applications: ApplicationRule[]) => change({ applications });
  return (
    <FoldedGroup title={t('where')} summary={t('ruleCount', { count: rules.length })}>
      <WideRow>
        <p className="m-0 text-secondary text-quiet">{t('whereHelp')}</p>
      </WideRow>
      {rules.map((rule, at) => (
        <WideRow key={positionKey(at)}>
          <RuleRow
            rule={rule}
            place={at + 1}
            onChange={(changed) => set(rules.with(at, changed))}
            onRemove={() => set(rules.toSpliced(at, 1))}
          />
        </WideRow>
      ))}
      {!readsTitles && rules.some(({ title }) => title !== undefined) && (
        <WideRow>
          <p className="m-0 text-secondary text-quiet">{t('titlesAreOff')}</p>
        </WideRow>
      )}
      <WideRow>
        <div className="flex flex-wrap gap-2">
          <Button icon={Plus} onClick={() => set([...rules, { program: '' }])}>
            {t('addRule')}
          </Button>
          <OpenNow onChoose={(program) => set([...rules, { program }])} />
        </div>
      </WideRow>
      {draft.postProcessingMode !== 0 && (
        <SwitchRow
          title={t('sendProgramName')}
          description={t('sendProgramNameHelp')}
          isOn={draft.sendProgramName}
          onChange={(sendProgramName) => change({ sendProgramName })}
        />
      )}
    </FoldedGroup>
  );
}

/** Rules have no ids of their own; these keep each row the same while one types in it. */
const positionKey = (at: number): string => `rule-${at}`;

function RuleRow({
  rule,
  place,
  onChange,
  onRemove,
}: {
  readonly rule: ApplicationRule;
  readonly place: number;
  readonly onChange: (rule: ApplicationRule) => void;
  readonly onRemove: () => void;
}) {
  const t = useTranslations('modes');
  const { program, title } = rule;
  return (
    <div className="flex items-center gap-2">
      <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-2">
        <TextField
          label={t('ruleProgramAt', { place })}
          isLabelUnseen
          value={program}
          placeholder={t('ruleProgram')}
          onValueChange={(value) => onChange({ ...rule, program: value })}
        />
        <TextField
          label={t('ruleTitleAt', { place })}
          isLabelUnseen
          value={title ?? ''}
          placeholder={t('ruleAnyTitle')}
          onValueChange={(value) => onChange(value === '' ? { program } : { program, title: value })}
        />
      </div>
      <IconButton icon={Trash2} name={t('removeRule', { place })} onClick={onRemove} />
    </div>
  );
}

/** The programs with an open window, to choose one. */
export function OpenNow({ onChoose }: { readonly onChoose: (program: string) => void }) {
  const t = useTranslations('modes');
  const textOf = useErrorText();
  const query = useRead('listApplications');
  const programs = [...new Set(query.data?.applications.map(({ program }) => program) ?? [])];
  const look = () => void query.refetch();
  return (
    <>
      <Menu
        trigger={
          <Button icon={AppWindow} disabled={programs.length === 0} onFocus={look} onPointerEnter={look}>
            {t('useOpenNow')}
          </Button>
        }
        actions={programs.map((program) => ({
          id: program,
          label: program,
          run: () => onChoose(program),
        }))}
      />
      {query.isError && (
        <p className="m-0 self-center text-secondary text-quiet">{textOf(query.error).message}</p>
      )}
    </>
  );
}

/** The props of every group of fields. */
export interface ModeFieldsProps {
  readonly draft: ModeDraft;
  readonly change: (change: Partial<ModeDraft>) => void;
}

import { presets } from '@quoth/contract';
import { useTranslations } from 'use-intl';
import { useRead } from '../../application/use-read.ts';
import { SettingGroup, SettingRow } from '../../design/setting-rows.tsx';
import { TextArea } from '../../design/text-area.tsx';
import { TextField } from '../../design/text-field.tsx';
import type { ModeFieldsProps } from './mode-fields-props.ts';
import { ChoiceRow, WideRow } from './mode-rows.tsx';

/** Whether, how and by whom the text is rewritten. */
export function RewritingFields({ draft, change }: ModeFieldsProps) {
  const t = useTranslations('modes');
  const { postProcessingMode, preset } = draft;
  const isOn = postProcessingMode !== 0;
  return (
    <SettingGroup title={t('rewrites')} description={t('rewritesHelp')}>
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
      {isOn && (
        <>
          <ProviderRows draft={draft} change={change} />
          <ChoiceRow
            title={t('preset')}
            description={t(`preset_${preset}Help`)}
            value={preset}
            choices={presets.map((value) => ({ value, label: t(`preset_${value}`) }))}
            onChange={(value) => change({ preset: value })}
          />
          {preset === 'custom' ? (
            <WideRow>
              <TextArea
                label={t('prompt')}
                description={t('promptHelp')}
                value={draft.userSystemPrompt ?? ''}
                onChange={({ target }) => change({ userSystemPrompt: target.value || null })}
              />
            </WideRow>
          ) : (
            <WideRow>
              <TextArea
                label={t('instructions')}
                description={t('instructionsHelp')}
                value={draft.customInstructions ?? ''}
                onChange={({ target }) => change({ customInstructions: target.value || null })}
              />
            </WideRow>
          )}
        </>
      )}
    </SettingGroup>
  );
}

function ProviderRows({ draft, change }: ModeFieldsProps) {
  const t = useTranslations('modes');
  const providers = useRead('listProviders').data?.providers ?? [];
  const isLocal = draft.postProcessingMode === 2;
  const field = isLocal ? 'languageModel' : 'cloudPostProcessingModel';
  const able = providers.filter(
    ({ jobs, base_url }) => jobs.includes('post-processing') && (!isLocal || isOnThisMachine(base_url)),
  );
  return (
    <>
      <ChoiceRow
        title={t('rewriter')}
        description={isLocal && able.length === 0 ? t('noLocalServer') : t('rewriterHelp')}
        value={draft.postProcessingProvider}
        choices={[
          { value: null, label: t('whoeverIsSetUp') },
          ...able.map(({ id, displayName, label }) => ({ value: id, label: displayName, detail: label })),
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

function isOnThisMachine(address: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(URL.parse(address)?.hostname ?? '');
}

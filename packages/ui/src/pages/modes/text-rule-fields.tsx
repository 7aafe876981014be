import { englishSpellings } from '@quoth/contract';
import { useTranslations } from 'use-intl';
import { SettingGroup } from '../../design/setting-rows.tsx';
import type { ModeFieldsProps } from './mode-fields-props.ts';
import { ChoiceRow, SwitchRow } from './mode-rows.tsx';

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
  return (
    <SettingGroup title={t('writes')} description={t('writesHelp')}>
      {switches.map((field) => (
        <SwitchRow
          key={field}
          title={t(field)}
          description={t(`${field}Help`)}
          isOn={draft[field]}
          onChange={(isOn) => change({ [field]: isOn })}
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
    </SettingGroup>
  );
}

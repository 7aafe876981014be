import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useRead } from '../../application/use-read.ts';
import { SettingGroup, SettingRow } from '../../design/setting-rows.tsx';

/** The words that individual modes have in addition to the shared ones. */
export function ModesVocabulary() {
  const t = useTranslations('vocabulary');
  const modes = useRead('listModes').data?.modes.filter(
    ({ customVocabulary }) => customVocabulary.length > 0,
  );
  if (!modes || modes.length === 0) return null;
  return (
    <SettingGroup title={t('ofModes')} description={t('ofModesHelp')}>
      {modes.map(({ id, name, customVocabulary }) => (
        <SettingRow
          key={id}
          title={
            <Link to="/modes/$id" params={{ id }}>
              {name}
            </Link>
          }
          description={customVocabulary.join(', ')}
        />
      ))}
    </SettingGroup>
  );
}

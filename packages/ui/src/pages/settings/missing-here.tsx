import type { Finding } from '@quoth/contract';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../application/use-error-text.ts';
import { useRead } from '../../application/use-read.ts';
import { SettingGroup } from '../../design/setting-rows.tsx';
import { FindingRow } from './finding-row.tsx';

/** What this desktop lacks for dictation, each with the command that fixes it; nothing if nothing is missing. */
export function MissingHere() {
  const t = useTranslations('settings');
  const desktop = useRead('examineDesktop').data?.findings ?? [];
  const microphone = useMissingMicrophone();
  const findings = microphone ? [microphone, ...desktop] : desktop;
  if (findings.length === 0) return null;
  return (
    <SettingGroup id="missing" title={t('missing')} description={t('missingHelp')}>
      <ul className="m-0 list-none divide-y divide-line p-0">
        {findings.map((finding) => (
          <FindingRow key={finding.id} finding={finding} />
        ))}
      </ul>
    </SettingGroup>
  );
}

/** There is no microphone, or no way to read one. */
function useMissingMicrophone(): Finding | undefined {
  const t = useTranslations('settings');
  const textOf = useErrorText();
  const { data, error } = useRead('listMicrophones');
  const missing = { id: 'microphone', title: t('microphone'), status: 'missing' } as const;
  if (error) {
    const { message, hint } = textOf(error);
    return { ...missing, detail: message, ...(hint !== undefined && { fix: hint }) };
  }
  if (data?.microphones.length !== 0) return undefined;
  return { ...missing, detail: t('noMicrophone'), fix: t('noMicrophoneHelp') };
}

import type { Finding } from '@quoth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Button, CopyButton, Icon } from '../../design/button.tsx';
import { SettingGroup, SettingRow } from '../../design/settings.tsx';
import { useAction, useErrorText, useRead } from '../../session/application.tsx';
import { useTranslate } from '../../text/text-provider.tsx';

/** Checks, on request, everything that Quoth needs on this machine; opens the microphone for a moment. */
export function MachineCheck() {
  const t = useTranslations('settings');
  const queries = useQueryClient();
  const check = useAction((client) => client.examine(), {
    onDone: () => {
      for (const route of ['examineDesktop', 'listMicrophones'])
        void queries.invalidateQueries({ queryKey: [route] });
    },
  });
  return (
    <SettingRow
      id="settings.check"
      title={t('check')}
      description={t('checkHelp')}
      control={
        <Button busy={check.isPending} onClick={() => check.mutate()}>
          {t('checkNow')}
        </Button>
      }
      below={
        check.data && (
          <ul
            aria-label={t('check')}
            className="-mx-4 mt-3 -mb-3 list-none divide-y divide-line border-t border-line p-0"
          >
            {check.data.findings.map((finding) => (
              <FindingRow key={finding.id} finding={finding} />
            ))}
          </ul>
        )
      }
    />
  );
}

/** What this desktop lacks for dictation, each with the command that fixes it; nothing if nothing is missing. */
export function MissingHere() {
  const t = useTranslations('settings');
  const desktop = useRead('examineDesktop').data?.findings ?? [];
  const microphone = useMissingMicrophone();
  const findings = microphone ? [microphone, ...desktop] : desktop;
  if (findings.length === 0) return null;
  return (
    <SettingGroup title={t('missing')} description={t('missingHelp')}>
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

const signs = {
  ok: { icon: CircleCheck, tone: 'text-success' },
  warning: { icon: TriangleAlert, tone: 'text-warning' },
  missing: { icon: CircleAlert, tone: 'text-danger' },
} as const;

/** A finding about one part of the machine, and the command that fixes it. */
function FindingRow({ finding }: { readonly finding: Finding }) {
  const t = useTranslations('settings');
  const translate = useTranslate();
  const { title, detail, status, fix, command } = translate(finding);
  const { icon, tone } = signs[status];
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <span className={`mt-0.5 ${tone}`}>
        <Icon of={icon} />
        <span className="unseen">{t(`finding_${status}`)}</span>
      </span>
      <div className="min-w-0 flex-1">
        <div className="font-medium">{title}</div>
        <div className="text-secondary break-words text-quiet">{detail}</div>
        {fix !== undefined && <div className="text-secondary">{fix}</div>}
        {command !== undefined && (
          <div className="flex items-center gap-1">
            <code className="min-w-0 font-mono text-secondary break-words">{command}</code>
            <CopyButton text={command} name={t('copyFix', { title })} />
          </div>
        )}
      </div>
    </li>
  );
}

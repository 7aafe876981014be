import { type Finding, hintForWindow } from '@quoth/contract';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { CopyButton } from '../../design/copy-button.tsx';
import { Icon } from '../../design/icon.tsx';
import { takeFixApart } from './finding-fix.ts';

const signs = {
  ok: { icon: CircleCheck, tone: 'text-success' },
  warning: { icon: TriangleAlert, tone: 'text-warning' },
  missing: { icon: CircleAlert, tone: 'text-danger' },
} as const;

/** A finding about one part of the machine, and the command that fixes it. */
export function FindingRow({ finding }: { readonly finding: Finding }) {
  const t = useTranslations('settings');
  const app = useTranslations('app');
  const { title, detail, status, fix } = finding;
  const { icon, tone } = signs[status];
  const { words, command } = takeFixApart(fix === undefined ? '' : hintForWindow(fix));
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <span className={`mt-0.5 ${tone}`}>
        <Icon of={icon} />
        <span className="unseen">{t(`finding_${status}`)}</span>
      </span>
      <div className="min-w-0 flex-1">
        <div className="font-medium">{title}</div>
        <div className="text-secondary break-words text-quiet">{detail}</div>
        {words !== '' && <div className="text-secondary">{command === undefined ? words : `${words}:`}</div>}
        {command !== undefined && (
          <div className="flex items-center gap-1">
            <code className="min-w-0 font-mono text-secondary break-words">{command}</code>
            <CopyButton text={command} name={t('copyFix', { title })} doneName={app('copied')} />
          </div>
        )}
      </div>
    </li>
  );
}

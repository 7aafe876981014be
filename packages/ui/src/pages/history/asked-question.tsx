import type { Recording } from '@quoth/contract';
import { MessageCircleQuestion } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../design/icon.tsx';

/** What a program had asked, above the answer; nothing for any other recording. */
export function AskedQuestion({ recording: { program, question } }: { readonly recording: Recording }) {
  const t = useTranslations('history');
  if (question === null) return null;
  return (
    <p className="m-0 flex items-start gap-2 rounded-card bg-sunken px-3 py-2.5">
      <Icon of={MessageCircleQuestion} className="mt-0.5 text-quiet" />
      <span className="min-w-0 break-words">
        <span className="text-quiet">{t('askedBy', { name: program ?? '' })}</span> {question}
      </span>
    </p>
  );
}

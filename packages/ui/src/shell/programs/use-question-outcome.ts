import type { Dictation, Question } from '@quoth/contract';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useToast } from '../../design/toasts.tsx';

/** Says what became of a question when it disappears, unless the user has just declined it. */
export function useQuestionOutcome(dictation: Dictation | undefined): void {
  const t = useTranslations('asking');
  const say = useToast();
  const last = useRef<Question>(undefined);
  const question = dictation?.question ?? undefined;
  useEffect(() => {
    const before = last.current;
    last.current = question;
    if (!before || before.id === question?.id) return;
    const { name } = before.program;
    const ended = dictation?.processing.find(({ id }) => id === before.recording_id);
    if (ended?.phase === 'delivered') say({ text: t('sent', { name }) });
    else if (ended?.phase === 'failed') say({ text: ended.error?.message ?? t('notSent'), tone: 'danger' });
  });
}

import type { Change } from '@quoth/contract';
import { useTranslations } from 'use-intl';

/** A program's change in a sentence, which dictations it concerns, and what is now sent away that stayed on this machine before. */
export function useChangeWords(): (change: Change) => string {
  const t = useTranslations('changes');
  return ({ kind, title, sends, takes }) => {
    const sentences = [t(kind, { name: title })];
    if (takes.includes('default'))
      sentences.push(t(kind === 'mode-deleted' ? 'leavesDefault' : 'takesDefault'));
    if (takes.includes('applications')) sentences.push(t('takesApplications'));
    if (sends.length > 0)
      sentences.push(t(sends.length === 2 ? 'sendsBoth' : sends[0] === 'audio' ? 'sendsAudio' : 'sendsText'));
    return sentences.join(' ');
  };
}

import type { Change } from '@quoth/contract';
import { useTranslations } from 'use-intl';

/** A program's change in a sentence, and what is now sent away that stayed on this machine before. */
export function useChangeWords(): (change: Change) => string {
  const t = useTranslations('changes');
  return ({ kind, title, sends }) => {
    const sentence = t(kind, { name: title });
    if (sends.length === 0) return sentence;
    return `${sentence} ${t(sends.length === 2 ? 'sendsBoth' : sends[0] === 'audio' ? 'sendsAudio' : 'sendsText')}`;
  };
}

import { useTranslations } from 'use-intl';
import type { LiveText } from './live-text.ts';

/** The text while one speaks. Only what is settled is read aloud, each piece once. */
export function LiveWords({ text }: { readonly text: LiveText }) {
  const t = useTranslations('record');
  if (text.settled.length === 0 && text.unsettled === '') return null;
  let at = 0;
  return (
    <p className="m-0 w-full max-w-160 text-center text-heading leading-7 text-pretty">
      <span role="log" aria-label={t('liveText')} aria-live="polite" aria-relevant="additions">
        {text.settled.map((piece) => {
          at += piece.length;
          return <span key={at}>{piece}</span>;
        })}
      </span>
      <span aria-hidden className="text-quiet">
        {text.unsettled}
      </span>
    </p>
  );
}

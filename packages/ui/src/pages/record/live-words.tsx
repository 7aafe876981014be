import { useTranslations } from 'use-intl';
import type { LiveText } from './live-text.ts';

/** The text while the user speaks. Screen readers read only the stable text, each part once. */
export function LiveWords({
  text,
  align = 'center',
}: {
  readonly text: LiveText;
  readonly align?: 'center' | 'start';
}) {
  const t = useTranslations('record');
  if (text.stable.length === 0 && text.unstable === '') return null;
  let at = 0;
  return (
    <p
      className={`m-0 w-full max-w-160 text-heading leading-7 text-pretty ${align === 'center' ? 'text-center' : 'text-start'}`}
    >
      <span role="log" aria-label={t('liveText')} aria-live="polite" aria-relevant="additions">
        {text.stable.map((part) => {
          at += part.length;
          return <span key={at}>{part}</span>;
        })}
      </span>
      <span aria-hidden className="text-quiet">
        {text.unstable}
      </span>
    </p>
  );
}

import type { CatalogModel } from '@quoth/contract';
import { useTranslations } from 'use-intl';
import { Tip } from '../../design/tip.tsx';
import { useLanguageName } from '../modes/use-language-name.ts';

/** A model's languages in a few words. */
export function Languages({ model }: { readonly model: CatalogModel }) {
  const t = useTranslations('models');
  const languageName = useLanguageName();
  const { languages } = model;
  if (languages.includes('*')) return t('anyLanguage');
  if (languages.length <= 2) return languages.map(languageName).join(', ');
  return (
    <Tip text={languages.map(languageName).sort().join(', ')}>
      <span>{t('languageCount', { count: languages.length })}</span>
    </Tip>
  );
}

/** The published error rate and where it was published. */
export function Errors({ model }: { readonly model: CatalogModel }) {
  const t = useTranslations('models');
  const rate = model.word_error_rate;
  if (rate === null) return <span className="text-quiet">{t('notPublished')}</span>;
  return (
    <Tip text={t('errorsSource', { source: rate.source })}>
      <span className="tabular">{t('errorsValue', { percent: rate.percent })}</span>
    </Tip>
  );
}

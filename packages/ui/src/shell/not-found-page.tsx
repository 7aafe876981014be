import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { buttonClasses } from '../design/button.tsx';
import { Page } from './page.tsx';

/** The page for an unknown address. */
export function NotFoundPage() {
  const t = useTranslations('app');
  return (
    <Page title={t('notFound')}>
      <p className="m-0">
        <Link to="/" className={`${buttonClasses.secondary} no-underline`}>
          {t('toRecord')}
        </Link>
      </p>
    </Page>
  );
}

import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useRead } from '../application/use-read.ts';

/** Who transcribes, and whether programs may ask: two links. */
export function StatusLine() {
  const t = useTranslations('status');
  const application = useRead('getApplication').data;
  const models = useRead('listModels', { query: { kind: 'voice', installed_only: true } }).data?.models;
  if (!application || !models) return <div className="h-11" />;
  const loaded = application.engines.find(({ model }) => model !== null)?.model;
  const model = models.find(({ id }) => id === loaded) ?? models.find(({ provider }) => provider === 'local');
  const { enabled, running, notices } = application.api_server;
  const line =
    'flex min-h-6 items-center rounded-small text-small text-quiet no-underline hover:text-text hover:underline';
  return (
    <section aria-label={t('label')} className="mt-2 flex flex-col border-t border-line px-2.5 pt-2">
      <Link to="/models" className={line}>
        <span className="truncate">
          {model ? t('engine', { model: model.displayName }) : t('engineNone')}
        </span>
      </Link>
      <Link to="/settings/local-api" className={line}>
        {running ? t('apiOn') : enabled && notices.length > 0 ? t('apiFailed') : t('apiOff')}
      </Link>
    </section>
  );
}

import { Link } from '@tanstack/react-router';
import { AudioLines, type LucideIcon, Plug } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useRead } from '../application/use-read.ts';
import { Icon } from '../design/icon.tsx';
import { useRecognizerName } from '../pages/record/use-recognizer-name.ts';

/** Who transcribes for the current mode, and whether the local API is on: two links. */
export function StatusLine() {
  const t = useTranslations('status');
  const server = useRead('getApplication').data?.api_server;
  const mode = useRead('listModes').data?.modes.find(({ isDefault }) => isDefault);
  const recognizerName = useRecognizerName();
  if (!server || !mode) return <div className="h-16" />;
  const who = recognizerName(mode);
  return (
    <section aria-label={t('label')} className="mt-2 flex flex-col border-t border-line px-2.5 pt-2">
      <Line to="/models" icon={AudioLines} words={who} name={t('engine', { model: who })} />
      <Line
        to="/settings/local-api"
        icon={Plug}
        words={t(
          server.running ? 'apiOn' : server.enabled && server.notices.length > 0 ? 'apiFailed' : 'apiOff',
        )}
      />
    </section>
  );
}

function Line({
  to,
  icon,
  words,
  name,
}: {
  readonly to: '/models' | '/settings/local-api';
  readonly icon: LucideIcon;
  readonly words: string;
  readonly name?: string;
}) {
  return (
    <Link
      to={to}
      aria-label={name}
      title={name}
      className="flex min-h-7 items-center gap-2.5 rounded-small text-secondary text-quiet no-underline hover:text-text hover:underline"
    >
      <Icon of={icon} className="size-4 shrink-0" />
      <span className="truncate">{words}</span>
    </Link>
  );
}

import { Link } from '@tanstack/react-router';
import {
  AudioLines,
  BookA,
  Cpu,
  History,
  type LucideIcon,
  Search,
  Settings,
  SlidersHorizontal,
} from 'lucide-react';
import { useFormatter, useTranslations } from 'use-intl';
import { Icon, KeyCap, Tip } from '../design/button.tsx';
import { useDestinations, useRecognizerName } from '../session/account.tsx';
import { useIsAway, useRead } from '../session/application.tsx';
import { isMac } from '../system.ts';
import { keyNames } from './key-sequence.ts';

/** The pages of the rail, in order. */
export const destinations = [
  { id: 'record', path: '/', icon: AudioLines, key: 'r' },
  { id: 'history', path: '/history', icon: History, key: 'h' },
  { id: 'modes', path: '/modes', icon: SlidersHorizontal, key: 'm' },
  { id: 'vocabulary', path: '/vocabulary', icon: BookA, key: 'v' },
  { id: 'models', path: '/models', icon: Cpu, key: 'o' },
] as const satisfies readonly Destination[];

/** At the bottom of the rail. */
export const settingsDestination = {
  id: 'settings',
  path: '/settings',
  icon: Settings,
  key: 's',
} as const satisfies Destination;

interface Destination {
  readonly id: string;
  readonly path: string;
  readonly icon: LucideIcon;
  /** Pressed after `g`. */
  readonly key: string;
}

const item =
  'flex h-8 pointer-coarse:h-10 items-center gap-2.5 rounded-control px-2.5 text-body text-quiet no-underline transition-colors hover:bg-hover hover:text-text aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-text';

/** The left rail of wide windows. */
export function Rail({ onSearch }: { readonly onSearch: () => void }) {
  const t = useTranslations();
  return (
    <nav
      aria-label={t('app.navigation')}
      className="hidden w-54 shrink-0 flex-col border-e border-line bg-sunken p-3 rail:flex"
    >
      <div className="mb-3 px-2.5 font-serif text-[22px] leading-8 font-semibold">{t('app.name')}</div>
      <button type="button" onClick={onSearch} className={`${item} mb-3 border border-line bg-raised`}>
        <Icon of={Search} />
        <span className="flex-1 text-start">{t('palette.open')}</span>
        {keyNames('mod+k', isMac).map((key) => (
          <KeyCap key={key}>{key}</KeyCap>
        ))}
      </button>
      <ul className="m-0 flex list-none flex-col gap-0.5 p-0">
        {destinations.map(({ id, path }) => (
          <li key={id}>
            <RailLink path={path} label={t(`pages.${id}`)} />
          </li>
        ))}
      </ul>
      <div className="mt-auto flex flex-col gap-0.5 pt-3">
        <RailLink path={settingsDestination.path} label={t('pages.settings')} />
        <StatusLine />
      </div>
    </nav>
  );
}

function RailLink({ path, label }: { readonly path: string; readonly label: string }) {
  return (
    <Link
      to={path}
      className={item}
      activeOptions={{ exact: path === '/' }}
      activeProps={{ 'aria-current': 'page' }}
    >
      {label}
    </Link>
  );
}

/** The bar at the bottom of narrow windows. */
export function BottomBar() {
  const t = useTranslations();
  return (
    <nav aria-label={t('app.navigation')} className="shrink-0 border-t border-line bg-sunken rail:hidden">
      <ul className="m-0 flex list-none p-0">
        {[...destinations, settingsDestination].map(({ id, path, icon }) => (
          <li key={id} className="min-w-0 flex-auto">
            <Link
              to={path}
              activeOptions={{ exact: path === '/' }}
              activeProps={{ 'aria-current': 'page' }}
              className="flex h-14 flex-col items-center justify-center gap-0.5 text-small text-quiet no-underline focus-visible:-outline-offset-2 aria-[current=page]:font-medium aria-[current=page]:text-text"
            >
              <Icon of={icon} size={20} />
              <span className="max-w-full truncate max-[479px]:text-[11px]">{t(`pages.${id}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Where what one says goes, and what transcribes it; and the API server where it is on, or should be. */
function StatusLine() {
  const t = useTranslations('status');
  const format = useFormatter();
  const server = useRead('getApplication').data?.api_server;
  const mode = useRead('listModes').data?.modes.find(({ isDefault }) => isDefault);
  const destinations = useDestinations();
  const recognizerName = useRecognizerName();
  const isAway = useIsAway();
  if (!server || !mode) return <div className="h-11.25" />;
  const isHere = destinations?.length === 0;
  const model = t('engine', { model: recognizerName(mode) });
  // A mode that cannot transcribe sends nothing anywhere.
  const where = isHere ? t('here') : destinations ? t('sentTo', { names: format.list(destinations) }) : model;
  return (
    <section
      aria-label={t('label')}
      // What was true before is not said any more, and its place stays.
      className={`mt-2 flex flex-col border-t border-line px-2.5 pt-2 ${isAway ? 'invisible' : ''}`}
    >
      <Tip text={model}>
        <Link
          to="/models"
          aria-label={where === model ? model : `${where}. ${model}`}
          className={statusClasses}
        >
          <Dot className={isHere ? 'bg-success' : 'border-2 border-quiet'} />
          <span className="min-w-0">{where}</span>
        </Link>
      </Tip>
      {(server.running || (server.enabled && server.notices.length > 0)) && (
        <Link to="/settings" search={{ at: 'local-api' }} className={statusClasses}>
          <Dot className={server.running ? 'bg-quiet' : 'border-2 border-quiet'} />
          {t(server.running ? 'apiOn' : 'apiFailed')}
        </Link>
      )}
    </section>
  );
}

function Dot({ className }: { readonly className: string }) {
  return <span aria-hidden className={`size-2 shrink-0 rounded-full ${className}`} />;
}

const statusClasses =
  'flex min-h-7 items-center gap-2 py-1 text-secondary text-quiet no-underline hover:text-text';

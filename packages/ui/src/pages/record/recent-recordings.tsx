import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { CopyButton } from '../../design/button.tsx';
import { useRead } from '../../session/application.tsx';
import { ShortcutKeys, useShortcuts } from '../shortcut-keys.tsx';

const MOST = 5;

/** Before a first dictation on this page: the key that works everywhere, and the last texts, each with a button that copies it. */
export function RecentRecordings() {
  const t = useTranslations('record');
  const recordings =
    useRead('searchRecordings', { query: { status: 'completed', limit: MOST } }).data?.recordings ?? [];
  const withText = recordings.filter(({ text }) => text !== '');
  return (
    <>
      <KeyEverywhere />
      {withText.length > 0 && (
        <section aria-labelledby="recent-recordings" className="w-full">
          <h2 id="recent-recordings" className="m-0 mb-1 text-secondary font-normal text-quiet">
            {t('recent')}
          </h2>
          <ul className="m-0 list-none divide-y divide-line border-y border-line p-0">
            {withText.map(({ id, text }) => (
              <li key={id} className="flex h-11 items-center gap-2">
                <Link
                  to="/history"
                  search={{ id }}
                  className="min-w-0 flex-1 truncate leading-9 text-inherit no-underline hover:underline"
                >
                  {text}
                </Link>
                <CopyButton text={text} name={t('copyRecent', { text: text.slice(0, 40) })} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function KeyEverywhere() {
  const t = useTranslations('record');
  const keys = useShortcuts().data?.shortcuts.keys ?? [];
  const active = (action: 'toggle' | 'pushToTalk') =>
    keys.find((key) => key.action === action && key.state === 'active')?.shortcut;
  const toggle = active('toggle');
  const shortcut = toggle ?? active('pushToTalk');
  if (!shortcut) return null;
  return (
    <p className="m-0 flex flex-wrap items-center justify-center gap-1.5 text-secondary text-quiet">
      {t(toggle ? 'anywherePress' : 'anywhereHold')} <ShortcutKeys shortcut={shortcut} />
    </p>
  );
}

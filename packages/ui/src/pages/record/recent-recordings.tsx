import type { Recording } from '@quoth/contract';
import { Link } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { CopyButton } from '../../design/button.tsx';
import { ShortcutKeys, useShortcuts } from '../shortcut-keys.tsx';

/** The last texts, each with a button that copies it. */
export function RecentRecordings({ shown }: { readonly shown: readonly Recording[] }) {
  const t = useTranslations('record');
  const format = useFormatter();
  return (
    <section aria-labelledby="recent-recordings" className="w-full">
      <h2 id="recent-recordings" className="m-0 mb-1 text-secondary font-normal text-quiet">
        {t('recent')}
      </h2>
      <ul className="m-0 list-none divide-y divide-line border-y border-line p-0">
        {shown.map(({ id, text, date }) => (
          <li
            key={id}
            className="flex h-11 items-center gap-2 *:last:-me-2 low:nth-2:border-b-0 low:nth-[n+3]:hidden"
          >
            <Link
              to="/history"
              search={{ id }}
              dir="auto"
              className="said min-w-0 flex-1 truncate text-heading leading-9 text-inherit no-underline hover:underline"
            >
              {text}
            </Link>
            <time dateTime={date} className="tabular shrink-0 text-secondary text-quiet max-[479px]:hidden">
              {isToday(date)
                ? format.dateTime(new Date(date), { timeStyle: 'short' })
                : format.dateTime(new Date(date), { day: 'numeric', month: 'short' })}
            </time>
            <CopyButton text={text} name={t('copyRecent', { text: text.slice(0, 40) })} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function isToday(date: string): boolean {
  return new Date(date).toDateString() === new Date().toDateString();
}

/** The key that records in every program; nothing where none is set. */
export function KeyEverywhere() {
  const t = useTranslations('record');
  const keys = useShortcuts().data?.shortcuts.keys ?? [];
  const active = (action: 'toggle' | 'pushToTalk') =>
    keys.find((key) => key.action === action && key.state === 'active')?.shortcut;
  const toggle = active('toggle');
  const shortcut = toggle ?? active('pushToTalk');
  if (!shortcut) return null;
  return (
    <p className="m-0 flex flex-wrap items-center gap-1.5 text-secondary text-quiet">
      {t(toggle ? 'anywherePress' : 'anywhereHold')} <ShortcutKeys shortcut={shortcut} />
    </p>
  );
}

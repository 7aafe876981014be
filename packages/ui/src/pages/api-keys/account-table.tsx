import type { Provider } from '@quoth/contract';
import { useTranslations } from 'use-intl';
import { useAccount, useAccountWords } from '../../application/use-account.ts';
import { useTierName } from '../modes/use-tier-name.ts';

/** The price of a minute of each tier, and how long the balance lasts. */
export function AccountTable({ provider }: { readonly provider: Provider }) {
  const t = useTranslations();
  const account = useAccount(provider);
  const words = useAccountWords();
  const tierName = useTierName();
  if (!account) return null;
  return (
    <section aria-labelledby="account" className="flex flex-col gap-2">
      <h3 id="account" className="m-0 flex justify-between gap-4 text-body font-medium">
        {t('account.title')}
        <span className="tabular">{words.balance(account)}</span>
      </h3>
      <ul className="m-0 list-none divide-y divide-line rounded-card border border-line p-0">
        {account.tiers.map(({ id, per_minute_micro, minutes_left }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-4 px-3 py-2">
            <span className="min-w-24 flex-1">{tierName(id)}</span>
            <span className="tabular text-secondary text-quiet">
              {[words.price(account, per_minute_micro), words.minutesLeft(minutes_left)]
                .filter((part) => part !== undefined)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

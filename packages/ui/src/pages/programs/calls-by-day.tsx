import type { NamedToken } from '@quoth/contract';
import { useFormatter, useTranslations } from 'use-intl';

const outcomes = ['done', 'failed', 'refused'] as const;

/** How many calls a program made on each day, and how they ended; collapsed at first. */
export function CallsByDay({ calls }: { readonly calls: NamedToken['calls'] }) {
  const t = useTranslations('programs');
  const format = useFormatter();
  return (
    <details className="text-secondary text-quiet">
      <summary className="w-fit cursor-pointer rounded-control">{t('byDay')}</summary>
      <table className="mt-1.5 border-collapse tabular">
        <thead>
          <tr>
            <th scope="col" className="py-0.5 pe-5 text-start font-medium">
              {t('day')}
            </th>
            {outcomes.map((outcome) => (
              <th key={outcome} scope="col" className="py-0.5 pe-5 text-end font-medium">
                {t(`outcome_${outcome}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {calls.map((day) => (
            <tr key={day.day}>
              <th scope="row" className="py-0.5 pe-5 text-start font-normal">
                {/* A day without a time would be read as one of UTC. */}
                {format.dateTime(new Date(`${day.day}T12:00`), { dateStyle: 'medium' })}
              </th>
              {outcomes.map((outcome) => (
                <td key={outcome} className="py-0.5 pe-5 text-end">
                  {format.number(day[outcome])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

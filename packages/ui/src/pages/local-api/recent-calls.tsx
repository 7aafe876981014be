import type { ApiCall } from '@quoth/contract';
import { CircleCheck, CircleX } from 'lucide-react';
import { useFormatter, useTranslations } from 'use-intl';
import { Loaded } from '../../application/loaded.tsx';
import { useRead } from '../../application/use-read.ts';
import { Icon } from '../../design/icon.tsx';
import { Table } from '../../design/table.tsx';

/** Recent calls and their outcome, live. */
export function RecentCalls() {
  const t = useTranslations('localApi');
  const format = useFormatter();
  const query = useRead('listApiCalls');
  return (
    <section aria-labelledby="recent-calls" className="flex flex-col gap-3">
      <div>
        <h2 id="recent-calls" className="m-0 text-heading font-semibold">
          {t('calls')}
        </h2>
        <p className="m-0 mt-1 text-quiet">{t('callsHelp')}</p>
      </div>
      <Loaded query={query} rows={3}>
        {({ calls }) =>
          calls.length === 0 ? (
            <p className="m-0 text-quiet">{t('noCalls')}</p>
          ) : (
            <Table
              name={t('calls')}
              rows={calls.slice(0, 20)}
              keyOf={({ at, method, route, client }) => `${at} ${method} ${route} ${client}`}
              columns={[
                {
                  id: 'time',
                  title: t('callTime'),
                  cell: ({ at }) => (
                    <time dateTime={at} className="tabular whitespace-nowrap">
                      {format.dateTime(new Date(at), { timeStyle: 'medium' })}
                    </time>
                  ),
                },
                {
                  id: 'client',
                  title: t('callClient'),
                  cell: ({ program, client }) => program ?? client ?? t('callUnknown'),
                },
                {
                  id: 'route',
                  title: t('callRoute'),
                  cell: ({ method, route, count }) => (
                    <code className="font-mono text-secondary whitespace-nowrap">
                      {method} {route ?? t('callNoRoute')}
                      {count > 1 && <span className="text-quiet"> ×{count}</span>}
                    </code>
                  ),
                },
                { id: 'outcome', title: t('callOutcome'), cell: (call) => <Outcome call={call} /> },
                {
                  id: 'duration',
                  title: t('callDuration'),
                  isNumber: true,
                  cell: ({ duration_ms }) => t('milliseconds', { value: duration_ms }),
                },
              ]}
            />
          )
        }
      </Loaded>
    </section>
  );
}

function Outcome({ call: { status, code } }: { readonly call: ApiCall }) {
  const t = useTranslations('localApi');
  return code === null && status < 400 ? (
    <span className="flex items-center gap-1.5 text-quiet">
      <Icon of={CircleCheck} className="text-success" />
      {t('callDone')}
    </span>
  ) : (
    <span className="flex items-center gap-1.5">
      <Icon of={CircleX} className="text-warning" />
      <code className="font-mono text-secondary">{code ?? status}</code>
    </span>
  );
}

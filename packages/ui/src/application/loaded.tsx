import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ErrorState, Skeleton } from '../design/states.tsx';
import { useErrorText } from './use-error-text.ts';

/** Shows what was read, that it is being read, or why it could not be read and what to do. */
export function Loaded<Data>({
  query,
  rows,
  rowHeight,
  children,
}: {
  readonly query: UseQueryResult<Data, Error>;
  readonly rows?: number;
  readonly rowHeight?: number;
  readonly children: (data: Data) => ReactNode;
}) {
  const t = useTranslations('app');
  const textOf = useErrorText();
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    return (
      <ErrorState
        title={t('loadFailed')}
        {...textOf(query.error)}
        retryLabel={t('retry')}
        onRetry={() => void query.refetch()}
        isBusy={query.isFetching}
      />
    );
  }
  return (
    <Skeleton
      name={t('loading')}
      {...(rows !== undefined && { rows })}
      {...(rowHeight !== undefined && { rowHeight })}
    />
  );
}

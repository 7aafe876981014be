import type { CallInput, CallResult } from '@quoth/client';
import type { RouteName, Routes } from '@quoth/contract';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useClient } from './application-provider.tsx';

/** Routes that only read, and answer with JSON. */
export type ReadName = {
  [Name in RouteName]: Routes[Name] extends { method: 'GET'; returns: { kind: 'json' } } ? Name : never;
}[RouteName];

/** The answer of a route that reads; cached, shared, and read again when an event makes it stale. */
export function useRead<Name extends ReadName>(
  name: Name,
  input?: CallInput<Name>,
  options: { readonly isWanted?: boolean; readonly keepsPrevious?: boolean } = {},
): UseQueryResult<Awaited<CallResult<Name>>, Error> {
  const client = useClient();
  // One signature for all: which input belongs to which route, the caller's types have checked.
  const call = client[name] as (input: object) => Promise<Awaited<CallResult<Name>>>;
  return useQuery<Awaited<CallResult<Name>>, Error>({
    queryKey: input === undefined ? [name] : [name, input],
    queryFn: ({ signal }) => call({ ...input, signal }),
    enabled: options.isWanted ?? true,
    ...(options.keepsPrevious === true && { placeholderData: keepPreviousData as never }),
  });
}

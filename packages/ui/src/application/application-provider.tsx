import type { Client } from '@quoth/client';
import type { QuothEvent } from '@quoth/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useMemo,
  useSyncExternalStore,
} from 'react';
import type { Connection, ConnectionState } from './connection.ts';
import { outdatedBy } from './event-effects.ts';
import { followApplication } from './follow-application.ts';

interface Application {
  readonly client: Client;
  readonly connection: Connection;
  readonly listeners: Set<(event: QuothEvent) => void>;
}

const ApplicationContext = createContext<Application | undefined>(undefined);

/** Provides the application to every component below it: its calls, its events, and whether it can be reached. */
export function ApplicationProvider({
  client,
  connection,
  children,
}: {
  readonly client: Client;
  readonly connection: Connection;
  readonly children: ReactNode;
}) {
  const application = useMemo(
    () => ({ client, connection, listeners: new Set<(event: QuothEvent) => void>() }),
    [client, connection],
  );
  const queries = useMemo(createQueryClient, []);
  useEffect(() => {
    const ending = new AbortController();
    void followApplication(client, {
      onEvent: (event) => {
        refresh(queries, event);
        for (const listener of application.listeners) listener(event);
      },
      isEnded: () => connection.state === 'ended',
      pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      signal: ending.signal,
    });
    // What was asked in vain while the application was away is asked again when it is back.
    let before = connection.state;
    const stop = connection.subscribe(() => {
      if (connection.state === 'connected' && before === 'lost') void queries.invalidateQueries();
      before = connection.state;
    });
    return () => {
      ending.abort();
      stop();
    };
  }, [application, client, connection, queries]);
  return (
    <ApplicationContext value={application}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </ApplicationContext>
  );
}

/** The application's calls. */
export function useClient(): Client {
  return useApplication().client;
}

/** Whether the application answers. */
export function useConnection(): ConnectionState {
  const { connection } = useApplication();
  return useSyncExternalStore(connection.subscribe, () => connection.state);
}

/** Calls `listener` with every event, as long as the component is mounted. */
export function useApplicationEvent(listener: (event: QuothEvent) => void): void {
  const { listeners } = useApplication();
  const latest = useEffectEvent(listener);
  useEffect(() => {
    const each = (event: QuothEvent) => latest(event);
    listeners.add(each);
    return () => {
      listeners.delete(each);
    };
  }, [listeners]);
}

function useApplication(): Application {
  const application = use(ApplicationContext);
  if (!application) throw new Error('There is no application above this component.');
  return application;
}

/** Answers stay until an event makes them stale: nothing is refetched by time or focus. */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 300_000,
        retry: false,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

function refresh(queries: QueryClient, event: QuothEvent): void {
  // Two events bring what is new with them.
  if (event.type === 'provider-account-changed')
    queries.setQueryData(['getProviderAccount', { params: { id: event.id } }], {
      ok: true,
      account: event.account,
    });
  if (event.type === 'microphones-changed')
    queries.setQueryData(['listMicrophones'], { ok: true, microphones: event.microphones });
  const outdated = outdatedBy(event);
  if (outdated === 'all') {
    void queries.invalidateQueries();
    return;
  }
  for (const { route, id } of outdated)
    void queries.invalidateQueries({ queryKey: id === undefined ? [route] : [route, { params: { id } }] });
}

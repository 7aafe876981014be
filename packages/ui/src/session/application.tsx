import { type CallInput, type CallResult, type Client, QuothError } from '@quoth/client';
import {
  type Checked,
  type Checks,
  check,
  type Notice,
  type QuothEvent,
  type RevealPathBody,
  type RouteName,
  type Routes,
  reworded,
  type Settings,
  withAdvice,
} from '@quoth/contract';
import { inOneLine } from '@quoth/words/render.ts';
import {
  QueryClient,
  QueryClientProvider,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { FolderOpen } from 'lucide-react';
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../design/button.tsx';
import { ErrorState, Skeleton } from '../design/states.tsx';
import { useToast } from '../design/toasts.tsx';
import { useTranslate } from '../text/text-provider.tsx';
import type { Connection, ConnectionState } from './session.ts';

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
    void followEvents(client, connection, ending.signal, (event) => {
      refresh(queries, event);
      for (const listener of application.listeners) listener(event);
    });
    // Requests that failed while the application was away are sent again when it is back.
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

/** True while nothing that one asks for can be done. */
export function useIsAway(): boolean {
  const connection = useConnection();
  return connection === 'lost' || connection === 'ended';
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

const RETRY_MS = 500;

/**
 * Events for as long as the window is open, across restarts of the application. Ends when the access has ended, or by
 * `signal`.
 */
async function followEvents(
  client: Client,
  connection: Connection,
  signal: AbortSignal,
  onEvent: (event: QuothEvent) => void,
): Promise<void> {
  let lastEventId: string | undefined;
  const isOver = () => signal.aborted || connection.state === 'ended';
  while (!isOver()) {
    try {
      for await (const event of client.events({
        signal,
        ...(lastEventId !== undefined && { lastEventId }),
      })) {
        lastEventId = event.eventId;
        onEvent(event);
      }
    } catch {
      // The connection has already reported the error; only the retry is left to do.
      if (!isOver()) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/** What an event makes stale: answers of these routes, all of them or those of one id. */
interface Outdated {
  readonly route: RouteName;
  readonly id?: string;
}

const recordingLists: readonly Outdated[] = [{ route: 'searchRecordings' }, { route: 'getStatistics' }];
const modelLists: readonly Outdated[] = [
  { route: 'listDestinations' },
  { route: 'getModelCatalog' },
  { route: 'listModels' },
  { route: 'listDownloads' },
  { route: 'getApplication' },
];

/** Which answers to read again after an event; `all` after a gap. Events carry small values; lists are read again. */
function outdatedBy(event: QuothEvent): readonly Outdated[] | 'all' {
  switch (event.type) {
    case 'recording-created':
      return recordingLists;
    case 'recording-status-changed':
    case 'recording-deleted':
    case 'recording-edited':
      return [...recordingLists, { route: 'getRecording', id: event.recordingId }];
    case 'vocabulary-changed':
      return [{ route: 'listVocabulary' }];
    case 'change-recorded':
      return [{ route: 'listChanges' }];
    case 'mode-created':
    case 'mode-updated':
    case 'mode-deleted':
      return [{ route: 'listModes' }, { route: 'listDestinations' }, { route: 'getMode', id: event.mode.id }];
    case 'model-download-failed':
    case 'model-download-cancelled':
      return [{ route: 'listDownloads' }, { route: 'getModelCatalog' }];
    case 'model-installed':
    case 'model-removed':
      return modelLists;
    case 'provider-health-changed':
    case 'provider-removed':
      // A provider's models are listed as long as it has a key.
      return [
        { route: 'listProviders' },
        { route: 'getProviderAccount' },
        { route: 'listModels' },
        { route: 'listDestinations' },
      ];
    case 'actions-changed':
      return [
        { route: 'listActions' },
        { route: 'listActionRuns' },
        { route: 'getApplication' },
        { route: 'listDestinations' },
      ];
    case 'action-run-changed':
      return [{ route: 'listActions' }, { route: 'listActionRuns' }];
    case 'settings-changed':
      return [{ route: 'getSettings' }, { route: 'getApplication' }, { route: 'getShortcuts' }];
    case 'api-server-changed':
      return [{ route: 'getApplication' }, { route: 'getToken' }];
    case 'api-called':
      return [{ route: 'listApiCalls' }, { route: 'listNamedTokens' }];
    case 'named-tokens-changed':
      return [{ route: 'listNamedTokens' }, { route: 'listMcpClients' }];
    case 'wyoming-changed':
    case 'notice-raised':
      return [{ route: 'getApplication' }];
    case 'events-missed':
      return 'all';
    default:
      // Progress and live text belong to who shows them: see `useApplicationEvent`.
      return [];
  }
}

/** Routes that only read, and answer with JSON. */
type ReadName = {
  [Name in RouteName]: Routes[Name] extends { method: 'GET'; returns: { kind: 'json' } } ? Name : never;
}[RouteName];

/** The answer of a route that reads; cached, shared, and read again when an event makes it stale. */
export function useRead<Name extends ReadName>(
  name: Name,
  input?: CallInput<Name>,
  { isWanted = true }: { readonly isWanted?: boolean } = {},
): UseQueryResult<Awaited<CallResult<Name>>, Error> {
  const client = useClient();
  const translate = useTranslate();
  // One signature for all: which input belongs to which route, the caller's types have checked.
  const call = client[name] as (input: object) => Promise<Awaited<CallResult<Name>>>;
  return useQuery<Awaited<CallResult<Name>>, Error>({
    queryKey: input === undefined ? [name] : [name, input],
    queryFn: ({ signal }) => call({ ...input, signal }),
    select: translate,
    enabled: isWanted,
  });
}

/** Shows what was read, that it is being read, or why it could not be read and what to do. */
export function Loaded<Data>({
  query,
  rows,
  rowHeight,
  children,
}: {
  readonly query: UseQueryResult<Data, Error>;
  readonly rows: number;
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
        onRetry={() => void query.refetch()}
        isBusy={query.isFetching}
      />
    );
  }
  return <Skeleton rows={rows} rowHeight={rowHeight} />;
}

/**
 * Something that changes the application. A failure is shown in a corner of the window, unless the caller shows it in
 * place.
 */
export function useAction<Input = void, Result = unknown>(
  run: (client: Client, input: Input) => Promise<Result>,
  options: {
    readonly onDone?: (result: Result, input: Input) => void;
    readonly onFailed?: () => void;
    readonly saysErrors?: boolean;
  } = {},
): UseMutationResult<Result, Error, Input> {
  const client = useClient();
  const say = useToast();
  const textOf = useErrorText();
  return useMutation<Result, Error, Input>({
    mutationFn: (input) => run(client, input),
    ...(options.onDone && { onSuccess: options.onDone }),
    onError: (error) => {
      options.onFailed?.();
      if (options.saysErrors === false) return;
      say({ text: textOf(error).line, tone: 'danger' });
    },
  });
}

/** What went wrong, worded for the window: the API's hints name routes, so the window has its own. */
interface ErrorText {
  readonly message: string;
  readonly hint: string | undefined;
  /** Both, in one line. */
  readonly line: string;
}

/** Puts an error into words. */
export function useErrorText(): (error: unknown) => ErrorText {
  const t = useTranslations('errors');
  const translate = useTranslate();
  return (error) => {
    if (!(error instanceof QuothError))
      return { message: t('unexpected'), hint: undefined, line: t('unexpected') };
    const hintKey = `${error.code}_hint` as Parameters<typeof t.has>[0];
    const said = translate(reworded('window', error.toBody()));
    const message = error.code === 'NO_CONNECTION' ? t('NO_CONNECTION') : said.message;
    const hint = t.has(hintKey) ? t(hintKey as 'TIMEOUT_hint') : said.hint;
    return { message, hint, line: inOneLine(message, hint) };
  };
}

/** Checks what was typed; what is wrong with it is said in the window's language. */
export function useCheck(): <Value>(schema: Checks<Value>, value: unknown) => Checked<Value> {
  const translate = useTranslate();
  return (schema, value) => {
    const checked = check(schema, value);
    if (checked.success) return checked;
    return {
      success: false,
      problems: translate(
        reworded(
          'window',
          checked.problems.map(({ said, ...problem }) =>
            withAdvice({ ...problem, said }, { message: [said] }),
          ),
        ),
      ),
    };
  };
}

/** A notice in one line, worded for the window. */
export function noticeText({ message, hint }: Pick<Notice, 'message' | 'hint'>): string {
  return inOneLine(message, hint);
}

/**
 * A handler with a stable identity, so that it causes no renders, which always runs the latest function. Must not be
 * called while rendering.
 */
export function useLatest<Given extends readonly unknown[]>(
  run: (...given: Given) => void,
): (...given: Given) => void {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...given) => latest.current(...given), []);
}

/** Shows a file or folder in the program for it; if none exists, shows its path. */
export function useReveal(what: RevealPathBody['what']) {
  const t = useTranslations('app');
  const say = useToast();
  return useAction((client) => client.revealPath({ body: { what } }), {
    onDone: ({ path, shown }) => {
      if (!shown) say({ text: t('notShown', { path }) });
    },
  });
}

export function RevealButton({
  what,
  name,
}: {
  readonly what: RevealPathBody['what'];
  /** Read by screen readers. */
  readonly name: string;
}) {
  const t = useTranslations('app');
  const show = useReveal(what);
  return (
    <Button icon={FolderOpen} aria-label={name} busy={show.isPending} onClick={() => show.mutate()}>
      {t('show')}
    </Button>
  );
}

/** One of the user's settings; undefined until it is read. */
export function useSetting<Key extends keyof Settings>(key: Key): Settings[Key] | undefined {
  return useRead('getSettings').data?.settings[key];
}

/** Lets the browser save something as a file. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it over by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

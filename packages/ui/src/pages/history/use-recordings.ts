import type { Recording } from '@quoth/contract';
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useClient } from '../../application/application-provider.tsx';
import { type HistorySearch, startOf } from './history-search.ts';

/** Page size: more than the tallest screen shows; each typed letter fetches one page. */
const PAGE = 50;

/** Recordings by their position in the list; only the viewed pages are read. */
export interface RecordingList {
  readonly count: number;
  /** The number of recordings, exact up to 10,000. */
  readonly total: number;
  readonly isCapped: boolean;
  /** Undefined while its page is being read. */
  readonly at: (index: number) => Recording | undefined;
  /** The recordings in a range of positions, both ends included; reads those that have not been read. */
  readonly between: (first: number, last: number) => Promise<readonly Recording[]>;
  /** The same object as long as the search is the same. */
  readonly of: object;
  /** A recording that has been read, by its id. */
  readonly find: (id: string) => Recording | undefined;
  /** Reports which positions are visible. */
  readonly show: (first: number, last: number) => void;
  /** The text that found these: the previous one, while a search is in progress. */
  readonly found: string;
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly refetch: () => void;
  /** Fetches the first page of the next search ahead, while the address is still changing. */
  readonly expect: (search: HistorySearch) => void;
}

/** The results of a search, however many. */
export function useRecordings(search: HistorySearch): RecordingList {
  const client = useClient();
  const queries = useQueryClient();
  const [shown, setShown] = useState({ first: 0, last: 0 });
  const { q, mode, source, status, date, trash } = search;
  const query = useMemo(
    () => queryOf({ q, mode, source, status, date, trash }),
    [q, mode, source, status, date, trash],
  );
  const page = (number: number, of = query) => {
    const input = { query: { ...of, limit: PAGE, offset: number * PAGE } };
    return {
      queryKey: ['searchRecordings', input],
      queryFn: ({ signal }: { signal: AbortSignal }) => client.searchRecordings({ ...input, signal }),
    };
  };
  // The first page tells how much there is, and stays on the screen while the next search is on its way.
  const first = useQuery({ ...page(0), placeholderData: keepPreviousData });
  const [shownOf, setShownOf] = useState(query);
  if (shownOf !== query) {
    // Another search is looked at from its beginning.
    setShownOf(query);
    setShown({ first: 0, last: 0 });
  }
  const [found, setFound] = useState(q);
  if (!first.isPlaceholderData && found !== q) setFound(q);
  const numbers = Array.from(
    { length: shown.last - shown.first + 1 },
    (_, index) => shown.first + index,
  ).filter((number) => number > 0);
  const others = useQueries({ queries: numbers.map((number) => page(number)) });
  const total = first.data?.total ?? 0;
  const isCapped = first.data?.total_capped === true;
  const known = new Map(numbers.map((number, index) => [number, others[index]?.data]));
  // Beyond what is counted exactly, the list grows with what is looked at.
  const furthest = [...known].reduce(
    (end, [number, data]) => Math.max(end, number * PAGE + (data?.returned ?? 0)),
    0,
  );
  const lastIsFull = known.get(shown.last)?.returned === PAGE;
  const count = isCapped ? Math.max(total + PAGE, furthest + (lastIsFull ? PAGE : 0)) : total;
  return {
    count,
    total,
    isCapped,
    at: (index) => {
      const number = Math.floor(index / PAGE);
      const data = number === 0 ? first.data : known.get(number);
      return data?.recordings[index % PAGE];
    },
    between: async (from, to) => {
      const recordings: Recording[] = [];
      for (let number = Math.floor(from / PAGE); number <= Math.floor(to / PAGE); number++) {
        const read = await queries.fetchQuery(page(number));
        const start = number * PAGE;
        recordings.push(...read.recordings.slice(Math.max(0, from - start), to - start + 1));
      }
      return recordings;
    },
    of: query,
    find: (id) =>
      [first.data, ...known.values()]
        .flatMap((data) => data?.recordings ?? [])
        .find((recording) => recording.id === id),
    show: (from, to) => {
      const next = { first: Math.floor(from / PAGE), last: Math.floor(to / PAGE) };
      if (next.first !== shown.first || next.last !== shown.last) setShown(next);
    },
    found: found ?? '',
    isLoading: first.isPending,
    error: first.error,
    refetch: () => void first.refetch(),
    expect: (next) => void queries.prefetchQuery(page(0, queryOf(next))),
  };
}

type Filters = { readonly [Key in keyof HistorySearch]: HistorySearch[Key] | undefined };

function queryOf({ q, mode, source, status, date, trash }: Filters) {
  return {
    ...(trash && { trash: 'true' as const }),
    ...(q !== undefined && { q }),
    ...(mode !== undefined && { mode }),
    ...(source !== undefined && { source }),
    ...(status !== undefined && { status }),
    ...(date !== undefined && { since: startOf(date, new Date()) }),
  };
}

import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { HistorySearch } from './history-search.ts';

/** The address follows when typing pauses: changing it costs as much as a search. */
const REST_MS = 300;

export interface TypedSearch {
  /** The current search, as last typed. */
  readonly search: HistorySearch;
  readonly type: (text: string) => void;
  readonly go: (to: HistorySearch) => void;
}

/** What History shows: the address, and the text at once while it is typed. */
export function useTypedSearch(): TypedSearch {
  const navigate = useNavigate();
  const { q: written, ...filters }: HistorySearch = useSearch({ from: '/history' });
  const [typed, setTyped] = useState(written);
  const own = useRef(written);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  useEffect(() => {
    // Another text came with a link, or by going back: what was typed before is no longer meant.
    if (written !== own.current) {
      clearTimeout(rest.current);
      setTyped(written);
    }
    own.current = written;
  }, [written]);
  const go = (search: HistorySearch) => {
    clearTimeout(rest.current);
    own.current = search.q;
    setTyped(search.q);
    void navigate({ to: '/history', search });
  };
  return {
    search: { ...filters, ...(typed !== undefined && { q: typed }) },
    go,
    type: (text) => {
      const q = text === '' ? undefined : text;
      setTyped(q);
      clearTimeout(rest.current);
      rest.current = setTimeout(() => {
        own.current = q;
        void navigate({
          to: '/history',
          // Filters and the open recording as they are by then.
          search: ({ q: _before, ...now }: HistorySearch) => ({ ...now, ...(q !== undefined && { q }) }),
          replace: true,
        });
      }, REST_MS);
    },
  };
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useClient } from './application.tsx';

const keyOf = (id: string) => ['getVoiceLine', { params: { id } }];

/** The line of a recording's voice, base64 of its bars; read, and if need be counted, once. Undefined until then. */
export function useVoiceLine(id: string, isWanted: boolean): string | undefined {
  const client = useClient();
  const query = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => client.getVoiceLine({ params: { id }, signal }),
    enabled: isWanted,
  });
  return query.data?.line ?? undefined;
}

/** As many as one call gives. */
const MAX_IDS = 50;
/** Rows that fly by are not asked for. */
const REST_MS = 120;

/**
 * Reads the lines of the recordings in view, all with one call, for those who ask with `useVoiceLine` and do not want
 * to have one counted.
 */
export function useVoiceLines(ids: readonly string[]): void {
  const client = useClient();
  const queries = useQueryClient();
  const asked = useRef(new Set<string>());
  const wanted = ids.filter((id) => !asked.current.has(id)).slice(0, MAX_IDS);
  const joined = wanted.join(',');
  useEffect(() => {
    if (joined === '') return;
    const timer = setTimeout(async () => {
      const all = joined.split(',');
      for (const id of all) asked.current.add(id);
      try {
        const { lines } = await client.listVoiceLines({ query: { ids: joined } });
        for (const id of all) {
          const line = lines[id];
          if (line !== undefined) queries.setQueryData(keyOf(id), { ok: true, line });
        }
      } catch {
        // A list without them is a list: they are asked for again when their rows are next drawn.
        for (const id of all) asked.current.delete(id);
      }
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [client, queries, joined]);
}

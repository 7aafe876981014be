import type { Recording, Word } from '@quoth/contract';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../application/application-provider.tsx';

/** A recording's words with their times; none until it is completed, or if the engine gave none. */
export function useWords({ id, status }: Recording): readonly Word[] {
  const client = useClient();
  const query = useQuery({
    queryKey: ['getRecording', { params: { id } }, 'words'],
    queryFn: async ({ signal }) => {
      const response = await client.getTranscript({ params: { id, format: 'json' }, signal });
      return ((await response.json()) as { readonly words?: readonly Word[] }).words ?? [];
    },
    enabled: status === 'completed',
  });
  return query.data ?? [];
}

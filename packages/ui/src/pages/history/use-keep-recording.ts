import type { Recording } from '@quoth/contract';
import { useQueryClient } from '@tanstack/react-query';

/** Takes a recording as a change has made it, so that it is seen at once; a read that is still under way would show what was before. */
export function useKeepRecording(): (answer: { readonly recording: Recording }) => void {
  const queries = useQueryClient();
  return (answer) => {
    const queryKey = ['getRecording', { params: { id: answer.recording.id } }];
    void queries.cancelQueries({ queryKey, exact: true });
    queries.setQueryData(queryKey, { ok: true, ...answer });
  };
}

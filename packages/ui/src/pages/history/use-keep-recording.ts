import type { Recording } from '@quoth/contract';
import { useQueryClient } from '@tanstack/react-query';

/** Stores a changed recording in the cache, so that the change is visible at once; a read that is still in progress would show the old one. */
export function useKeepRecording(): (answer: { readonly recording: Recording }) => void {
  const queries = useQueryClient();
  return (answer) => {
    const queryKey = ['getRecording', { params: { id: answer.recording.id } }];
    void queries.cancelQueries({ queryKey, exact: true });
    queries.setQueryData(queryKey, { ok: true, ...answer });
  };
}

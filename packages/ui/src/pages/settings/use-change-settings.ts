import type { Settings } from '@quoth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../application/use-action.ts';

/** Changes settings at once on the page, and reverts them if the application refuses. */
export function useChangeSettings(): (changes: Partial<Settings>) => void {
  const queries = useQueryClient();
  const action = useAction(
    async (client, changes: Partial<Settings>) => {
      try {
        return await client.updateSettings({ body: changes });
      } catch (error) {
        await queries.invalidateQueries({ queryKey: ['getSettings'] });
        throw error;
      }
    },
    { onDone: ({ settings }) => queries.setQueryData(['getSettings'], { ok: true, settings }) },
  );
  return (changes) => {
    queries.setQueryData<{ ok: true; settings: Settings }>(
      ['getSettings'],
      (now) => now && { ...now, settings: { ...now.settings, ...changes } },
    );
    action.mutate(changes);
  };
}

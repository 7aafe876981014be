import { useRead } from '../../application/use-read.ts';

/** The name of an engine or a provider as its makers write it; a capitalised id for one that no longer exists. */
export function useEngineName(): (id: string) => string {
  const engines = useRead('getApplication').data?.engines ?? [];
  const providers = useRead('listProviders').data?.providers ?? [];
  return (id) => [...engines, ...providers].find((each) => each.id === id)?.displayName ?? capitalised(id);
}

function capitalised(id: string): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
}

import type { Recording } from '@quoth/contract';
import { useRead } from '../../application/use-read.ts';

/** The name of the model that made a text on this machine; otherwise of the engine or provider. */
export function useTranscriberName(): (recording: Recording) => string | undefined {
  const nameOf = useEngineName();
  const models = useRead('listModels', { query: { kind: 'voice' } }).data?.models ?? [];
  return ({ transcriptionProvider: provider, transcriptionModel }) =>
    models.find(({ id }) => id === transcriptionModel)?.displayName ??
    (provider === null ? undefined : nameOf(provider));
}

/** The name of an engine or a provider as its makers write it; a capitalised id for one that no longer exists. */
export function useEngineName(): (id: string) => string {
  const engines = useRead('getApplication').data?.engines ?? [];
  const providers = useRead('listProviders').data?.providers ?? [];
  return (id) => [...engines, ...providers].find((each) => each.id === id)?.displayName ?? capitalised(id);
}

function capitalised(id: string): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
}

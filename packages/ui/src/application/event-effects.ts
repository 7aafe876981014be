import type { QuothEvent, RouteName } from '@quoth/contract';

/** What an event makes stale: answers of these routes, all of them or those of one id. */
export interface Outdated {
  readonly route: RouteName;
  readonly id?: string;
}

const recordingLists: readonly Outdated[] = [{ route: 'searchRecordings' }];
const modelLists: readonly Outdated[] = [
  { route: 'getModelCatalog' },
  { route: 'listModels' },
  { route: 'listDownloads' },
  { route: 'getApplication' },
];

/** Which answers to read again after an event; `all` after a gap. Events carry small values; lists are read again. */
export function outdatedBy(event: QuothEvent): readonly Outdated[] | 'all' {
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
      return [{ route: 'listModes' }, { route: 'getMode', id: event.mode.id }];
    case 'model-download-failed':
    case 'model-download-cancelled':
      return [{ route: 'listDownloads' }, { route: 'getModelCatalog' }];
    case 'model-installed':
    case 'model-removed':
      return modelLists;
    case 'provider-health-changed':
    case 'provider-removed':
      return [{ route: 'listProviders' }, { route: 'getProviderAccount' }];
    case 'actions-changed':
      return [{ route: 'listActions' }, { route: 'listActionRuns' }, { route: 'getApplication' }];
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

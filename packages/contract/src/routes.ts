import { actionsRoutes } from './actions.ts';
import { apiServerRoutes } from './api-server.ts';
import { applicationRoutes } from './application.ts';
import { backupRoutes } from './backups.ts';
import { changesRoutes } from './changes.ts';
import { dictationRoutes } from './dictation.ts';
import { eventsRoutes } from './events.ts';
import { serverRoutes } from './health.ts';
import { mcpRoutes } from './mcp-clients.ts';
import { modelFilesRoutes, modelsRoutes } from './models.ts';
import { modesRoutes } from './modes.ts';
import { namedTokensRoutes } from './named-tokens.ts';
import { providersRoutes } from './providers.ts';
import { recordingsRoutes } from './recordings.ts';
import { rewritingRoutes } from './rewriting.ts';
import { completed, type Route } from './route.ts';
import { settingsRoutes } from './settings.ts';
import { transcriptionRoutes } from './transcription.ts';
import { vocabularyRoutes } from './vocabulary.ts';
import { windowRoutes } from './window.ts';
import { wyomingRoutes } from './wyoming.ts';

/** All routes. Only routes with `audience: 'api'` are served on the public port. */
export const routes = completed({
  ...serverRoutes,
  ...modelsRoutes,
  ...modesRoutes,
  ...transcriptionRoutes,
  ...rewritingRoutes,
  ...recordingsRoutes,
  ...eventsRoutes,
  ...vocabularyRoutes,
  ...changesRoutes,
  ...applicationRoutes,
  ...backupRoutes,
  ...settingsRoutes,
  ...apiServerRoutes,
  ...wyomingRoutes,
  ...namedTokensRoutes,
  ...actionsRoutes,
  ...mcpRoutes,
  ...providersRoutes,
  ...modelFilesRoutes,
  ...dictationRoutes,
  ...windowRoutes,
}) satisfies Record<string, Route>;

/** A route's name, also its `operationId`. */
export type RouteName = keyof typeof routes;
export type Routes = typeof routes;

import type { OpenAiRouteName, RouteName } from '@quoth/contract';
import type { Handler } from '../handler.ts';
import { getOpenAiModel, listOpenAiModels } from '../openai/models.ts';
import { createOpenAiTranscription, createOpenAiTranslation } from '../openai/transcriptions.ts';
import { openRealtime } from '../realtime/realtime-session.ts';
import * as actions from './actions.ts';
import * as apiServer from './api-server.ts';
import * as application from './application.ts';
import * as backups from './backups.ts';
import * as dictation from './dictation.ts';
import * as doctor from './doctor.ts';
import * as models from './models.ts';
import * as modes from './modes.ts';
import * as providers from './providers.ts';
import * as recordings from './recordings.ts';
import * as server from './server.ts';
import * as transcribe from './transcribe.ts';
import * as vocabulary from './vocabulary.ts';
import * as window from './window.ts';

const all = {
  ...actions,
  ...apiServer,
  ...application,
  ...backups,
  ...dictation,
  ...doctor,
  ...models,
  ...modes,
  ...providers,
  ...recordings,
  ...server,
  ...transcribe,
  ...vocabulary,
  ...window,
};

type Unrouted = Exclude<keyof typeof all, RouteName>;

/**
 * Every route's handler, by the route's name; the compiler refuses a route without one, and an export of these files
 * that is no route.
 */
export const handlers: Readonly<Record<RouteName, Handler>> = all satisfies Record<Unrouted, never>;

/** The handlers of OpenAI's dialect. */
export const openAiHandlers: Readonly<Record<OpenAiRouteName, Handler>> = {
  createOpenAiTranscription,
  createOpenAiTranslation,
  openRealtime,
  listOpenAiModels,
  getOpenAiModel,
};

import type { RouteName } from '@quoth/contract';
import { getToken, regenerateToken, switchApiServer } from './api-server.ts';
import { examine, getApplication, stopApplication } from './application.ts';
import { streamEvents } from './events.ts';
import type { Handler } from './handler.ts';
import { getHealth, getOpenApi } from './health.ts';
import {
  cancelDownload,
  downloadModels,
  getModelCatalog,
  importModel,
  listDownloads,
  listModels,
  pauseDownload,
  removeModel,
  resumeDownload,
} from './models.ts';
import { createMode, deleteMode, getMode, listModes, updateMode } from './modes.ts';
import { postProcess } from './post-process.ts';
import {
  addEndpoint,
  listEndpointModels,
  listProviders,
  refreshProviders,
  removeEndpoint,
  removeProviderKey,
  setProviderKey,
  testProvider,
} from './providers.ts';
import {
  cancelRecording,
  deleteRecording,
  getRecording,
  getRecordingAudio,
  getTranscript,
  restoreRecording,
  retranscribe,
  searchRecordings,
} from './recordings.ts';
import { getSettings, updateSettings } from './settings.ts';
import { transcribe } from './transcribe.ts';

export type { Handler } from './handler.ts';

/** Every route's handler; the compiler refuses a route without one, and one without a route. */
export const handlers: Readonly<Record<RouteName, Handler>> = {
  getHealth,
  getOpenApi,
  listModels,
  listModes,
  createMode,
  getMode,
  updateMode,
  deleteMode,
  transcribe,
  postProcess,
  searchRecordings,
  getRecording,
  deleteRecording,
  getRecordingAudio,
  getTranscript,
  retranscribe,
  cancelRecording,
  getApplication,
  stopApplication,
  examine,
  streamEvents,
  getSettings,
  updateSettings,
  switchApiServer,
  getToken,
  regenerateToken,
  listProviders,
  setProviderKey,
  removeProviderKey,
  testProvider,
  refreshProviders,
  addEndpoint,
  removeEndpoint,
  listEndpointModels,
  getModelCatalog,
  downloadModels,
  listDownloads,
  pauseDownload,
  resumeDownload,
  cancelDownload,
  importModel,
  removeModel,
  restoreRecording,
};

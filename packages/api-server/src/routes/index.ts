import type { RouteName } from '@quoth/contract';
import { getToken, listApiCalls, regenerateToken, switchApiServer } from './api-server.ts';
import { examine, getApplication, keepApplication, revealPath, stopApplication } from './application.ts';
import { listChanges, markChangesSeen, undoChange } from './changes.ts';
import {
  cancelDictation,
  continueDictation,
  getDictation,
  getProcessing,
  listApplications,
  listMicrophones,
  startDictation,
  stopDictation,
  toggleDictation,
} from './dictation.ts';
import { streamEvents } from './events.ts';
import type { Handler } from './handler.ts';
import { getHealth, getOpenApi } from './health.ts';
import { installMcpClient, listMcpClients } from './mcp-clients.ts';
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
import { createMode, deleteMode, getMode, listModes, tryMode, updateMode } from './modes.ts';
import { postProcess } from './post-process.ts';
import {
  addEndpoint,
  getProviderAccount,
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
  editRecording,
  getRecording,
  getRecordingAudio,
  getTranscript,
  previewRetention,
  purgeRecordings,
  restoreRecording,
  retranscribe,
  searchRecordings,
  undoRewriting,
} from './recordings.ts';
import { getSettings, updateSettings } from './settings.ts';
import { getShortcuts, setShortcutMode } from './shortcuts.ts';
import { transcribe } from './transcribe.ts';
import {
  createVocabularyEntry,
  deleteVocabularyEntry,
  exportVocabulary,
  importVocabulary,
  listVocabulary,
  updateVocabularyEntry,
} from './vocabulary.ts';
import { openWindow, proveWindow, redeemWindowCode, signAudioAddress } from './window.ts';

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
  editRecording,
  undoRewriting,
  previewRetention,
  tryMode,
  listVocabulary,
  createVocabularyEntry,
  updateVocabularyEntry,
  deleteVocabularyEntry,
  importVocabulary,
  exportVocabulary,
  listChanges,
  undoChange,
  markChangesSeen,
  getApplication,
  keepApplication,
  revealPath,
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
  getProviderAccount,
  listEndpointModels,
  getModelCatalog,
  downloadModels,
  listDownloads,
  pauseDownload,
  resumeDownload,
  cancelDownload,
  importModel,
  removeModel,
  purgeRecordings,
  restoreRecording,
  getDictation,
  getShortcuts,
  setShortcutMode,
  startDictation,
  toggleDictation,
  stopDictation,
  cancelDictation,
  continueDictation,
  getProcessing,
  listApplications,
  listMicrophones,
  listApiCalls,
  listMcpClients,
  installMcpClient,
  openWindow,
  proveWindow,
  redeemWindowCode,
  signAudioAddress,
};

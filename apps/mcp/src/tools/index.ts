import type { Tool } from '../server/tool.ts';
import { askToSpeak } from './ask-to-speak.ts';
import { createMode } from './create-mode.ts';
import { getAnswer } from './get-answer.ts';
import { getRecording } from './get-recording.ts';
import { health } from './health.ts';
import { listModels } from './list-models.ts';
import { listModes } from './list-modes.ts';
import { postProcess } from './post-process.ts';
import { searchRecordings } from './search-recordings.ts';
import { transcribe } from './transcribe.ts';
import { updateMode } from './update-mode.ts';

/** Every tool, in the order in which clients show them. */
export const tools: readonly Tool[] = [
  transcribe,
  postProcess,
  searchRecordings,
  getRecording,
  listModels,
  listModes,
  createMode,
  updateMode,
  askToSpeak,
  getAnswer,
  health,
];

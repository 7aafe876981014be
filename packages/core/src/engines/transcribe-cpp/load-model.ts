import { stat } from 'node:fs/promises';
import {
  BackendError,
  getAvailableBackends,
  ModelFileNotFound,
  OutOfMemory,
  setLogHandler,
  TranscribeError,
  TranscribeModel,
} from 'transcribe-cpp';
import type { ModelFile } from '../engine.ts';
import { RecognitionError } from '../host/recognizer.ts';
import type { EngineDevice } from './engine-device.ts';

/** `transcribe_status` of an architecture that this version of the library does not have. */
const UNKNOWN_ARCHITECTURE = 5;
/** The library's levels: 1 information, 2 warning, 3 error, 4 debugging. */
const ERROR_LEVEL = 3;
/** What a model needs beyond its own bytes: the library, and the intermediate results of one chunk. */
const WORKING_BYTES = 200 * 2 ** 20;

/** Loads a model's file. Throws a RecognitionError that names the cause: missing, damaged, unknown, too big, device gone. */
export async function loadModel(file: ModelFile, device: EngineDevice): Promise<TranscribeModel> {
  await checkFile(file);
  checkMemory(file, device);
  let reason = '';
  setLogHandler((level, message) => {
    if (level === ERROR_LEVEL) reason = message;
  });
  try {
    return await TranscribeModel.load(file.path, { backend: device });
  } catch (error) {
    throw loadFailure(error, file, device, reason);
  } finally {
    setLogHandler(null);
  }
}

/** The engine's answer to a file that it does not load, in words. `reason` is what the library logged; it is searched, never shown. */
export function loadFailure(
  error: unknown,
  file: ModelFile,
  device: EngineDevice,
  reason: string,
): RecognitionError {
  const { displayName } = file;
  if (error instanceof ModelFileNotFound) return missing(displayName);
  if (error instanceof OutOfMemory || /alloc|out of memory/i.test(reason)) return tooBig(file, undefined);
  if (error instanceof BackendError) {
    return new RecognitionError(
      'ENGINE_UNAVAILABLE',
      `${displayName} can't run on the selected device (${device}): it is missing or not ready.`,
      'Set engineDevice to auto in the settings ("quoth settings set engineDevice auto"), or plug the device in again.',
    );
  }
  if (error instanceof TranscribeError && error.status === UNKNOWN_ARCHITECTURE) {
    return new RecognitionError(
      'TRANSCRIPTION_FAILED',
      `${displayName} has an architecture that this version of Quoth does not support.`,
      'Update Quoth, or choose another model: "quoth models list".',
    );
  }
  return damaged(displayName, 'the engine does not accept it');
}

async function checkFile({ path, sizeBytes, displayName }: ModelFile): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw missing(displayName);
  if (found.size !== sizeBytes) {
    throw damaged(displayName, `it has ${found.size} bytes instead of ${sizeBytes}`);
  }
}

function checkMemory(file: ModelFile, device: EngineDevice): void {
  const available = process.availableMemory();
  if (file.sizeBytes + WORKING_BYTES <= available) return;
  const graphics = device !== 'cpu' && getAvailableBackends().some(({ deviceType }) => deviceType === 'gpu');
  if (!graphics) throw tooBig(file, available);
}

function missing(displayName: string): RecognitionError {
  return new RecognitionError(
    'MODEL_NOT_INSTALLED',
    `The file of the model ${displayName} is missing.`,
    'Download it again: "quoth models list" shows its id, "quoth models download ID" fetches it.',
  );
}

function damaged(displayName: string, how: string): RecognitionError {
  return new RecognitionError(
    'MODEL_NOT_INSTALLED',
    `The file of the model ${displayName} is damaged: ${how}.`,
    'Remove it and download it again: "quoth models remove ID", then "quoth models download ID".',
  );
}

function tooBig({ displayName, sizeBytes }: ModelFile, available: number | undefined): RecognitionError {
  const needed = gigabytes(sizeBytes + WORKING_BYTES);
  const free = available === undefined ? 'less is free' : `${gigabytes(available)} are free`;
  return new RecognitionError(
    'ENGINE_UNAVAILABLE',
    `${displayName} needs about ${needed} of memory, and ${free}.`,
    'Close other programs, or choose a smaller model: "quoth models list" shows the sizes.',
  );
}

function gigabytes(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(1)} GB`;
}

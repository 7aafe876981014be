import { addAbortListener } from 'node:events';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Advice, AppError, type Message, say } from '@quoth/contract';
import { type Channel, Child } from '@quoth/processes';
import { ownFile } from '@quoth/processes/places';
import type { ProbedModel } from '../models/index.ts';
import type { ModelFile } from './engine.ts';
import { hostEnvironment } from './host-process.ts';

/**
 * Its `selfTestErrorRate` is null where the model does not know the language of the bundled sentence, and writes
 * something likely.
 */
export type ModelProbe = Required<ProbedModel>;

/** What the probing process answers. */
export type ProbeAnswer =
  | { readonly ok: true; readonly probe: ModelProbe }
  | { readonly ok: false; readonly message: Message; readonly advice: Advice | undefined };

export interface ProbeChannel extends Channel {
  readonly toChild: object;
  readonly toParent: object;
  readonly requests: { probe(file: ModelFile): ProbeAnswer };
}

/** A model of several gigabytes from a slow disk is loaded in less. */
const MAX_MS = 180_000;

/**
 * Loads a file in a process of its own, on the CPU, and describes it. A file that crashes the engine harms nothing.
 * Throws an AppError that says why the file is refused, or the signal's reason.
 */
export async function probeModel(
  path: string,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<ModelProbe> {
  const file: ModelFile = { path, sizeBytes: (await stat(path)).size, displayName: basename(path) };
  const main = ownFile('./transcribe-cpp-probe-main.ts', import.meta.url);
  const child = new Child<ProbeChannel>({ main, env: hostEnvironment(env), on: {} });
  using _abort = addAbortListener(signal, () => void child.end(0));
  const answer = await child.request('probe', MAX_MS, file);
  void child.end(0);
  signal.throwIfAborted();
  if (!answer) throw refused(say('engineCrashedLoading'));
  if (!answer.ok) throw refused(answer.message, answer.advice);
  return answer.probe;
}

function refused(message: Message, advice?: Advice): AppError {
  return new AppError('INVALID_REQUEST', {
    message,
    remedy: advice ?? [say('downloadFileAgain'), say('listsInstalledModels')],
  });
}

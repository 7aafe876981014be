import { fork } from 'node:child_process';
import { addAbortListener } from 'node:events';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '@quoth/contract';
import type { ModelFile } from '../engine.ts';
import { hostEnvironment } from '../host-environment.ts';

/** What is learnt about a model by loading its file. */
export interface ModelProbe {
  readonly architecture: string;
  readonly variant: string;
  readonly languages: readonly string[];
  readonly streaming: boolean;
  readonly translate: boolean;
  readonly detectsLanguage: boolean;
  readonly timestamps: 'none' | 'segment' | 'word' | 'token';
  /** Share of the words of a bundled sentence that it gets wrong; null where it does not know the sentence's language. */
  readonly selfTestErrorRate: number | null;
}

/** From the probing process. */
export type ProbeAnswer =
  | { readonly ok: true; readonly probe: ModelProbe }
  | { readonly ok: false; readonly message: string; readonly hint: string | undefined };

/** A model of several gigabytes from a slow disk is loaded in less. */
const LONGEST_MS = 180_000;

/**
 * Loads a file in a process of its own, on the CPU, and describes it. A file that crashes the engine harms nothing. Throws an AppError that says
 * why the file is refused, or the signal's reason.
 */
export async function probeModel(
  path: string,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<ModelProbe> {
  const file: ModelFile = { path, sizeBytes: (await stat(path)).size, displayName: basename(path) };
  const child = fork(fileURLToPath(new URL('./probe-main.ts', import.meta.url)), [JSON.stringify(file)], {
    env: hostEnvironment(env),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const kill = () => child.kill('SIGKILL');
  const timer = setTimeout(kill, LONGEST_MS);
  using _abort = addAbortListener(signal, kill);
  try {
    const answer = await new Promise<ProbeAnswer | undefined>((resolve) => {
      child.once('message', (message) => resolve(message as ProbeAnswer));
      child.once('error', () => resolve(undefined));
      // Not "exit", which a busy thread can see before the last message; nothing comes after this.
      child.once('disconnect', () => resolve(undefined));
    });
    signal.throwIfAborted();
    if (!answer) throw refused('The engine crashed while loading it.');
    if (!answer.ok) throw refused(answer.message, answer.hint);
    return answer.probe;
  } finally {
    clearTimeout(timer);
    kill();
  }
}

function refused(message: string, hint?: string): AppError {
  return new AppError('INVALID_REQUEST', {
    message,
    hint: hint ?? 'Download the file again, or choose another model: "quoth models list".',
  });
}

import type { QuothEvent } from '@quoth/contract';

/** The state of a file. `waiting`: others go first. */
type UploadPhase = 'waiting' | 'sending' | 'working' | 'done' | 'failed' | 'cancelled';

/** A file that is being transcribed. */
export interface Upload {
  readonly key: string;
  readonly name: string;
  readonly phase: UploadPhase;
  readonly recordingId: string | undefined;
  /** From 0 to 1; null while unknown. */
  readonly progress: number | null;
  /** When the work on it began, milliseconds. */
  readonly startedAt: number | undefined;
  readonly problem: string | undefined;
}

export type UploadMove =
  | { readonly type: 'added'; readonly files: readonly { readonly key: string; readonly name: string }[] }
  | { readonly type: 'begun'; readonly key: string }
  | { readonly type: 'accepted'; readonly key: string; readonly recordingId: string; readonly now: number }
  | { readonly type: 'failed'; readonly key: string; readonly problem: string }
  | { readonly type: 'cancelled'; readonly key: string }
  | { readonly type: 'event'; readonly event: QuothEvent }
  | { readonly type: 'cleared' };

/** How many are processed at once: more would only wait in the application's queue, which is limited. */
const AT_ONCE = 3;

/** The next state of the list. */
export function nextUploads(uploads: readonly Upload[], move: UploadMove): readonly Upload[] {
  const change = (key: string, changes: Partial<Upload>) =>
    uploads.map((upload) => (upload.key === key && !isFinal(upload) ? { ...upload, ...changes } : upload));
  switch (move.type) {
    case 'added':
      return [...uploads, ...move.files.map(waiting)];
    case 'begun':
      return change(move.key, { phase: 'sending' });
    case 'accepted':
      return change(move.key, { phase: 'working', recordingId: move.recordingId, startedAt: move.now });
    case 'failed':
      return change(move.key, { phase: 'failed', problem: move.problem });
    case 'cancelled':
      return change(move.key, { phase: 'cancelled' });
    case 'event':
      return afterEvent(uploads, move.event);
    case 'cleared':
      return uploads.filter((upload) => !isFinal(upload));
  }
}

/** The next file to send; undefined while enough are in progress. */
export function nextToSend(uploads: readonly Upload[]): Upload | undefined {
  const going = uploads.filter(({ phase }) => phase === 'sending' || phase === 'working').length;
  return going < AT_ONCE ? uploads.find(({ phase }) => phase === 'waiting') : undefined;
}

/** Estimated seconds until it is done; undefined while there is too little progress for an estimate. */
export function secondsLeft(
  { progress, startedAt, phase }: Pick<Upload, 'progress' | 'startedAt' | 'phase'>,
  now: number,
): number | undefined {
  if (phase !== 'working' || progress === null || progress < 0.05 || startedAt === undefined)
    return undefined;
  return Math.max(1, Math.round(((now - startedAt) / 1_000 / progress) * (1 - progress)));
}

export function isFinal({ phase }: Upload): boolean {
  return phase === 'done' || phase === 'failed' || phase === 'cancelled';
}

function waiting({ key, name }: { readonly key: string; readonly name: string }): Upload {
  return {
    key,
    name,
    phase: 'waiting',
    recordingId: undefined,
    progress: null,
    startedAt: undefined,
    problem: undefined,
  };
}

function afterEvent(uploads: readonly Upload[], event: QuothEvent): readonly Upload[] {
  if (!('recordingId' in event)) return uploads;
  return uploads.map((upload) => {
    if (upload.recordingId !== event.recordingId || isFinal(upload)) return upload;
    if (event.type === 'transcription-progressed') return { ...upload, progress: event.progress };
    if (event.type !== 'recording-status-changed') return upload;
    if (event.status === 'completed') return { ...upload, phase: 'done', progress: 1 };
    if (event.status === 'failed' || event.status === 'cancelled') return { ...upload, phase: event.status };
    return upload;
  });
}

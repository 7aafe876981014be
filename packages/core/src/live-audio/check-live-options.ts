import { AppError, type TranscribeOptions } from '@quoth/contract';

/** Throws INVALID_REQUEST for options that make no sense while somebody speaks. */
export function checkLiveOptions({ async: inBackground }: TranscribeOptions): void {
  if (inBackground !== true) return;
  throw new AppError('INVALID_REQUEST', {
    message: '"async" does not apply to live audio, which is transcribed while somebody speaks.',
    hint: 'Omit "async". If the sender disconnects, the recording is transcribed anyway.',
  });
}

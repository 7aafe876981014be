import { AppError, type TranscribeOptions } from '@quoth/contract';

/** Throws INVALID_REQUEST for options that make no sense while somebody speaks. */
export function checkLiveOptions({ async: inBackground }: TranscribeOptions): void {
  if (inBackground !== true) return;
  throw new AppError('INVALID_REQUEST', {
    message: '"async" has no meaning for live audio: its text is on its way while somebody speaks.',
    hint: 'Leave "async" out. A recording whose sender goes away is transcribed all the same.',
  });
}

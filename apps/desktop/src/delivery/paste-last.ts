import { AppError } from '@quoth/contract';
import type { Core, TextDelivery } from '@quoth/core';

/**
 * Writes the newest transcript of the history at the cursor. Returns what its user has to know of it, such as that it was only copied. Throws
 * RECORDING_NOT_FOUND if there is none.
 */
export async function pasteLast(
  { recordings }: Pick<Core, 'recordings'>,
  delivery: TextDelivery,
): Promise<AppError | undefined> {
  const [text] = await recordings.newestTexts(1);
  if (text === undefined)
    throw new AppError('RECORDING_NOT_FOUND', { message: 'There is no transcript yet.' });
  const order = { to: 'paste', joint: '', place: await delivery.place(), pressEnter: false } as const;
  return (await delivery.deliver(text, order)).problem;
}

import { AppError } from '@quoth/contract';
import type { Core, TextDelivery } from '@quoth/core';

/** Writes the newest transcript of the history at the cursor. Throws RECORDING_NOT_FOUND if there is none. */
export async function pasteLast(
  { recordings }: Pick<Core, 'recordings'>,
  delivery: TextDelivery,
): Promise<void> {
  const [text] = await recordings.newestTexts(1);
  if (text === undefined)
    throw new AppError('RECORDING_NOT_FOUND', { message: 'There is no transcript yet.' });
  await delivery.deliver(text, { to: 'paste', place: await delivery.place(), pressEnter: false });
}

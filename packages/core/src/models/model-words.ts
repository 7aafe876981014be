import { AppError } from '@quoth/contract';

/** The file of an installed model is not there any more. */
export function goneMessage(displayName: string): string {
  return `The file of ${displayName} is no longer in the models folder.`;
}

/** The file of an installed model is another one than was checked. */
export function changedMessage(displayName: string): string {
  return `The file of ${displayName} is damaged or was replaced.`;
}

export function notInstalled(id: string, message: string): AppError {
  return new AppError('MODEL_NOT_INSTALLED', {
    message,
    hint: `Download it with: quoth models download ${id}`,
  });
}

export function inUse(displayName: string): AppError {
  return new AppError('INVALID_REQUEST', {
    message: `${displayName} is being used by a transcription.`,
    hint: 'Wait until it has finished, or cancel it; then try again.',
  });
}

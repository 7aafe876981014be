import { AppError, sizeInWords } from '@quoth/contract';

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

interface Expected {
  readonly displayName: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** A file imported for a model has another length than that model's. */
export function otherSize({ displayName, sizeBytes }: Expected, bytes: number): AppError {
  return new AppError('INVALID_REQUEST', {
    message: `This is not the file of ${displayName}: it has ${sizeInWords(bytes)} (${bytes} bytes), expected were ${sizeInWords(sizeBytes)} (${sizeBytes} bytes).`,
    hint: 'It may not have been downloaded completely: download it again from the given address.',
  });
}

/** A file imported for a model has other contents. */
export function otherChecksum({ displayName, sha256 }: Expected, found: string): AppError {
  return new AppError('INVALID_REQUEST', {
    message: `This is not the file of ${displayName}: its sha256 is ${found}, expected was ${sha256}.`,
    hint: 'It is damaged or another file: download it again from the given address.',
  });
}

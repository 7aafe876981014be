import { AppError, limits } from '@quoth/contract';

/** What is wrong with a request about named tokens, in words for their user. */

/** `isReplacing`: a token that was shown is never replaced unasked. */
export function nameTaken(name: string, isReplacing: boolean): AppError {
  const shown = isReplacing ? ', and it has been shown to somebody' : '';
  return new AppError('INVALID_REQUEST', {
    message: `There is already a token named "${name}"${shown}.`,
    hint: isReplacing ? 'Revoke that token first.' : 'Choose another name, or revoke that token first.',
  });
}

export function unknownToken(): AppError {
  return new AppError('INVALID_REQUEST', {
    message: 'There is no token with this id.',
    hint: 'It may have been revoked; list the tokens again.',
  });
}

export function cannotRecord(name: string): AppError {
  return new AppError('INVALID_REQUEST', {
    message: `The token "${name}" does not have the scope "record".`,
    hint: 'Create another token with that scope; the scopes of a token never change.',
  });
}

export function endInPast(): AppError {
  return new AppError('INVALID_REQUEST', {
    message: 'The end date of this token is in the past.',
    hint: 'Choose a later date, or none.',
  });
}

export function tooManyTokens(): AppError {
  return new AppError('INVALID_REQUEST', {
    message: `There are ${limits.namedTokens} tokens already.`,
    hint: 'Revoke those that are no longer used.',
  });
}

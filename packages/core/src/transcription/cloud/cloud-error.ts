import { AppError } from '@quoth/contract';
import type { ProviderError } from '@quoth/providers';
import type { Provider } from '../../providers/index.ts';

/** What a vendor's failure means for the user: what happened, and what to do. `checkedAgo` is the age of the last check in words. */
export function cloudError(error: ProviderError, provider: Provider, checkedAgo: string): AppError {
  const { id, displayName, vendor } = provider;
  const local = 'A model on this machine works without it.';
  switch (error.kind) {
    case 'unauthorized':
      return new AppError('MISSING_API_KEY', {
        message: error.message,
        hint: `Set a valid key in the settings under Providers, or with: quoth providers set-key ${id}.`,
      });
    case 'unreachable':
      return new AppError('ENGINE_UNAVAILABLE', {
        message: `${error.message} The audio was being sent to ${vendor.baseUrl}; the last check, ${checkedAgo}, succeeded.`,
        hint: `Try again; "quoth providers test ${id}" checks it. ${local}`,
      });
    case 'timeout':
      return new AppError('TIMEOUT', { message: error.message, hint: `Try again. ${local}` });
    case 'limited':
      if (error.status === 402 && vendor.isPrepaid === true)
        return new AppError('PAYMENT_REQUIRED', {
          message: `The account with ${displayName} has no credit left for this recording.`,
          hint: `Ask whoever runs it for more credit; "quoth providers balance ${id}" shows what is left. ${local}`,
        });
      return new AppError('ENGINE_UNAVAILABLE', {
        message: error.message,
        hint: `Wait a moment, or check your plan with ${displayName}. ${local}`,
      });
    case 'too_large':
      return new AppError('INVALID_REQUEST', {
        message: error.message,
        hint: `Split the audio into parts, or use another provider. ${local}`,
      });
    case 'cancelled':
      return new AppError('CANCELLED');
    case 'rejected':
    case 'malformed':
      return new AppError('TRANSCRIPTION_FAILED', {
        message: error.message,
        hint: `Check the model and the language, or try another model or provider. ${local}`,
      });
  }
}

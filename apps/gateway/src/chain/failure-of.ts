import { LanguageError, ProviderError } from '@quoth/providers';
import type { Failure } from './failover.ts';

/** What a vendor's error means for the chain. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ProviderError) return ofProvider(error);
  if (error instanceof LanguageError) return ofLanguage(error);
  // Adapters throw nothing else: whatever it is, the vendor did not do it.
  return 'internal';
}

function ofProvider({ kind, status }: ProviderError): Failure {
  switch (kind) {
    case 'unauthorized':
      return 'key-refused';
    case 'limited':
      return 'limited';
    case 'unreachable':
      return 'unreachable';
    case 'malformed':
      return 'unreadable';
    case 'too_large':
      return 'too-large';
    case 'timeout':
      return 'timeout';
    case 'cancelled':
      return 'stopped';
    case 'rejected':
      if (status === 408) return 'timeout';
      // Our own table names a model or a path that is gone: the request is as good as it was.
      if (status === 404 || status === 405 || status === 410) return 'unknown-model';
      // A redirect is not followed; a job that was taken and given up has no status.
      if (status === undefined || status < 400) return 'unreadable';
      return 'refused';
  }
}

function ofLanguage({ kind, status }: LanguageError): Failure {
  switch (kind) {
    case 'unauthorized':
      return 'key-refused';
    case 'limited':
      return 'limited';
    case 'unreachable':
      return 'unreachable';
    case 'timeout':
      return 'timeout';
    case 'unknown-model':
      return 'unknown-model';
    case 'malformed':
      return 'unreadable';
    case 'rejected':
      // The operator's account there is empty: another vendor's may not be.
      if (status === 402) return 'limited';
      if (status === 405 || status === 410) return 'unknown-model';
      if (status === 413) return 'too-large';
      // A redirect, which is not followed, has no status here.
      if (status === undefined || status < 400) return 'unreadable';
      return 'refused';
    case 'cut-off':
      return 'refused';
  }
}

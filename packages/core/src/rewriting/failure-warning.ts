import type { ErrorCode, Warning } from '@quoth/contract';
import { AppError } from '@quoth/contract';
import { LanguageError, type LanguageFailure } from '@quoth/providers';
import type { Outcome } from '../providers/index.ts';
import type { Guard } from './guards/index.ts';

const codes: Readonly<Record<LanguageFailure, ErrorCode>> = {
  unauthorized: 'MISSING_API_KEY',
  limited: 'RATE_LIMITED',
  unreachable: 'ENGINE_UNAVAILABLE',
  timeout: 'TIMEOUT',
  'unknown-model': 'MODEL_NOT_FOUND',
  rejected: 'ENGINE_UNAVAILABLE',
  malformed: 'TRANSCRIPTION_FAILED',
  'cut-off': 'TRANSCRIPTION_FAILED',
};

const words: Readonly<Record<LanguageFailure, (name: string, reason: string) => string>> = {
  unauthorized: (name, reason) =>
    `${name} rejected its API key (${reason}). Set another one: Settings, Providers, or "quoth providers set-key".`,
  limited: (name, reason) =>
    `${name} accepts no more requests right now (${reason}): too many at once, or no credit left.`,
  unreachable: (name, reason) => `${name} cannot be reached: ${reason}.`,
  timeout: (name, reason) => `${name} took too long: ${reason}.`,
  'unknown-model': (name, reason) => `${name} does not know the model (${reason}). Choose another one.`,
  rejected: (name, reason) => `${name} refused the request: ${reason}.`,
  malformed: (name, reason) => `${name} returned no usable answer: ${reason}.`,
  'cut-off': (name, reason) => `${name} returned an incomplete answer: ${reason}.`,
};

/** What a failure is called in the answer: our own words and nothing that a vendor wrote. */
export function failureWarning(error: unknown, displayName: string): Warning {
  if (error instanceof LanguageError)
    return { code: codes[error.kind], message: words[error.kind](displayName, error.reason) };
  if (error instanceof AppError) return { code: error.code, message: error.message };
  return { code: 'INTERNAL_ERROR', message: `Something went wrong while calling ${displayName}.` };
}

/** The model answered, and yet with nothing that could be used. */
export function guardWarning({ name, message }: Guard): Warning {
  return {
    code: 'TRANSCRIPTION_FAILED',
    message: `${message} The text is unchanged.`,
    guard: name,
  };
}

/** What a failure says about the provider's health; undefined if nothing. */
export function outcomeOf({ kind, reason }: LanguageError): Outcome | undefined {
  if (kind === 'unauthorized') return { status: 'unauthorized', reason };
  if (kind === 'unreachable' || kind === 'timeout') return { status: 'unreachable', reason };
  return kind === 'limited' ? { status: 'healthy', reason: null } : undefined;
}

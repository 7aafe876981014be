import {
  AppError,
  type AppErrorDetails,
  type ErrorFacts,
  errorTable,
  type OpenAiError,
  openAiErrors,
} from '@quoth/contract';
import { errorBodyOf, ProtocolError } from '../http/envelope.ts';

/** What is wrong with one parameter of a request in OpenAI's dialect. */
export class ParameterError extends AppError {
  readonly param: string;

  constructor(param: string, details: AppErrorDetails) {
    super('INVALID_REQUEST', details);
    this.param = param;
  }
}

/** HTTP status of an error in OpenAI's dialect. */
export function openAiStatusOf(error: AppError): number {
  const { status, protocolStatus } = openAiErrors[error.code];
  return error instanceof ProtocolError ? (protocolStatus ?? status) : status;
}

/** The error in OpenAI's shape. It has no place for a hint, so that follows the message. */
export function openAiErrorOf(error: AppError, requestId: string): OpenAiError {
  const { message, hint } = errorBodyOf(error, requestId);
  const { type, code, param } = openAiErrors[error.code];
  return {
    error: {
      message: hint === undefined ? message : `${message} ${hint}`,
      type,
      param: error instanceof ParameterError ? error.param : (param ?? null),
      code,
    },
  };
}

export function openAiErrorText(error: AppError, requestId: string): string {
  return JSON.stringify(openAiErrorOf(error, requestId));
}

/** OpenAI's clients send again by status alone, unless they are told whether that can help. */
export function openAiErrorHeaders({ code }: AppError): Record<string, string> {
  const { retryable }: ErrorFacts = errorTable[code];
  return { 'X-Should-Retry': String(retryable && code !== 'CANCELLED') };
}

import type { CallToolResult } from '@modelcontextprotocol/server';
import { QuothError } from '@quoth/client';
import { hintFor } from '@quoth/contract';

/** A tool's error as the API's own envelope: code, message, hint. */
export function errorResult(error: unknown): CallToolResult {
  return {
    isError: true,
    content: [{ type: 'text', text: JSON.stringify({ ok: false, error: bodyOf(error) }) }],
  };
}

/** The same as one line of words, for where the protocol has room for no more. */
export function errorInWords(error: unknown): string {
  const { code, message, hint } = bodyOf(error);
  return [`${code}: ${message}`, hint].filter((part) => part !== undefined).join(' ');
}

interface ErrorWords {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly details?: unknown;
}

function bodyOf(error: unknown): ErrorWords {
  if (!(error instanceof QuothError)) {
    return {
      code: 'INTERNAL_ERROR',
      // The message of an unforeseen error may hold anything, a transcript included.
      message: `Something went wrong inside the bridge (${error instanceof Error ? error.name : typeof error}).`,
      hint: 'Try again; if it happens again, report it.',
    };
  }
  const { code, message, hint, details } = error;
  return {
    code,
    message,
    hint: hint === undefined ? undefined : hintFor(hint, 'agent'),
    ...(details === undefined ? {} : { details }),
  };
}

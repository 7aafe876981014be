import { type AppError, asAppError, openAiPrefix } from '@quoth/contract';
import { openAiErrorHeaders, openAiErrorText, openAiStatusOf } from '../openai/openai-error.ts';
import { envelopeText, headersOf, statusOf } from './envelope.ts';

/** An error as it is sent. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const CONTENT = { 'Content-Type': 'application/json; charset=utf-8' } as const;

/** An error in the dialect of the address that was asked: `/v1` is OpenAI's, everything else ours. */
export function errorAnswer(error: AppError, requestId: string, url: string | undefined): ErrorAnswer {
  const shared = { ...CONTENT, ...headersOf(error) };
  if (!isOpenAi(url))
    return { status: statusOf(error), headers: shared, text: envelopeText(error, requestId) };
  return {
    status: openAiStatusOf(error),
    headers: { ...shared, ...openAiErrorHeaders(error) },
    text: openAiErrorText(error, requestId),
  };
}

/** Any failure as the response that says it. */
export function errorResponse(failure: unknown, requestId: string, url: string): Response {
  const { status, headers, text } = errorAnswer(asAppError(failure), requestId, url);
  return new Response(text, { status, headers });
}

/** A request line may name a whole address instead of a path. */
function isOpenAi(url = ''): boolean {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return path === openAiPrefix || path.startsWith(`${openAiPrefix}/`) || path.startsWith(`${openAiPrefix}?`);
}

import type { AppOptions } from '../app-options.ts';
import type { RequestContext } from '../request-context.ts';

/** Translates one route: reads the request, makes one call of core, writes the answer. Throws AppError. */
export type Handler = (context: RequestContext, app: AppOptions) => Promise<Response> | Response;

/** A JSON answer. */
export function json(body: unknown): Response {
  return jsonText(JSON.stringify(body));
}

/** A JSON answer that is written already; as bytes where it is sent many times, which saves encoding it for each. */
export function jsonText(text: string | Uint8Array<ArrayBuffer>): Response {
  return new Response(text, JSON_TEXT);
}

const JSON_TEXT = { headers: { 'Content-Type': 'application/json; charset=utf-8' } };

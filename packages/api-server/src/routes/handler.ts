import type { AppOptions } from '../build-app.ts';
import type { RequestContext } from '../request-context.ts';

/** Translates one route: reads the request, makes one call of core, writes the answer. Throws AppError. */
export type Handler = (context: RequestContext, app: AppOptions) => Promise<Response> | Response;

/** A JSON answer. */
export function json(body: unknown): Response {
  return new Response(JSON.stringify(body), {
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
  });
}

import { eventSchemas, routes } from '@quoth/contract';

/** The file of the client that a bundle has without schemas. */
export const routeTableFile = /packages\/client\/src\/route-table\.ts$/;

/**
 * JavaScript in place of `routeTableFile`: the client needs a route's method and path, not its schemas, which take 50
 * ms to make and 60 kB of what a browser fetches.
 */
export function bareRouteTable(): string {
  const bare = Object.entries(routes).map(([name, { method, path, body, returns }]) => [
    name,
    { method, path, body: { kind: body.kind }, returns: { kind: returns.kind } },
  ]);
  return `export const routeTable = ${JSON.stringify(Object.fromEntries(bare))};`;
}

/** The file of the client that the window's page has without schemas. */
export const answerSchemasFile = /packages\/client\/src\/answer-schemas\.ts$/;

/**
 * JavaScript in place of `answerSchemasFile`: the page comes from the application that answers it, so an event of a
 * name that it knows has the shape that it knows. The schemas would come with the first event, before the first page
 * can be used: 40 kB.
 */
export function bareAnswerSchemas(): string {
  return `
const taken = { safeParse: (data) => ({ success: true, data }) };
export const eventSchemas = Object.fromEntries(${JSON.stringify(Object.keys(eventSchemas))}.map((type) => [type, taken]));
export const errorEnvelope = {
  safeParse: (data) => ({ success: typeof data?.error?.code === 'string' && typeof data.error.message === 'string', data }),
};`;
}

import { routes } from '@quoth/contract';

/** The file of the client that a bundle has without schemas. */
export const routeTableFile = /packages\/client\/src\/route-table\.ts$/;

/**
 * JavaScript in place of `routeTableFile`: the client needs a route's method and path, not its schemas, which take 50 ms to make and 60 kB of
 * what a browser fetches.
 */
export function bareRouteTable(): string {
  const bare = Object.entries(routes).map(([name, { method, path, body, returns }]) => [
    name,
    { method, path, body: { kind: body.kind }, returns: { kind: returns.kind } },
  ]);
  return `export const routeTable = ${JSON.stringify(Object.fromEntries(bare))};`;
}

import { type Route, type RouteName, routes } from '@quoth/contract';

/** What a call needs to know of its route. */
export type CallableRoute = Pick<Route, 'method' | 'path'> & {
  readonly body: Pick<Route['body'], 'kind'>;
  readonly returns: Pick<Route['returns'], 'kind'>;
};

/**
 * Every route, without its schemas as far as the client knows. The bundle of the command line has this file's value as
 * it is when it is made (scripts/build.ts): making the schemas takes longer than most commands do.
 */
export const routeTable: Readonly<Record<RouteName, CallableRoute>> = routes;

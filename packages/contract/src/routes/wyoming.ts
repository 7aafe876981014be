import { switchWyomingBody, wyomingState } from '../application.ts';
import { jsonBody, type Route, returnsOk } from '../route.ts';

/** The routes under "Wyoming". */
export const wyomingRoutes = {
  switchWyoming: {
    method: 'PUT',
    path: '/wyoming',
    audience: 'app',
    needsToken: true,
    tag: 'Wyoming',
    summary: 'Switch the Wyoming listener for Home Assistant on or off',
    description: 'If its port is taken, it stays off, and `notices` says so.',
    body: jsonBody(switchWyomingBody),
    returns: returnsOk({ wyoming: wyomingState }),
    errors: ['INVALID_REQUEST'],
  },
} as const satisfies Record<string, Route>;

import { jsonBody, noBody, type Route, returnsOk } from '../route.ts';
import { settings, updateSettingsBody } from '../settings.ts';

/** The routes under "Settings". */
export const settingsRoutes = {
  getSettings: {
    method: 'GET',
    path: '/settings',
    audience: 'app',
    needsToken: true,
    tag: 'Settings',
    summary: "The user's settings",
    body: noBody,
    returns: returnsOk({ settings }),
    errors: [],
  },
  updateSettings: {
    method: 'PATCH',
    path: '/settings',
    audience: 'app',
    needsToken: true,
    tag: 'Settings',
    summary: 'Change settings',
    body: jsonBody(updateSettingsBody),
    returns: returnsOk({ settings }),
    errors: ['INVALID_REQUEST'],
  },
} as const satisfies Record<string, Route>;

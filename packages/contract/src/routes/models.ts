import * as z from 'zod';
import { listModelsQuery, model } from '../models.ts';
import { noBody, type Route, returnsOk } from '../route.ts';

/** The routes under "Models". */
export const modelsRoutes = {
  listModels: {
    method: 'GET',
    path: '/models',
    audience: 'api',
    needsToken: true,
    scopes: [],
    tag: 'Models',
    summary: 'The model catalog',
    query: listModelsQuery,
    body: noBody,
    returns: returnsOk({ models: z.array(model) }),
    errors: ['INVALID_REQUEST'],
  },
} as const satisfies Record<string, Route>;

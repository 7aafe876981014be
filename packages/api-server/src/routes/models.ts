import { listModelsQuery } from '@quoth/contract';
import { validated } from '../input/validate.ts';
import { type Handler, json } from './handler.ts';

export const listModels: Handler = ({ query }, { core }) => {
  return json({ ok: true, models: core.models.list(validated(listModelsQuery, query, 'text')) });
};

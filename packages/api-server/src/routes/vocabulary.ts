import { createVocabularyEntryBody, importVocabularyBody, updateVocabularyEntryBody } from '@quoth/contract';
import { readJson } from '../input/read-body.ts';
import { validated } from '../input/validate.ts';
import { type Handler, json } from './handler.ts';

export const listVocabulary: Handler = (_context, { core }) =>
  json({ ok: true, entries: core.vocabulary.list() });

export const createVocabularyEntry: Handler = async (context, { core }) => {
  const { value } = await readJson(context);
  const entry = await core.vocabulary.create(validated(createVocabularyEntryBody, value, 'json'));
  return json({ ok: true, entry });
};

export const updateVocabularyEntry: Handler = async (context, { core }) => {
  const { value } = await readJson(context);
  const body = validated(updateVocabularyEntryBody, value, 'json');
  return json({ ok: true, entry: await core.vocabulary.update(context.params.id ?? '', body) });
};

export const deleteVocabularyEntry: Handler = async ({ params }, { core }) => {
  await core.vocabulary.delete(params.id ?? '');
  return json({ ok: true });
};

export const importVocabulary: Handler = async (context, { core }) => {
  const { value } = await readJson(context);
  return json(await core.vocabulary.import(validated(importVocabularyBody, value, 'json').csv));
};

export const exportVocabulary: Handler = (_context, { core }) =>
  new Response(core.vocabulary.export(), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="quoth-vocabulary.csv"',
    },
  });

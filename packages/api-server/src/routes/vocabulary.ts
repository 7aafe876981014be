import {
  createVocabularyEntryBody,
  importVocabularyBody,
  updateVocabularyEntryBody,
  type VocabularyFormat,
  vocabularyRoutes,
} from '@quoth/contract';
import { type Handler, json } from '../handler.ts';
import { readBody, validated } from '../http/body.ts';

export const listVocabulary: Handler = (_context, { core }) =>
  json({ ok: true, entries: core.vocabulary.list() });

export const createVocabularyEntry: Handler = async (context, { core }) => {
  const body = await readBody(context, createVocabularyEntryBody);
  return json({ ok: true, entry: await core.vocabulary.create(body, context.caller) });
};

export const updateVocabularyEntry: Handler = async (context, { core }) => {
  const { params, caller } = context;
  const body = await readBody(context, updateVocabularyEntryBody);
  return json({ ok: true, entry: await core.vocabulary.update(params.id ?? '', body, caller) });
};

export const deleteVocabularyEntry: Handler = async ({ params, caller }, { core }) => {
  await core.vocabulary.delete(params.id ?? '', caller);
  return json({ ok: true });
};

export const importVocabulary: Handler = async (context, { core }) => {
  const { text } = await readBody(context, importVocabularyBody);
  return json(await core.vocabulary.import(text, context.caller, context.signal));
};

const contentTypes: Readonly<Record<VocabularyFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  plist: 'application/x-plist; charset=utf-8',
  yml: 'application/yaml; charset=utf-8',
};

export const exportVocabulary: Handler = async ({ params }, { core }) => {
  const { format } = validated(vocabularyRoutes.exportVocabulary.params, params, 'text');
  return new Response(await core.vocabulary.export(format), {
    headers: {
      'Content-Type': contentTypes[format],
      'Content-Disposition': `attachment; filename="quoth-vocabulary.${format}"`,
    },
  });
};

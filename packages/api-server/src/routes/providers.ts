import { addEndpointBody, limits, postProcessBody, setProviderKeyBody } from '@quoth/contract';
import { type Handler, json, noteFailure, withModeId } from '../handler.ts';
import { answeredInTime } from '../http/answers.ts';
import { readBody, readJson, validated, withoutEmpty } from '../http/body.ts';

export const listProviders: Handler = (_context, { core }) =>
  json({ ok: true, providers: core.providers.list() });

export const setProviderKey: Handler = async (context, { core }) => {
  const { key } = await readBody(context, setProviderKeyBody);
  return json({ ok: true, provider: await core.providers.setKey(context.params.id ?? '', key) });
};

export const removeProviderKey: Handler = async ({ params }, { core }) =>
  json({ ok: true, provider: await core.providers.removeKey(params.id ?? '') });

export const testProvider: Handler = async ({ params }, { core }) =>
  json({ ok: true, provider: await core.providers.test(params.id ?? '') });

export const refreshProviders: Handler = (_context, { core }) => {
  core.providers.refresh();
  return json({ ok: true });
};

export const addEndpoint: Handler = async (context, { core }) => {
  const body = await readBody(context, addEndpointBody);
  return json({ ok: true, provider: await core.providers.addEndpoint(body) });
};

export const findLocalServers: Handler = async (_context, { core }) =>
  json({ ok: true, servers: [...(await core.providers.findLocalServers())] });

export const removeEndpoint: Handler = async ({ params }, { core }) => {
  await core.providers.removeEndpoint(params.id ?? '');
  return json({ ok: true });
};

export const listEndpointModels: Handler = async ({ params, signal }, { core }) =>
  json({ ok: true, models: await core.providers.listModels(params.id ?? '', signal) });

export const getProviderAccount: Handler = async ({ params, signal }, { core }) =>
  json({ ok: true, account: await core.providers.account(params.id ?? '', signal) });

/** Text in, rewritten text out. */
export const postProcess: Handler = async (context, app) => {
  const { core, earlyHeadersMs } = app;
  const { value } = await readJson(context, { maxBytes: limits.jsonBodyBytes });
  const { signal, startedAtMs, requestId } = context;
  const body = withModeId(validated(postProcessBody, withoutEmpty(value, ['text', 'prompt']), 'json'), core);
  const work = core.postProcessing.run(body, { signal, startedAtMs });
  return answeredInTime(noteFailure(work, context, app), { afterMs: earlyHeadersMs, requestId });
};

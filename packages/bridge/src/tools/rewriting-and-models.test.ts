import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient, type Transport } from '@quoth/client';
import type { Bridge } from '../bridge.ts';
import { postProcess } from './rewriting-and-models.ts';

const discovery = { port: 1, pid: 1, started_at: 'then', api_version: 1, app_version: '1', token: 'secret' };
const baseUrl = 'http://127.0.0.1:1';
const headers = { authorization: `Bearer ${discovery.token}` };

/** The tool on a server that gives this answer. */
async function rewritten(args: unknown, answer: Response) {
  const seen: { url: string; authorization: string | undefined; body: unknown }[] = [];
  const transport: Transport = async (url, { headers, body }) => {
    seen.push({ url, authorization: headers.authorization, body: JSON.parse(String(body)) });
    return answer;
  };
  const bridge: Bridge = {
    config: { dataFolder: '/', home: '/', cwd: '/', platform: process.platform },
    transport,
    ask: (work) => work({ client: createClient({ fetch: transport, baseUrl, headers }) }),
  };
  const call = { bridge, signal: new AbortController().signal, roots: [], report: undefined };
  return { result: await postProcess.call(args, call), seen };
}

const rewriting = {
  ok: true,
  text: 'Dear all',
  provider: 'openai',
  model: 'gpt-6-luna',
  preset: 'email',
  latency_ms: 12,
  post_processed: true,
};

test('the request of the contract goes out, and what is not announced stays out of the result', async () => {
  const answer = { ...rewriting, applied: true, later: 1 };
  const { result, seen } = await rewritten({ text: 'dear all', preset: 'mail' }, Response.json(answer));
  assert.deepEqual(result, rewriting);
  assert.deepEqual(seen, [
    {
      url: `${baseUrl}/post-process`,
      authorization: 'Bearer secret',
      body: { text: 'dear all', preset: 'email' },
    },
  ]);
});

test('a provider that failed is reported; an error of the server, and one that is not Quoth, are errors', async () => {
  const warning = { code: 'MISSING_API_KEY', message: 'No key.' };
  const failed = { ...rewriting, text: 'a', provider: 'none', post_processed: false, warning };
  const answer = Response.json({ ...failed, applied: false });
  assert.deepEqual((await rewritten({ text: 'a' }, answer)).result, failed);
  const error = { code: 'NOT_FOUND', message: 'no' };
  const cases: [Response, string][] = [
    [Response.json({ ok: false, error }, { status: 404 }), 'NOT_FOUND'],
    [Response.json({ ok: false, error: { code: 'INVALID_REQUEST', message: 'no' } }), 'INVALID_REQUEST'],
    [new Response('<html>'), 'BAD_ANSWER'],
    [Response.json({ ok: true, text: 7 }), 'BAD_ANSWER'],
  ];
  for (const [given, code] of cases) await assert.rejects(rewritten({ text: 'a' }, given), { code });
  for (const args of [undefined, {}, { text: '' }, { text: 'a', preset: 'poem' }])
    await assert.rejects(rewritten(args, Response.json({})), { code: 'INVALID_REQUEST' });
});

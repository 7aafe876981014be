import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient, type Transport } from '@quoth/client';
import type { Bridge } from '../bridge.ts';
import { postProcess } from './post-process.ts';

const discovery = { port: 1, pid: 1, started_at: 'then', api_version: 1, app_version: '1', token: 'secret' };
const baseUrl = 'http://127.0.0.1:1';

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
    ask: (work) => work({ baseUrl, discovery, client: createClient({ fetch: transport, baseUrl }) }),
  };
  const call = { bridge, signal: new AbortController().signal, roots: [], report: undefined };
  return { result: await postProcess.call(args, call), seen };
}

test('the request of the specification goes out, and what is not announced stays out of the result', async () => {
  const answer = { ok: true, text: 'Dear all', preset: 'email', post_processed: true, applied: true };
  const { result, seen } = await rewritten({ text: 'dear all', preset: 'mail' }, Response.json(answer));
  assert.deepEqual(result, { ok: true, text: 'Dear all', preset: 'email', post_processed: true });
  assert.deepEqual(seen, [
    {
      url: `${baseUrl}/post-process`,
      authorization: 'Bearer secret',
      body: { text: 'dear all', preset: 'email' },
    },
  ]);
});

test('a provider that failed is told of; a server without the route, and one that is not Quoth, are errors', async () => {
  const warning = { code: 'MISSING_API_KEY', message: 'No key.' };
  const failed = { ok: true, text: 'a', provider: null, post_processed: false, warning };
  assert.deepEqual((await rewritten({ text: 'a' }, Response.json(failed))).result, failed);
  const error = { code: 'NOT_FOUND', message: 'no' };
  const cases: [Response, string][] = [
    [Response.json({ ok: false, error }, { status: 404 }), 'NOT_FOUND'],
    [Response.json({ ok: false, error: { code: 'INVALID_REQUEST', message: 'no' } }), 'INVALID_REQUEST'],
    [new Response('<html>'), 'BAD_ANSWER'],
    [Response.json({ ok: true, text: 7 }), 'BAD_ANSWER'],
  ];
  for (const [answer, code] of cases) await assert.rejects(rewritten({ text: 'a' }, answer), { code });
  for (const args of [undefined, {}, { text: '' }, { text: 'a', preset: 'poem' }])
    await assert.rejects(rewritten(args, Response.json({})), { code: 'INVALID_REQUEST' });
});

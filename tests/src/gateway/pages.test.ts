import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gatewayTests, type TestGateway, toneWav } from './test-gateway.ts';

let gateway: TestGateway;
gatewayTests('hello', {}, (tests) => {
  ({ gateway } = tests);
});

const logIn = (secret: string, headers: Readonly<Record<string, string>> = { origin: gateway.address }) =>
  fetch(`${gateway.address}/login`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ secret }),
    redirect: 'manual',
  });
const see = async (path: string, answer: Response) => {
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  return fetch(`${gateway.address}${path}`, { headers: { cookie }, redirect: 'manual' });
};

test('a token opens the page of its account, the admin key the operator’s, and neither the other’s', async () => {
  await (await gateway.transcribe(toneWav(1), { model: 'high' }, { 'x-quoth-device': 'Desk' })).text();
  const own = await logIn(gateway.token);
  assert.equal(own.status, 303);
  assert.match(
    own.headers.get('set-cookie') ?? '',
    /^__Host-quoth=\S+; Path=\/; Secure; HttpOnly; SameSite=Strict/,
  );
  const account = await see('/', own);
  const text = await account.text();
  assert.match(text, /9\.9999 <span>USD/);
  // With "no-referrer" browsers would say that the form comes from "null", and no one could log in.
  assert.equal(account.headers.get('referrer-policy'), 'same-origin');
  assert.match(text, /Desk/);
  assert(!text.includes('<script'));
  assert.match(account.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  assert.equal((await see('/operator', own)).status, 303);
  const operator = await see('/operator', await logIn(gateway.adminKey));
  assert.match(await operator.text(), /Administrators’ log/);
});

test('what people named is escaped', async () => {
  const { id } = await gateway.admin.ask<{ id: string }>('POST', '/accounts', {
    name: '<img src=x onerror=alert(1)>',
  });
  const { token } = await gateway.admin.ask<{ token: string }>('POST', `/accounts/${id}/tokens`, {
    name: 'x',
  });
  const text = await (await see('/', await logIn(token))).text();
  assert(!text.includes('<img') && text.includes('&lt;img'));
});

test('a POST from elsewhere is refused, guessing is stopped, and a revoked token ends its sessions', async () => {
  assert.equal((await logIn(gateway.token, {})).status, 403);
  assert.equal((await logIn(gateway.token, { origin: 'https://evil.example' })).status, 403);
  const { accountId, token } = await gateway.account(0);
  const session = await logIn(token);
  const { tokens } = await gateway.admin.ask<{ tokens: { id: string }[] }>('GET', `/accounts/${accountId}`);
  await gateway.admin.ask('DELETE', `/accounts/${accountId}/tokens/${tokens[0]?.id}`);
  assert.match(await (await see('/', session)).text(), /Log in/);
  for (let tries = 0; tries < 10; tries++) assert.equal((await logIn('qg_wrong')).status, 401);
  assert.equal((await logIn('qg_wrong')).status, 429);
  // Nor with what is right: an answer would tell it from a guess.
  for (const right of [gateway.token, gateway.adminKey]) assert.equal((await logIn(right)).status, 429);
});

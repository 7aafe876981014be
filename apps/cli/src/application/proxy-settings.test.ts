import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proxySettings } from './start.ts';

test('a proxy that the environment names is asked, but never for this machine', () => {
  const own = '127.0.0.1,localhost,::1';
  const cases: readonly [Record<string, string>, Record<string, string>][] = [
    [{}, {}],
    [{ HTTPS_PROXY: '' }, {}],
    [{ HTTPS_PROXY: 'http://p:1' }, { NODE_USE_ENV_PROXY: '1', no_proxy: own, NO_PROXY: own }],
    [
      { https_proxy: 'http://p:1', NO_PROXY: 'intranet' },
      { NODE_USE_ENV_PROXY: '1', no_proxy: `intranet,${own}`, NO_PROXY: `intranet,${own}` },
    ],
    [{ http_proxy: 'http://p:1', NODE_USE_ENV_PROXY: '0' }, {}],
  ];
  for (const [env, settings] of cases) assert.deepEqual(proxySettings(env), settings, JSON.stringify(env));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearer } from '@quoth/vendors';
import type { Check } from './health-machine.ts';
import { healthRefusal } from './provider-health.ts';
import type { Provider } from './provider-list.ts';

const provider: Provider = {
  id: 'ear',
  kind: 'vendor',
  preset: null,
  displayName: 'Ear',
  jobs: ['transcription'],
  needsKey: true,
  secretName: 'x',
  vendor: {
    id: 'ear',
    displayName: 'Ear',
    baseUrl: 'https://ear.example/v1',
    authorization: bearer,
    probe: { method: 'GET', paths: ['/models'] },
    keysPage: 'https://ear.example/keys',
  },
};
const NOW = 1_800_000_000_000;
const check = (fields: Partial<Check>): Check => ({
  status: 'unreachable',
  reason: 'Ear cannot be reached: it answered HTTP 503.',
  at: NOW - 12_000,
  by: 'probe',
  ...fields,
});

const cases: readonly [string, Check | undefined, string, RegExp][] = [
  [
    'no key',
    undefined,
    'MISSING_API_KEY',
    /^There is no API key for Ear\. .*set-key ear.*ear\.example\/keys/,
  ],
  [
    'a rejected key',
    check({ status: 'unauthorized', reason: 'Ear rejected the key (HTTP 401).' }),
    'MISSING_API_KEY',
    /^Ear rejected the key \(HTTP 401\)\. Checked 12 s ago\. .*set-key ear/,
  ],
  [
    'an outage',
    check({}),
    'ENGINE_UNAVAILABLE',
    /^Ear cannot be reached: it answered HTTP 503\. Tried GET https:\/\/ear\.example\/v1\/models 12 s ago; no audio was sent\. .*providers test ear/,
  ],
  ['a check of long ago', check({ at: NOW - 600_000 }), 'ENGINE_UNAVAILABLE', /10 min ago/],
  ['a check of this moment', check({ at: NOW }), 'ENGINE_UNAVAILABLE', /just now/],
  [
    'a store that does not open',
    check({ reason: 'The key is kept by the Keychain, which is locked or did not answer.', unasked: true }),
    'MISSING_API_KEY',
    /^The key is kept by the Keychain.*Unlock/,
  ],
];
test('a refusal that is shown for longer leaves out how old it is', () => {
  for (const last of [check({}), check({ status: 'unauthorized', reason: null })])
    assert.doesNotMatch(healthRefusal(provider, last, undefined).message, /ago|Checked|just now|undefined/);
});

for (const [name, last, code, words] of cases) {
  test(`refused for ${name}: which provider, what was tried, how old it is, what to do`, () => {
    const error = healthRefusal(provider, last, NOW);
    assert.equal(error.code, code);
    assert.match(`${error.message} ${error.hint}`, words);
  });
}

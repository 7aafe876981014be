import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkListening, dataFolderOf, parseConfig } from './read-config.ts';

test('listens on this machine alone, or with TLS, or behind a proxy that speaks it', () => {
  const tls = { certificate: 'c', key: 'k' };
  assert.equal(parseConfig({}).host, '127.0.0.1');
  checkListening({ host: '127.0.0.1', tls: undefined, behindProxy: false });
  checkListening({ host: '0.0.0.0', tls, behindProxy: false });
  checkListening({ host: '0.0.0.0', tls: undefined, behindProxy: true });
  for (const host of ['0.0.0.0', '::', '192.168.1.2'])
    assert.throws(() => checkListening({ host, tls: undefined, behindProxy: false }), /--behind-proxy/);
});

test('what is wrong in the configuration is named', () => {
  assert.throws(() => parseConfig({ limits: { audioMinutes: 'long' } }), /limits\.audioMinutes/);
  assert.throws(() => parseConfig({ vendor: {} }), /configuration file is wrong/);
});

test('the data folder is one folder, wherever the gateway is started', () => {
  const usual = join(homedir(), '.local', 'share', 'quoth-gateway');
  for (const env of [{}, { XDG_DATA_HOME: '' }, { XDG_DATA_HOME: 'data' }, { QUOTH_GATEWAY_HOME: '' }])
    assert.equal(dataFolderOf({}, env), usual);
  assert.equal(dataFolderOf({}, { XDG_DATA_HOME: '/data' }), '/data/quoth-gateway');
  assert.equal(dataFolderOf({}, { QUOTH_GATEWAY_HOME: '/books' }), '/books');
});

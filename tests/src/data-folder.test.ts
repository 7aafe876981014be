import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataFolderPath as clientPath } from '@quoth/client/node';
import { dataFolderPath as corePath } from '@quoth/core';

test('client and core agree where the data folder lies', () => {
  const variables = [
    {},
    { QUOTH_HOME: '/q' },
    { XDG_DATA_HOME: '/x' },
    { XDG_DATA_HOME: 'x' },
    { LOCALAPPDATA: '/l' },
  ];
  for (const platform of ['linux', 'darwin', 'win32'] as const)
    for (const env of variables) {
      const where = { platform, home: '/home/someone', env };
      assert.equal(clientPath(where), corePath(where), JSON.stringify(where));
    }
});

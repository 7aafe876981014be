import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { controlSocketFileName } from '@quoth/contract';
import { createCore, silentLogger } from '@quoth/core';
import type { ApplicationControl } from '../application-control.ts';
import { ControlSocketServer } from './control-socket-server.ts';

test('a control socket that no command could find is closed again, with the reason; the next one opens [CALL-CONTROL-FAILS]', async (context) => {
  const home = mkdtempSync(join(tmpdir(), 'quoth-control-'));
  const runtimeFolder = join(home, 'run');
  mkdirSync(runtimeFolder, { mode: 0o700 });
  const core = await createCore({
    dataFolder: join(home, 'data'),
    platform: process.platform,
    home,
    temporaryFolders: [],
    modelCatalog: undefined,
    env: { PATH: process.env.PATH },
    logger: silentLogger,
  });
  const server = new ControlSocketServer({
    core,
    // Nobody asks it anything here.
    application: {} as ApplicationControl,
    logger: silentLogger,
    platform: process.platform,
    runtimeFolder,
    temporaryFolder: home,
  });
  context.after(async () => {
    await server.close();
    await core.close();
    rmSync(home, { recursive: true, force: true });
  });
  const file = join(core.dataFolder, controlSocketFileName);
  mkdirSync(join(file, 'in the way'), { recursive: true });
  await assert.rejects(server.open(), /which commands use to find .* cannot be written .*folder/);
  assert.deepEqual(readdirSync(runtimeFolder), [], 'nobody listens any more');
  rmSync(file, { recursive: true });
  await server.open();
  assert.equal(readdirSync(runtimeFolder).length, 1);
  await server.close();
  assert.deepEqual([existsSync(file), readdirSync(runtimeFolder)], [false, []]);
});

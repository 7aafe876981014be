import assert from 'node:assert/strict';
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '@quoth/core';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { UpgradeWatch } from './upgrade-watch.ts';

test('a replaced program takes over once nothing is in progress; one that is written again as it was does not', async () => {
  const folder = temporaryFolder();
  const main = join(folder, 'application.js');
  const replace = (text: string) => {
    writeFileSync(`${main}.new`, text);
    renameSync(`${main}.new`, main);
  };
  writeFileSync(main, 'one');
  let isBusy = true;
  let asked = 0;
  const ready = Promise.withResolvers<void>();
  const watch = new UpgradeWatch({
    main,
    isBusy: () => {
      asked++;
      return isBusy;
    },
    onReady: () => ready.resolve(),
    logger: createLogger({ level: 'silent', destination: { file: join(folder, 'log') } }),
    settledMs: 20,
    lookMs: 20,
  });
  await watch.start();
  replace('one');
  await sleep(200);
  assert.equal(asked, 0);
  replace('two');
  await until(() => asked > 2);
  isBusy = false;
  await ready.promise;
  watch.close();
});

test('a link that an upgrade leads to the folder of the new version counts too, and the old files stay', async () => {
  const folder = temporaryFolder();
  for (const name of ['one', 'two']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'application.js'), name);
  }
  symlinkSync('one', join(folder, 'quoth'));
  const ready = Promise.withResolvers<void>();
  const watch = new UpgradeWatch({
    main: join(folder, 'quoth', 'application.js'),
    isBusy: () => false,
    onReady: () => ready.resolve(),
    logger: createLogger({ level: 'silent', destination: { file: join(folder, 'log') } }),
    settledMs: 20,
    lookMs: 20,
  });
  await watch.start();
  symlinkSync('two', join(folder, 'quoth.new'));
  renameSync(join(folder, 'quoth.new'), join(folder, 'quoth'));
  await ready.promise;
  watch.close();
});

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { isOnBattery } from './battery.ts';

test('a machine runs on its battery while that is discharged, and not on that of a mouse', async () => {
  const folder = temporaryFolder();
  assert.equal(await isOnBattery(join(folder, 'missing')), false);
  mkdirSync(join(folder, 'AC'));
  mkdirSync(join(folder, 'BAT0'));
  mkdirSync(join(folder, 'hidpp_battery_0'));
  writeFileSync(join(folder, 'hidpp_battery_0', 'scope'), 'Device\n');
  writeFileSync(join(folder, 'hidpp_battery_0', 'status'), 'Discharging\n');
  writeFileSync(join(folder, 'BAT0', 'status'), 'Charging\n');
  assert.equal(await isOnBattery(folder), false);
  writeFileSync(join(folder, 'BAT0', 'scope'), 'System\n');
  writeFileSync(join(folder, 'BAT0', 'status'), 'Discharging\n');
  assert.equal(await isOnBattery(folder), true);
});

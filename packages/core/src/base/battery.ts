import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * On Linux, true where the machine runs on its battery; false where that cannot be learned (Windows, macOS, a desktop
 * machine).
 */
export async function isOnBattery(folder = '/sys/class/power_supply'): Promise<boolean> {
  const supplies = await readdir(folder).catch(() => []);
  const read = async (...path: readonly string[]) =>
    (await readFile(join(folder, ...path), 'utf8').catch(() => '')).trim();
  const discharging = await Promise.all(
    supplies.map(async (name) => {
      // A battery of a device, such as a wireless mouse, does not power the machine.
      if ((await read(name, 'scope')) === 'Device') return false;
      return (await read(name, 'status')) === 'Discharging';
    }),
  );
  return discharging.includes(true);
}

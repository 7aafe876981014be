import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** True where the machine runs on its battery; false where that cannot be learned (Windows, macOS, a desktop machine). */
export async function isOnBattery(folder = '/sys/class/power_supply'): Promise<boolean> {
  const supplies = await readdir(folder).catch(() => []);
  const states = await Promise.all(
    supplies.map((name) => readFile(join(folder, name, 'status'), 'utf8').catch(() => '')),
  );
  return states.some((state) => state.trim() === 'Discharging');
}

import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, QuothError } from '@quoth/client';
import { doorClient, isAlive, readDoorFile } from '@quoth/client/node';
import { applicationFlags } from './application-flags.ts';
import type { Output } from './environment.ts';
import { proxySettings } from './proxy-settings.ts';
import type { CliConfig } from './read-config.ts';

const LONGEST_START_MS = 20_000;
const STEP_MS = 40;
const SILENT_STEPS = 12;

/** Starts the application detached and waits until its door answers, 20 s at most. Throws NO_CONNECTION with the application's last line. */
export async function startApplication(
  config: CliConfig,
  flags: readonly string[],
  progress: Output,
  signal: AbortSignal,
): Promise<Client> {
  if (!existsSync(config.applicationMain)) throw cannotStart('its main file is missing');
  const log = join(config.dataFolder, 'logs', 'start.log');
  mkdirSync(join(config.dataFolder, 'logs'), { recursive: true, mode: 0o700 });
  const stderr = openSync(log, 'w', 0o600);
  const child = spawn(process.execPath, [...applicationFlags, config.applicationMain, ...flags], {
    detached: true,
    stdio: ['ignore', 'ignore', stderr],
    env: { ...config.env, ...proxySettings(config.env) },
  });
  closeSync(stderr);
  let ending: (() => string) | undefined;
  child.once('error', (error) => {
    ending = () => error.message;
  });
  child.once('exit', () => {
    ending ??= () => lastLine(log);
  });
  child.unref();
  for (let step = 0; step * STEP_MS < LONGEST_START_MS; step += 1) {
    // Read before the door: another instance may have won, and its door is as good.
    const ended = ending;
    const client = await answeringDoor(config.dataFolder);
    if (client) return client;
    if (ended !== undefined) throw cannotStart(ended());
    if (step === SILENT_STEPS) progress.write('Starting Quoth…\n');
    await delay(STEP_MS, undefined, { signal });
  }
  throw cannotStart(`no answer within ${LONGEST_START_MS / 1000} s. ${lastLine(log)}`);
}

/** The application behind the door, once it answers. */
export async function answeringDoor(dataFolder: string): Promise<Client | undefined> {
  const door = await readDoorFile(dataFolder);
  if (!door || !isAlive(door.pid)) return undefined;
  const client = doorClient(door);
  try {
    await client.getApplication();
    return client;
  } catch (error) {
    if (error instanceof QuothError) return undefined;
    throw error;
  }
}

function lastLine(path: string): string {
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1) ?? '';
}

function cannotStart(reason: string): QuothError {
  return new QuothError('NO_CONNECTION', {
    message: `Quoth could not be started${reason === '' ? '' : `: ${reason}`}`,
    hint: 'Run "quoth doctor": it says what is missing.',
  });
}

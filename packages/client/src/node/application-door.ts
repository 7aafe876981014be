import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Client, createClient, noConnection } from '../index.ts';
import { createSocketTransport } from './socket-transport.ts';

/** The door file's name inside the data folder. */
export const doorFileName = 'cli-door.json';

/** Where the running application's door for the command line is, and the secret that opens it. */
export interface DoorFile {
  /** Unix socket, or named pipe on Windows. */
  readonly path: string;
  readonly secret: string;
  readonly pid: number;
  /** ISO 8601. */
  readonly startedAt: string;
}

/** The door file of a data folder; undefined when there is none, or none that can be read as one. */
export async function readDoorFile(dataFolder: string): Promise<DoorFile | undefined> {
  let text: string;
  try {
    text = await readFile(join(dataFolder, doorFileName), 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw cause;
  }
  return toDoorFile(text);
}

/** A client that speaks to the application through its door; it can call the `api` and the `app` routes. */
export function doorClient(door: DoorFile): Client {
  return createClient({
    fetch: createSocketTransport(door.path),
    baseUrl: 'http://localhost',
    headers: { authorization: `Bearer ${door.secret}` },
  });
}

/** The running application's client. Throws NO_CONNECTION when none runs in this data folder. */
export async function openApplicationDoor(dataFolder: string): Promise<Client> {
  const door = await readDoorFile(dataFolder);
  if (!door || !isAlive(door.pid)) throw noConnection(undefined);
  return doorClient(door);
}

/** Whether a process with this id lives, ours or another user's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM';
  }
}

function toDoorFile(text: string): DoorFile | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { path, secret, pid, started_at } = { ...value } as Record<string, unknown>;
  if (typeof path !== 'string' || typeof secret !== 'string' || typeof pid !== 'number') return undefined;
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { path, secret, pid, startedAt: typeof started_at === 'string' ? started_at : '' };
}

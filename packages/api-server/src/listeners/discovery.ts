import { statSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import {
  type Discovery,
  defaultPort,
  discovery,
  type Message,
  type Notice,
  type Said,
  say,
  systemCode,
  withAdvice,
} from '@quoth/contract';
import { writeWhole } from '@quoth/core';
import { listen } from '@quoth/http';
import * as z from 'zod';

/** Writes the file by which clients find the server. Mode 600 from its first byte on. */
export async function writeDiscovery(path: string, written: Discovery): Promise<void> {
  await writeWhole(path, `${JSON.stringify(written, null, 2)}\n`);
}

/** Whether there is one, and of this process. */
export async function isDiscoveryOf(path: string, pid: number): Promise<boolean> {
  try {
    return discovery.parse(JSON.parse(await readFile(path, 'utf8'))).pid === pid;
  } catch {
    return false;
  }
}

/** Deletes the file, if it is still this process's own. */
export async function removeDiscovery(path: string, pid: number): Promise<void> {
  try {
    const found = discovery.safeParse(JSON.parse(await readFile(path, 'utf8')));
    if (found.success && found.data.pid !== pid) return;
  } catch (error) {
    if (!(error instanceof SyntaxError)) return;
  }
  await rm(path, { force: true });
}

const content = z.object({ port: z.int().min(1).max(65_535) });
const portFile = (dataFolder: string) => join(dataFolder, 'api-server.json');

/** The port that the server had last, so that clients with a copied address find it again. */
export async function lastPort(dataFolder: string): Promise<number | undefined> {
  try {
    return content.parse(JSON.parse(await readFile(portFile(dataFolder), 'utf8'))).port;
  } catch {
    return undefined;
  }
}

export async function rememberPort(dataFolder: string, port: number): Promise<void> {
  await writeWhole(portFile(dataFolder), `${JSON.stringify({ port })}\n`);
}

const ADDRESS = '127.0.0.1';

/**
 * A port that the server listens at; none where the fixed one is not to be had. The notice says what is not as it was
 * wanted.
 */
interface TakenPort {
  readonly port: number | undefined;
  readonly notice?: Said<Notice>;
}

/** Has the server listen at the fixed port alone, or else at the last one, the default or a free one, on 127.0.0.1. */
export async function takePort(
  server: Server,
  { fixed, last }: { readonly fixed: number | null; readonly last: number | undefined },
): Promise<TakenPort> {
  const wanted = fixed ?? last ?? defaultPort;
  try {
    return { port: await listen(server, { host: ADDRESS, port: wanted, exclusive: true }) };
  } catch (error) {
    const code = systemCode(error);
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const isForbidden = code === 'EACCES';
    if (fixed !== null)
      return {
        port: undefined,
        notice: withAdvice(
          { id: 'port-in-use', level: 'warning' },
          {
            message: [say(isForbidden ? 'apiPortForbidden' : 'apiPortInUse', { port: fixed })],
            hint: [say('setOtherPort')],
          },
        ),
      };
    const port = await listen(server, { host: ADDRESS, port: 0, exclusive: true });
    return {
      port,
      notice: withAdvice(
        { id: 'port-in-use', level: 'warning' },
        {
          message: [say(isForbidden ? 'apiPortReplacedForbidden' : 'apiPortReplaced', { wanted, port })],
          hint: [say('giveOthersNewPort')],
        },
      ),
    };
  }
}

/** Why a file could not be written, in words if they are clearer than the system's code. */
export function reasonOf(error: unknown): string | Message {
  const code = systemCode(error);
  // Windows says EPERM when a file is to take the place of a folder.
  if (code === 'EPERM' && isFolder((error as NodeJS.ErrnoException & { dest?: string }).dest))
    return say('folderWithThatName');
  if (code === 'EISDIR' || code === 'ENOTEMPTY' || code === 'EEXIST') return say('folderWithThatName');
  return code ?? say('unknownReason');
}

function isFolder(path: string | undefined): boolean {
  return path !== undefined && (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);
}

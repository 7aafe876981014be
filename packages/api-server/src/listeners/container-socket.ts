import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { AppError, say, systemCode } from '@quoth/contract';
import { listen } from '@quoth/http';
import { checkLength, checkPrivateFolder } from './control-socket.ts';

/** The public API's own Unix socket: for programs in containers, into which its folder is mounted. */
export interface ContainerSocket {
  readonly path: string;
  readonly server: Server;
  /** Ends it at once, and whatever goes through it. */
  cut(): void;
}

/** In a folder of its own: each start makes a new socket, which a container finds only where the folder is mounted. */
export function containerSocketPath(dataFolder: string): string {
  return join(dataFolder, 'container', 'quoth.sock');
}

/**
 * Listens where no other user comes: Node does not tell whose a connection is, so folder and socket are this user's
 * alone. Throws the reason why that cannot be had, for the user.
 */
export async function openContainerSocket(server: Server, path: string): Promise<ContainerSocket> {
  const folder = dirname(path);
  // Windows has no such users and permissions.
  if (!process.getuid) throw new AppError('CONFLICT', { message: say('noSocketOnWindows') });
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // What is there is looked at next.
    if (systemCode(error) !== 'EEXIST') throw error;
  }
  checkPrivateFolder(folder);
  checkLength(path, process.platform);
  removeDeadSocket(path);
  if (lstatSync(path, { throwIfNoEntry: false }))
    throw new AppError('CONFLICT', { message: say('somethingElseInPlace') });
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  await listen(server, { path });
  const cut = () => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  try {
    chmodSync(path, 0o600);
  } catch (error) {
    cut();
    throw error;
  }
  return { path, server, cut };
}

/** Removes what a killed run left: this process has locked the data folder. Anything else in its place stays. */
export function removeDeadSocket(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSocket()) rmSync(path);
}

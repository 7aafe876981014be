import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** Whose process is at the other end of a loopback connection: this user's, somebody else's, or nobody can tell. */
export type Owner = 'own' | 'other' | 'unknown';

/** Columns of a line of /proc/net/tcp (proc(5)): number, local address, remote address, ..., uid as the eighth. */
const UID_COLUMN = 7;

/**
 * Looks for the other end's socket in a table of the form of /proc/net/tcp: the line whose local address is our remote one. What
 * the table does not have is `unknown`: it has been closed already, or belongs to another network namespace.
 */
export function ownerIn(
  table: string,
  { clientPort, serverPort, uid }: { clientPort: number; serverPort: number; uid: number },
): Owner {
  const local = addressOf(clientPort);
  const remote = addressOf(serverPort);
  for (const line of table.split('\n')) {
    // Most lines are others' connections; they are told apart before anything of them is cut up.
    if (!line.includes(local)) continue;
    const columns = line.trim().split(/\s+/);
    if (columns[1] === local && columns[2] === remote)
      return Number(columns[UID_COLUMN]) === uid ? 'own' : 'other';
  }
  return 'unknown';
}

/** 127.0.0.1 as the kernel writes it on a machine of this byte order, and the port in hexadecimal. */
function addressOf(port: number): string {
  const address =
    new Uint8Array(new Uint32Array([0x01_00_00_7f]).buffer)[0] === 0x7f ? '0100007F' : '7F000001';
  return `${address}:${port.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The owner of a connection to us. Linux alone tells; elsewhere, and where /proc is hidden, it is `unknown`. */
export async function connectionOwner({ remotePort, localPort }: Socket): Promise<Owner> {
  const uid = process.getuid?.();
  if (
    process.platform !== 'linux' ||
    uid === undefined ||
    remotePort === undefined ||
    localPort === undefined
  )
    return 'unknown';
  const table = await readFile('/proc/net/tcp', 'latin1').catch(() => '');
  return ownerIn(table, { clientPort: remotePort, serverPort: localPort, uid });
}

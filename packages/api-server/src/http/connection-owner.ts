import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** Owner of the process at the other end of a loopback connection: this user, another one, or unknown. */
export type Owner = 'own' | 'other' | 'unknown';

/** Columns of a line of /proc/net/tcp (proc(5)): number, local address, remote address, ..., uid as the eighth. */
const UID_COLUMN = 7;

/**
 * Looks for the other end's socket in the lines of a table of the form of /proc/net/tcp: the line whose local address is our remote one. What
 * the table does not have is `unknown`: it has been closed already, or belongs to another network namespace.
 */
export function ownerIn(
  table: readonly string[],
  { clientPort, serverPort, uid }: { clientPort: number; serverPort: number; uid: number },
): Owner {
  const local = addressOf(clientPort);
  const remote = addressOf(serverPort);
  for (const line of table) {
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

/** The kernel's table of connections, as text; empty where there is none to read. */
export type ReadTable = () => Promise<string>;

/**
 * Whose connections these are; each is looked for once, when its first request comes, and all that come while the table is being read
 * share the next reading of it. Linux alone tells; elsewhere, and where /proc is hidden, an owner is `unknown`.
 */
export class ConnectionOwners {
  readonly #known = new WeakMap<Socket, Owner>();
  readonly #searches = new WeakMap<Socket, Promise<void>>();
  readonly #readTable: ReadTable;
  #reading: Promise<readonly string[]> | undefined;
  #next: Promise<readonly string[]> | undefined;

  constructor(readTable: ReadTable = readProcNetTcp) {
    this.#readTable = readTable;
  }

  of(socket: Socket): Owner | undefined {
    return this.#known.get(socket);
  }

  /** The search, while it is going on; undefined once the owner is known. */
  looking(socket: Socket): Promise<void> | undefined {
    if (this.#known.has(socket)) return undefined;
    const before = this.#searches.get(socket);
    if (before) return before;
    const search = this.#find(socket).then((owner) => {
      this.#known.set(socket, owner);
    });
    this.#searches.set(socket, search);
    return search;
  }

  async #find({ remotePort, localPort }: Socket): Promise<Owner> {
    const uid = process.getuid?.();
    if (uid === undefined || remotePort === undefined || localPort === undefined) return 'unknown';
    return ownerIn(await this.#table(), { clientPort: remotePort, serverPort: localPort, uid });
  }

  /** A reading that begins after this call: one that is under way may have passed the connection's place already. */
  #table(): Promise<readonly string[]> {
    if (!this.#reading) return this.#read();
    this.#next ??= this.#reading.then(() => {
      this.#next = undefined;
      return this.#read();
    });
    return this.#next;
  }

  async #read(): Promise<readonly string[]> {
    const reading = this.#readTable().then((text) => text.split('\n'));
    this.#reading = reading;
    try {
      return await reading;
    } finally {
      if (this.#reading === reading) this.#reading = undefined;
    }
  }
}

async function readProcNetTcp(): Promise<string> {
  if (process.platform !== 'linux') return '';
  return readFile('/proc/net/tcp', 'latin1').catch(() => '');
}

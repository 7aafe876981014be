import { existsSync, readFileSync } from 'node:fs';
import type { Server, Socket } from 'node:net';
import { endianness } from 'node:os';
import type { Logger } from './logger.ts';

/** Owner of the process at the other end of a loopback connection: this user, another one, or unknown. */
type Owner = 'own' | 'other' | 'unknown';

/** A connection to us, and this user. */
interface Wanted {
  readonly clientPort: number;
  readonly serverPort: number;
  readonly uid: number;
}

/**
 * Asks the kernel for one connection by its ports, both on 127.0.0.1. Undefined if the kernel does not answer such
 * questions.
 */
type AskKernel = (wanted: Wanted) => Owner | undefined;

/** Others' connections are counted until they have closed. */
const MAX_CONNECTIONS = 2_048;

/** Closes connections of other users' processes before a byte of them is read. */
export function refuseOtherUsers(server: Server, logger: Logger): void {
  if (process.platform !== 'linux') return;
  loadOnce();
  server.maxConnections = MAX_CONNECTIONS;
  let isNoted = false;
  // Before everybody else who learns of a connection: no one has begun to read it.
  server.prependListener('connection', (socket) => {
    if (isOwnConnection(socket, ask ?? notLoaded)) return;
    socket.destroy();
    if (isNoted) return;
    isNoted = true;
    logger.warn('A connection from a program of another user was closed; further ones are not logged.');
  });
}

const notLoaded: AskKernel = () => undefined;
/** One for all listeners. */
let ask: AskKernel | undefined;

function loadOnce(): void {
  if (ask) return;
  ask = notLoaded;
  void loadKernel().then((loaded) => {
    ask = loaded;
  });
}

/**
 * Whether the client of an admitted connection has closed it in both directions. One that only sends no more looks the
 * same from here, but the kernel tells them apart. False where the system does not answer.
 */
export function hasLeft(socket: Socket): boolean {
  return process.platform === 'linux' && !isOwnConnection(socket, ask ?? notLoaded);
}

/**
 * Whether a connection is this user's, on Linux. Where the kernel does not answer for that one connection, its tables
 * are read. What is unknown after a second look counts as another user's.
 */
export function isOwnConnection(
  { remoteAddress, remotePort, localPort }: Pick<Socket, 'remoteAddress' | 'remotePort' | 'localPort'>,
  ask: AskKernel,
  readTables = readProcNet,
): boolean {
  const uid = process.getuid?.();
  // No program of ours, and no usual one, binds to another address of this machine before it connects.
  if (remoteAddress !== '127.0.0.1' || remotePort === undefined || localPort === undefined) return false;
  if (uid === undefined) return false;
  const wanted = { clientPort: remotePort, serverPort: localPort, uid };
  const answer = ask(wanted);
  if (answer !== undefined) return answer === 'own';
  const look = () => ownerIn(readTables().split('\n'), wanted);
  const owner = look();
  // The kernel writes its tables in pieces, so that a line can be missing once.
  return (owner === 'unknown' ? look() : owner) === 'own';
}

/**
 * Columns of a line of /proc/net/tcp (proc(5)): number, local address, remote address, ..., uid as the eighth, inode as
 * the tenth.
 */
const UID_COLUMN = 7;
const INODE_COLUMN = 9;

/**
 * Looks for the other end's socket in the lines of /proc/net/tcp and tcp6: the line whose local address is our remote
 * one. A socket that its process has closed already has no inode any more, and the kernel then writes 0 as its user:
 * whose it was is `unknown`.
 */
export function ownerIn(table: readonly string[], { clientPort, serverPort, uid }: Wanted): Owner {
  const [client, server] = [hexPort(clientPort), hexPort(serverPort)];
  for (const line of table) {
    // Most lines are others' connections; they are told apart before anything of them is cut up.
    if (!line.includes(client)) continue;
    const columns = line.trim().split(/\s+/);
    for (const address of LOOPBACK) {
      if (columns[1] !== address + client || columns[2] !== address + server) continue;
      if (columns[INODE_COLUMN] === '0') return 'unknown';
      return Number(columns[UID_COLUMN]) === uid ? 'own' : 'other';
    }
  }
  return 'unknown';
}

const isLittleEndian = endianness() === 'LE';
/**
 * 127.0.0.1 as the kernel writes it on a machine of this byte order: in its table for IPv4, and of an IPv6 socket in
 * the other one.
 */
const LOOPBACK = isLittleEndian
  ? ['0100007F', '0000000000000000FFFF00000100007F']
  : ['7F000001', '00000000000000000000FFFF7F000001'];

function hexPort(port: number): string {
  return `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
}

function readProcNet(): string {
  return ['tcp', 'tcp6']
    .map((name) => `/proc/self/net/${name}`)
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}

// From linux/netlink.h, linux/sock_diag.h and linux/inet_diag.h.
const AF_NETLINK = 16;
const SOCK_DGRAM_CLOEXEC = 0o2000002;
const NETLINK_SOCK_DIAG = 4;
const SOCK_DIAG_BY_FAMILY = 20;
const NLM_F_REQUEST = 1;
const AF_INET = 2;
const IPPROTO_TCP = 6;
const TCP_LISTEN = 10;
const MSG_DONTWAIT = 0x40;
/** struct nlmsghdr, and behind it struct inet_diag_req_v2, whose inet_diag_sockid begins at its eighth byte. */
const HEADER_BYTES = 16;
const REQUEST_BYTES = HEADER_BYTES + 56;
/** Of struct inet_diag_msg: where the socket's ports, user and inode stand. */
const [STATE_AT, PORTS_AT, UID_AT, INODE_AT] = [1, 4, 64, 68];

/**
 * The kernel's answer for one connection (sock_diag(7)) takes 0.03 ms. Reading its tables takes 3 to 12 ms for each
 * connection, since the kernel passes through all of a table that grows with the machine's memory.
 */
export async function loadKernel(): Promise<AskKernel> {
  try {
    const { default: koffi } = await import('koffi');
    const libc = koffi.load(null);
    const socket = libc.func('int socket(int domain, int type, int protocol)');
    const send = libc.func('long send(int fd, const void *bytes, size_t length, int flags)');
    const receive = libc.func('long recv(int fd, void *bytes, size_t length, int flags)');
    const fd: number = socket(AF_NETLINK, SOCK_DGRAM_CLOEXEC, NETLINK_SOCK_DIAG);
    const reply = Buffer.alloc(4_096);
    let sequence = 0;
    const userOf = (local: number, remote: number): number | undefined => {
      sequence = (sequence + 1) % 0x7fff_ffff;
      send(fd, diagRequest(local, remote, sequence), REQUEST_BYTES, 0);
      // Each question has one answer, which is there as soon as it is sent; one to an earlier question is passed over.
      for (;;) {
        const length: number = receive(fd, reply, reply.length, MSG_DONTWAIT);
        if (length < HEADER_BYTES) return undefined;
        const answer = new DataView(reply.buffer, reply.byteOffset, length);
        if (answer.getUint32(8, isLittleEndian) === sequence) return userIn(answer, local, remote);
      }
    };
    return ({ clientPort, serverPort, uid }) => {
      const client = userOf(clientPort, serverPort);
      if (client !== undefined) return client === uid ? 'own' : 'other';
      // Our own end is open, so a kernel that does not find it does not answer at all.
      return userOf(serverPort, clientPort) === undefined ? undefined : 'unknown';
    };
  } catch {
    return () => undefined;
  }
}

function diagRequest(local: number, remote: number, sequence: number): Buffer {
  const bytes = Buffer.alloc(REQUEST_BYTES);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  view.setUint32(0, REQUEST_BYTES, isLittleEndian);
  view.setUint16(4, SOCK_DIAG_BY_FAMILY, isLittleEndian);
  view.setUint16(6, NLM_F_REQUEST, isLittleEndian);
  view.setUint32(8, sequence, isLittleEndian);
  view.setUint8(HEADER_BYTES, AF_INET);
  view.setUint8(HEADER_BYTES + 1, IPPROTO_TCP);
  view.setUint32(HEADER_BYTES + 4, 0xffff_ffff, isLittleEndian);
  const id = HEADER_BYTES + 8;
  view.setUint16(id, local);
  view.setUint16(id + 2, remote);
  for (const address of [id + 4, id + 20]) view.setUint32(address, 0x7f_00_00_01);
  // No cookie.
  for (const cookie of [id + 40, id + 44]) view.setUint32(cookie, 0xffff_ffff);
  return bytes;
}

/**
 * The user of a connection's socket that a process still holds. If none exists, the kernel may answer with one that
 * listens on that port.
 */
function userIn(answer: DataView, local: number, remote: number): number | undefined {
  if (answer.getUint16(4, isLittleEndian) !== SOCK_DIAG_BY_FAMILY) return undefined;
  if (answer.byteLength < HEADER_BYTES + INODE_AT + 4) return undefined;
  if (answer.getUint32(HEADER_BYTES + INODE_AT, isLittleEndian) === 0) return undefined;
  if (answer.getUint8(HEADER_BYTES + STATE_AT) === TCP_LISTEN) return undefined;
  if (answer.getUint16(HEADER_BYTES + PORTS_AT) !== local) return undefined;
  if (answer.getUint16(HEADER_BYTES + PORTS_AT + 2) !== remote) return undefined;
  return answer.getUint32(HEADER_BYTES + UID_AT, isLittleEndian);
}

import { createConnection } from 'node:net';
import * as z from 'zod';
import type { ActiveApplication, ActiveProgram } from './active-application.ts';

const RUN_COMMAND = 0;
const GET_TREE = 4;
const ANSWER_MS = 1_000;

const node = z.object({
  id: z.int(),
  focused: z.boolean().optional(),
  name: z.string().nullish(),
  pid: z.int().optional(),
  app_id: z.string().nullish(),
  window_properties: z.object({ class: z.string().optional() }).optional(),
  get nodes() {
    return z.array(node).optional();
  },
  get floating_nodes() {
    return z.array(node).optional();
  },
});
type Node = z.output<typeof node>;

/**
 * By sway's IPC (sway-ipc(7)): the focused container of the tree. i3 has the same protocol.
 */
export class SwayApplication implements ActiveApplication {
  readonly #path: string;

  /** `path` is what SWAYSOCK holds. */
  constructor(path: string) {
    this.#path = path;
  }

  /** Undefined if nothing listens there: the variable outlives sway where another desktop is started after it. */
  static async at(path: string): Promise<SwayApplication | undefined> {
    const socket = createConnection(path);
    const isThere = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    return isThere ? new SwayApplication(path) : undefined;
  }

  async current(): Promise<ActiveProgram | null> {
    return focusedProgram(await this.#tree());
  }

  async open(): Promise<readonly ActiveProgram[] | null> {
    const read = node.safeParse(await this.#tree());
    if (!read.success) return null;
    const found = new Map<string, ActiveProgram>();
    for (const program of programsBelow(read.data))
      if (!found.has(program.program)) found.set(program.program, program);
    return [...found.values()];
  }

  async raise(pid: number): Promise<boolean> {
    const done = z
      .array(z.object({ success: z.boolean() }))
      .safeParse(await this.#ask(RUN_COMMAND, `[pid=${pid}] focus`));
    return done.success && done.data.some(({ success }) => success);
  }

  #tree(): Promise<unknown> {
    return this.#ask(GET_TREE);
  }

  /** The desktop's answer; null if none exists. */
  #ask(type: number, body?: string): Promise<unknown> {
    return new Promise((resolve) => {
      const socket = createConnection(this.#path);
      const done = (answer: unknown) => {
        clearTimeout(timer);
        socket.destroy();
        resolve(answer);
      };
      // Not the socket's own timer, which each byte renews.
      const timer = setTimeout(() => done(null), ANSWER_MS);
      socket.on('error', () => done(null));
      socket.on('end', () => done(null));
      const reader = new MessageReader((_, body) => done(body));
      socket.on('data', (bytes: Buffer) => {
        if (!reader.push(bytes)) done(null);
      });
      socket.write(swayMessage(type, body));
    });
  }

  close(): void {
    // Each question has a connection of its own.
  }
}

function focusedProgram(tree: unknown): ActiveProgram | null {
  const read = node.safeParse(tree);
  const focused = read.success ? findFocused(read.data) : undefined;
  // A workspace has the focus where no window has it.
  return focused ? programOf(focused) : null;
}

function programOf(focused: Node): ActiveProgram | null {
  const program = focused.app_id ?? focused.window_properties?.class;
  if (!program) return null;
  return { program, title: focused.name ?? undefined, pid: focused.pid, windowId: `sway:${focused.id}` };
}

function findFocused(at: Node): Node | undefined {
  if (at.focused) return at;
  for (const child of [...(at.nodes ?? []), ...(at.floating_nodes ?? [])]) {
    const found = findFocused(child);
    if (found) return found;
  }
  return undefined;
}

function programsBelow(at: Node): readonly ActiveProgram[] {
  const own = programOf(at);
  const below = [...(at.nodes ?? []), ...(at.floating_nodes ?? [])].flatMap(programsBelow);
  return own ? [own, ...below] : below;
}

const MAGIC = Buffer.from('i3-ipc');
const HEADER = MAGIC.length + 8;
/** The tree of hundreds of windows is smaller. */
const MAX_BYTES = 8 * 1024 * 1024;

/** A message as sway and i3 read it: magic, length and type in the machine's byte order, then JSON. */
export function swayMessage(type: number, body = ''): Buffer {
  const bytes = Buffer.from(body);
  const header = Buffer.alloc(HEADER);
  MAGIC.copy(header);
  header.writeUInt32LE(bytes.length, MAGIC.length);
  header.writeUInt32LE(type, MAGIC.length + 4);
  return Buffer.concat([header, bytes]);
}

/** Assembles messages from the bytes of a socket. The type of an event has its highest bit set. */
class MessageReader {
  readonly #onMessage: (type: number, body: unknown) => void;
  #bytes: Buffer = Buffer.alloc(0);

  constructor(onMessage: (type: number, body: unknown) => void) {
    this.#onMessage = onMessage;
  }

  /** False if the bytes are not of this protocol; nothing more should be read then. */
  push(bytes: Buffer): boolean {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    while (this.#bytes.length >= HEADER) {
      const length = this.#bytes.readUInt32LE(MAGIC.length);
      if (!this.#bytes.subarray(0, MAGIC.length).equals(MAGIC) || length > MAX_BYTES) return false;
      if (this.#bytes.length < HEADER + length) return true;
      const type = this.#bytes.readUInt32LE(MAGIC.length + 4);
      const body = this.#bytes.subarray(HEADER, HEADER + length).toString();
      this.#bytes = this.#bytes.subarray(HEADER + length);
      try {
        this.#onMessage(type, JSON.parse(body));
      } catch {
        return false;
      }
    }
    return true;
  }
}

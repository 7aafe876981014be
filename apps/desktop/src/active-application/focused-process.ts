import { createConnection } from 'node:net';
import { join } from 'node:path';
import * as z from 'zod';

type Environment = Readonly<Record<string, string | undefined>>;

const ANSWER_MS = 500;
/** What is said of one window is far shorter. */
const MAX_BYTES = 256 * 1024;

interface FocusedWindow {
  readonly program: string;
  readonly pid: number;
}

/** A desktop with a socket of its own: where that is, and how it is asked for the window with the focus. */
interface DesktopSocket {
  readonly path: (env: Environment) => string | undefined;
  readonly question: string;
  readonly answer: z.ZodType<FocusedWindow>;
}

/** As their documentation and sources say; neither was run here. */
const sockets: readonly DesktopSocket[] = [
  // Hyprland (https://wiki.hypr.land/IPC/); it closes the connection after its answer, and stands still until then.
  {
    path: ({ HYPRLAND_INSTANCE_SIGNATURE: instance, XDG_RUNTIME_DIR: folder }) =>
      instance && folder ? join(folder, 'hypr', instance, '.socket.sock') : undefined,
    question: 'j/activewindow',
    answer: z
      .object({ class: z.string(), pid: z.int().positive() })
      .transform(({ class: program, pid }) => ({ program, pid })),
  },
  // niri (https://docs.rs/niri-ipc): one line each way.
  {
    path: ({ NIRI_SOCKET }) => NIRI_SOCKET,
    question: '"FocusedWindow"\n',
    answer: z
      .object({
        Ok: z.object({ FocusedWindow: z.object({ app_id: z.string(), pid: z.int().positive() }) }),
      })
      .transform(({ Ok: { FocusedWindow: window } }) => ({ program: window.app_id, pid: window.pid })),
  },
];

/**
 * The process of the window with the focus, which no protocol of Wayland tells, from the desktop's own socket;
 * undefined where it has no socket, or names another program than this one.
 */
export async function focusedProcess(program: string, env: Environment): Promise<number | undefined> {
  for (const { path, question, answer } of sockets) {
    const socket = path(env);
    if (!socket) continue;
    const window = answer.safeParse(await asked(socket, question)).data;
    if (window?.program === program) return window.pid;
  }
  return undefined;
}

/** The answer, as JSON; undefined if it does not come. */
function asked(path: string, question: string): Promise<unknown> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    let text = '';
    const done = (answer: unknown) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    // Not the socket's own timer, which each byte renews.
    const timer = setTimeout(() => done(undefined), ANSWER_MS);
    socket.setEncoding('utf8');
    socket.on('error', () => done(undefined));
    socket.on('end', () => done(undefined));
    socket.on('data', (part: string) => {
      text += part;
      const answer = parsed(text);
      if (answer !== undefined || text.length > MAX_BYTES) done(answer);
    });
    socket.write(question);
  });
}

/** Undefined until all of it is there. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

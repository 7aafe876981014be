import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message, MessageBus } from 'dbus-native';
import * as z from 'zod';
import type { SessionBus } from '../session/session-bus.ts';
import { type ActiveApplication, type ActiveProgram, onlyInFront } from './active-application.ts';

const KWIN = 'org.kde.KWin';
const SCRIPTING = '/Scripting';
const ANSWER_MS = 2_000;
/** Our own name for what the script calls back. */
const INTERFACE = 'app.quoth.ActiveWindow';

const activeAnswer = z.tuple([z.string(), z.string(), z.string(), z.number(), z.string()]);
/** `activeClient` is what Plasma 5 calls it. */
const activeScript = `const w = workspace.activeWindow ?? workspace.activeClient;
answer(String(w ? w.resourceClass : ''), String(w ? w.desktopFileName : ''), String(w ? w.caption : ''), w ? w.pid : 0, String(w ? w.internalId : ''));`;

const raiseAnswer = z.tuple([z.boolean()]);
const raiseScript = (pid: number) => `
const all = workspace.windowList ? workspace.windowList() : workspace.clientList();
const w = all.find((one) => one.pid === ${pid} && one.normalWindow);
if (w) {
  w.minimized = false;
  if (workspace.activeClient === undefined) workspace.activeWindow = w;
  else workspace.activeClient = w;
}
answer(w !== undefined);`;

/**
 * The windows of KDE Plasma 5.27 and 6, by scripts that KWin runs and that call us back over the bus: 8 ms, and no
 * permission is asked.
 */
export function kwinApplication(bus: SessionBus): ActiveApplication {
  return {
    ...onlyInFront(() => activeWindow(bus)),
    raise: async (pid) => {
      const values = await answered(bus, raiseScript(pid)).catch(() => null);
      return raiseAnswer.safeParse(values).data?.[0] ?? false;
    },
  };
}

async function activeWindow(bus: SessionBus): Promise<ActiveProgram | null> {
  const read = activeAnswer.safeParse(await answered(bus, activeScript));
  if (!read.success) return null;
  const [windowClass, desktopFile, title, pid, id] = read.data;
  const program = desktopFile || windowClass;
  return program === '' ? null : { program, title, pid: pid > 0 ? pid : undefined, windowId: `kwin:${id}` };
}

/** What a script gives to `answer`; null if KWin runs none. KWin reads a script from a file only. */
async function answered(session: SessionBus, script: string): Promise<readonly unknown[] | null> {
  const bus = await session.connection();
  if (!bus?.name) return null;
  // Each question has a script of its own: two with one name would be one to KWin.
  const folder = await mkdtemp(join(tmpdir(), 'quoth-kwin-'));
  const member = `Answer${folder.slice(-6)}`;
  const path = join(folder, 'script.js');
  const { promise, resolve } = Promise.withResolvers<readonly unknown[] | null>();
  const onCall = (message: Message) => {
    if (message.interface === INTERFACE && message.member === member) resolve(message.body ?? []);
  };
  bus.connection.on('message', onCall);
  const timer = setTimeout(() => resolve(null), ANSWER_MS);
  const answer = `const answer = (...values) => callDBus(${JSON.stringify(bus.name)}, '/', '${INTERFACE}', '${member}', ...values);`;
  try {
    await writeFile(path, `${answer}\n${script}`, { mode: 0o600 });
    const number = await scripting<number>(bus, 'loadScript', 'ss', [path, folder]);
    await runScript(bus, number);
    return await promise;
  } finally {
    clearTimeout(timer);
    bus.connection.off('message', onCall);
    void scripting(bus, 'unloadScript', 's', [folder]).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
}

async function scripting<Answer>(
  bus: MessageBus,
  member: string,
  signature: string,
  body: readonly unknown[],
): Promise<Answer> {
  return bus.invoke<Answer>(
    {
      destination: KWIN,
      path: SCRIPTING,
      interface: 'org.kde.kwin.Scripting',
      member,
      signature,
      body: [...body],
    },
    { timeout: ANSWER_MS },
  );
}

/** Plasma 6 puts scripts below /Scripting/Script, Plasma 5 below the root. */
async function runScript(bus: MessageBus, number: number): Promise<void> {
  const run = (path: string) =>
    bus.invoke(
      { destination: KWIN, path, interface: 'org.kde.kwin.Script', member: 'run' },
      { timeout: ANSWER_MS },
    );
  await run(`/Scripting/Script${number}`).catch(() => run(`/${number}`));
}

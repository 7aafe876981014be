import { execFile } from 'node:child_process';
import type { SessionBus } from '../session-bus/index.ts';

/** Screen savers that answer on the session bus, and where. */
const savers = [
  ['org.freedesktop.ScreenSaver', '/org/freedesktop/ScreenSaver'],
  ['org.gnome.ScreenSaver', '/org/gnome/ScreenSaver'],
  ['org.mate.ScreenSaver', '/org/mate/ScreenSaver'],
  ['org.cinnamon.ScreenSaver', '/org/cinnamon/ScreenSaver'],
] as const;
const BUS = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
};
const LOGINCTL_MS = 1_000;

export interface ScreenLockOptions {
  readonly bus: Pick<SessionBus, 'call'> | null;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Whether the desktop says that its screen is locked: by its screen saver, or by logind (`LockedHint`). False where nobody says anything. */
export async function isScreenLocked({ bus, env }: ScreenLockOptions): Promise<boolean> {
  const answers = await Promise.all([
    ...savers.map(([name, path]) => (bus ? saverIsActive(bus, name, path) : false)),
    isHintedLocked(env),
  ]);
  return answers.includes(true);
}

/** Nobody is started for the question. */
async function saverIsActive(bus: Pick<SessionBus, 'call'>, name: string, path: string): Promise<boolean> {
  const owned = await bus.call<boolean>({ ...BUS, member: 'NameHasOwner', signature: 's', body: [name] });
  if (owned !== true) return false;
  return (
    (await bus.call<boolean>({ destination: name, path, interface: name, member: 'GetActive' })) === true
  );
}

function isHintedLocked(env: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  const { XDG_SESSION_ID: session } = env;
  if (!session) return Promise.resolve(false);
  const asked = ['show-session', session, '--property=LockedHint', '--value'];
  return new Promise((resolve) => {
    execFile('loginctl', asked, { env: { ...env }, timeout: LOGINCTL_MS }, (error, stdout) =>
      resolve(!error && stdout.trim() === 'yes'),
    );
  });
}

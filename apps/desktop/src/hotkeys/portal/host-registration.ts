import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageBus } from 'dbus-native';
import { isAbsent, isSilent, PortalError } from './portal-error.ts';
import { PORTAL, PORTAL_PATH } from './portal-requests.ts';

/** Our name on desktops: that of the application entry. */
export const APP_ID = 'app.quoth.Quoth';
const CALL_MS = 15_000;
const TRIES = 4;
/** The portal notices a new file because it watches the folder. */
const NOTICE_MS = 300;

/** The entry by which a desktop knows a program. */
export interface ApplicationEntry {
  readonly path: string;
  /** Brings it up to date. True if that changed something. */
  write(): Promise<boolean>;
}

/**
 * Tells the portal who we are (org.freedesktop.host.portal.Registry, from xdg-desktop-portal 1.20 on): a program outside a sandbox has no
 * name otherwise, and from 1.21 on shortcuts are only for those that have one. It must be the first call of the connection, and
 * needs an application entry of that name; if there is none, it is written and the portal asked again. Portals without the registry
 * are older and need no name, so only a missing portal throws.
 */
export async function registerHost(bus: MessageBus, entry: ApplicationEntry): Promise<void> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    try {
      await bus.invoke(
        {
          destination: PORTAL,
          path: PORTAL_PATH,
          interface: 'org.freedesktop.host.portal.Registry',
          member: 'Register',
          signature: 'sa{sv}',
          body: [APP_ID, {}],
        },
        { timeout: CALL_MS },
      );
      return;
    } catch (error) {
      if (isSilent(error)) throw new PortalError('trouble', 'it did not answer in time');
      // No registry, or no portal at all: what is asked next will tell.
      if (isAbsent(error)) return;
      // Once the entry is there, only the portal's notice of it is waited for.
      const isNew = await entry.write().catch(() => false);
      if (attempt === 1 && !isNew && !(await exists(entry.path))) return;
      if (attempt < TRIES) await sleep(NOTICE_MS * attempt);
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return readFile(path).then(
    () => true,
    () => false,
  );
}

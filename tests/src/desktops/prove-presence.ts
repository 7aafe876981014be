import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ShownIndicator } from '@quoth/desktop/fixtures/shown-indicator.ts';
import type { MessageBus } from 'dbus-native';
import { report } from './matrix.ts';
import type { SpokenTo } from './prove-speech.ts';
import { type Environment, until } from './tree-session.ts';

/** A desktop that can be looked at. */
export interface SeenDesktop {
  readonly env: Environment;
  readonly bus: MessageBus;
  /** A picture of the whole screen, as a PNG at this path. KWin takes none where no graphics card draws it. */
  screenshot?(path: string): Promise<void>;
}

/** Pictures of a run, for eyes. */
const pictures = join(import.meta.dirname, '..', '..', '..', 'dist', 'desktops');
const WATCHER = 'org.kde.StatusNotifierWatcher';
const PROPERTIES = 'org.freedesktop.DBus.Properties';

/**
 * The icon in the desktop's own panel, and the indicator over its windows while somebody speaks; a picture of both is
 * kept.
 */
export async function provePresence(
  desktop: string,
  on: SeenDesktop,
  app: SpokenTo,
  hasPanel: boolean,
): Promise<void> {
  mkdirSync(pictures, { recursive: true });
  if (hasPanel)
    await report(desktop, 'tray', 'icon in the panel', async () => {
      const ids = await until('the icon', async () => {
        const found = await icons(on.bus).catch((): readonly string[] => []);
        return found.includes('quoth') ? found : undefined;
      });
      return `shown among: ${ids.join(', ')}`;
    });
  await report(desktop, 'indicator', 'over the windows', async () => {
    const { DISPLAY: name = '' } = on.env;
    const indicator = await ShownIndicator.at({ name, env: on.env });
    try {
      await app.client.startDictation({ body: { delivery: 'none' } });
      const { x, y, width, height } = await until('the indicator', () => indicator.place());
      await app.speak();
      // A folder that the desktop has as well.
      const picture = `/tmp/${desktop}.png`;
      await on.screenshot?.(picture);
      if (on.screenshot) copyFileSync(picture, join(pictures, `${desktop}.png`));
      return `shown, ${width} × ${height} at ${x}, ${y}`;
    } finally {
      await app.client.cancelDictation();
      await until('its end', async () => (await indicator.place()) === undefined);
      indicator.close();
    }
  });
}

/** What the icons that the panel shows call themselves. */
async function icons(bus: MessageBus): Promise<readonly string[]> {
  const property = (destination: string, path: string, from: string, name: string) =>
    bus.invoke({
      destination,
      path,
      interface: PROPERTIES,
      member: 'Get',
      signature: 'ss',
      body: [from, name],
    });
  const items = (await property(
    WATCHER,
    '/StatusNotifierWatcher',
    WATCHER,
    'RegisteredStatusNotifierItems',
  )) as string[];
  return Promise.all(
    items.map(async (item) => {
      const at = item.indexOf('/');
      const path = at < 0 ? '/StatusNotifierItem' : item.slice(at);
      const id = await property(at < 0 ? item : item.slice(0, at), path, 'org.kde.StatusNotifierItem', 'Id');
      return String(id).toLowerCase();
    }),
  );
}

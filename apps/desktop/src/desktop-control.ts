import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiServer, ApplicationControl, BackupControl } from '@quoth/api-server';
import {
  appVersion,
  type KeyboardPermission,
  type Notice,
  type OngoingWork,
  type Said,
} from '@quoth/contract';
import type { Core } from '@quoth/core';
import { root } from '@quoth/processes/places';
import type { WyomingServer } from '@quoth/wyoming';
import { desktopFindings } from './desktop-findings.ts';
import { type DesktopParts, desktopOn } from './desktop-parts.ts';
import type { DictationKeys } from './hotkeys/dictation-keys.ts';
import type { Config } from './read-config.ts';
import { restartNotices } from './restart.ts';
import { openPath, revealPath } from './session/reveal-path.ts';
import { hasTrayPanel } from './tray/status-notifier-tray.ts';
import type { WindowOpener } from './window.ts';

export interface DesktopControlOptions {
  readonly config: Config;
  readonly core: Core;
  readonly apiServer: ApiServer;
  readonly wyoming: WyomingServer;
  readonly keys: DictationKeys;
  readonly windows: WindowOpener;
  readonly windowNotices: () => readonly Said<Notice>[];
  readonly parts: Pick<
    DesktopParts,
    'mayPressKeys' | 'keyboard' | 'activeApplication' | 'accessibility' | 'bus' | 'canWrite'
  >;
  /** False once the indicator's window could not be shown. */
  readonly hasIndicator: () => boolean;
  /** True while the application ends by itself once no one needs it. */
  readonly endsWhenIdle: () => boolean;
  readonly backups: BackupControl;
  readonly onKeep: () => void;
  readonly onStop: () => void;
}

/** The list of all user documentation. */
const DOCUMENTATION = join(root, 'docs', 'README.md');

const MEGABYTE = 1024 * 1024;
/** Milliseconds for the answer to the request that stops the application to be sent. */
const STOP_AFTER_MS = 50;

/** What the window and the command line can ask of the running application, beyond core. */
export function createDesktopControl(options: DesktopControlOptions): ApplicationControl {
  const { config, core, apiServer, wyoming, keys, windows, parts, backups } = options;
  const { keyboard } = parts;
  const { platform, env } = config;
  // The lists of clients and of login items are loaded on demand, because most runs never need them.
  const clients = () => import('./mcp-clients.ts');
  const surroundings = { ...config, tokens: core.namedTokens };
  const autostart = async () => (await import('./session/autostart.ts')).createAutostart(config);
  const keyboardState = (permission: KeyboardPermission) => ({
    permission,
    dialog: keyboard && desktopOn(env),
  });
  return {
    apiServer,
    wyoming,
    keys,
    windows,
    backups,
    state: async () => ({
      ok: true,
      app_version: appVersion,
      pid: process.pid,
      started_at: core.startedAt,
      data_folder: core.dataFolder,
      headless: config.headless,
      ends_when_idle: options.endsWhenIdle(),
      memory_mb: Math.round(process.memoryUsage().rss / MEGABYTE),
      api_server: apiServer.state(),
      wyoming: wyoming.state(),
      engines: core.engines(),
      queue: core.transcriptions.load(),
      work: await ongoingWork(core),
      notices: [...restartNotices(config), ...core.notices(), ...options.windowNotices()],
    }),
    keep: options.onKeep,
    stop: () => void setTimeout(options.onStop, STOP_AFTER_MS),
    mcpClients: async () => (await clients()).listMcpClients(surroundings),
    installMcpClient: async (id, body) => (await clients()).installMcpClient(id, body, surroundings),
    removeMcpClient: async (id) => (await clients()).removeMcpClient(id, surroundings),
    revealPath: async (what) => {
      const path = {
        'data-folder': () => core.dataFolder,
        'discovery-file': () => apiServer.state().discovery_file,
        documentation: () => DOCUMENTATION,
      }[what]();
      const show = what === 'documentation' ? openPath : revealPath;
      return { path, shown: await show(path, { platform, env, exists: existsSync(path) }) };
    },
    autostart: async () => (await autostart()).state(),
    switchAutostart: async (isOn) => {
      const entry = await autostart();
      await entry.switch(isOn);
      return entry.state();
    },
    keyboardPermission: async () => keyboardState((await keyboard?.checkedPermission()) ?? 'unavailable'),
    askKeyboardPermission: async () => {
      if (!keyboard || (await keyboard.permission()) === 'unavailable') return keyboardState('unavailable');
      void keyboard.ask();
      return keyboardState('asking');
    },
    desktopFindings: async () =>
      desktopFindings({
        platform,
        env,
        // None is registered while Quoth runs for one command.
        shortcuts: options.endsWhenIdle() ? { ...keys.shortcuts(), keys: [] } : keys.shortcuts(),
        mayPressKeys: parts.mayPressKeys,
        keyboard: (await keyboard?.checkedPermission()) ?? null,
        canWrite: await parts.canWrite(),
        knowsTarget:
          core.settings.get().pasteIntoAnyWindow || (await parts.activeApplication.knowsFocus?.()) !== false,
        asksPrograms: parts.accessibility?.isNeeded ? core.settings.get().accessibilityWhileRunning : null,
        hasTray: core.settings.get().trayIcon && parts.bus ? await hasTrayPanel(parts.bus) : null,
        hasIndicator: options.hasIndicator(),
      }),
  };
}

async function ongoingWork(core: Core): Promise<OngoingWork[]> {
  const unfinished = await core.recordings.unfinished();
  return unfinished.map(({ id, source_name, status, progressPercent }) => ({
    recording_id: id,
    name: source_name,
    status,
    progress_percent: progressPercent ?? null,
  }));
}

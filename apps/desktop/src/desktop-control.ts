import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiServer, ApplicationControl, BackupControl, OpenedWindow } from '@quoth/api-server';
import {
  type ApiCall,
  type ApiServerState,
  type ApplicationState,
  type AutostartState,
  appVersion,
  type Finding,
  type InstallMcpClientBody,
  type KeyboardPermission,
  type McpClient,
  type McpInstallation,
  type Notice,
  type RevealPathBody,
  type ShortcutMode,
  type Shortcuts,
  type WorkInHand,
  type WyomingState,
} from '@quoth/contract';
import type { Core } from '@quoth/core';
import { root } from '@quoth/processes/places';
import type { WyomingServer } from '@quoth/wyoming';
import type { PortalKeyboard } from './delivery/portal-keyboard.ts';
import { desktopFindings } from './desktop-findings.ts';
import type { DictationKeys } from './hotkeys/dictation-keys.ts';
import type { Config } from './read-config.ts';
import { restartNotices } from './restart.ts';
import { openPath, revealPath } from './session/reveal-path.ts';
import type { WindowOpener } from './window.ts';

export interface DesktopControlOptions {
  readonly config: Config;
  readonly core: Core;
  readonly apiServer: ApiServer;
  readonly wyoming: WyomingServer;
  readonly keys: DictationKeys;
  readonly windows: WindowOpener;
  /** Notices of the window server. */
  readonly windowNotices: () => readonly Notice[];
  /** Whether the system lets us press keys; null if it does not ask for a permission. */
  readonly mayPressKeys: (() => boolean) | null;
  /** Presses keys by the desktop's portal; null where another way is used. */
  readonly keyboard: PortalKeyboard | null;
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
export class DesktopControl implements ApplicationControl {
  readonly #with: DesktopControlOptions;

  constructor(options: DesktopControlOptions) {
    this.#with = options;
  }

  get backups(): BackupControl {
    return this.#with.backups;
  }

  async state(): Promise<ApplicationState> {
    const { config, core, apiServer, wyoming, windowNotices, endsWhenIdle } = this.#with;
    return {
      ok: true,
      app_version: appVersion,
      pid: process.pid,
      started_at: core.startedAt,
      data_folder: core.dataFolder,
      headless: config.headless,
      ends_when_idle: endsWhenIdle(),
      memory_mb: Math.round(process.memoryUsage().rss / MEGABYTE),
      api_server: apiServer.state(),
      wyoming: wyoming.state(),
      engines: core.engines(),
      queue: core.transcriptions.load(),
      work: await this.#work(),
      notices: [...restartNotices(config), ...core.notices(), ...windowNotices()],
    };
  }

  keep(): void {
    this.#with.onKeep();
  }

  stop(): void {
    setTimeout(this.#with.onStop, STOP_AFTER_MS);
  }

  apiServerState(): ApiServerState {
    return this.#with.apiServer.state();
  }

  restoreDiscovery(): Promise<void> {
    return this.#with.apiServer.restoreDiscovery();
  }

  switchApiServer(enabled: boolean, thisRunOnly: boolean): Promise<ApiServerState> {
    return this.#with.apiServer.switch(enabled, thisRunOnly);
  }

  wyomingState(): WyomingState {
    return this.#with.wyoming.state();
  }

  switchWyoming(enabled: boolean): Promise<WyomingState> {
    return this.#with.wyoming.switch(enabled);
  }

  token(): Promise<string> {
    return this.#with.core.tokens.current();
  }

  regenerateToken(): Promise<string> {
    return this.#with.apiServer.regenerateToken();
  }

  apiCalls(): readonly ApiCall[] {
    return this.#with.apiServer.calls();
  }

  // What knows the clients is loaded on demand: most runs never need it.
  async mcpClients(): Promise<readonly McpClient[]> {
    return (await import('./mcp-clients.ts')).listMcpClients(this.#clientsOf());
  }

  async installMcpClient(id: string, body: InstallMcpClientBody): Promise<McpInstallation> {
    return (await import('./mcp-clients.ts')).installMcpClient(id, body, this.#clientsOf());
  }

  async removeMcpClient(id: string): Promise<McpInstallation> {
    return (await import('./mcp-clients.ts')).removeMcpClient(id, this.#clientsOf());
  }

  async revealPath(what: RevealPathBody['what']): Promise<{ path: string; shown: boolean }> {
    const { config, core, apiServer } = this.#with;
    const { platform, env } = config;
    const path = {
      'data-folder': () => core.dataFolder,
      'discovery-file': () => apiServer.state().discovery_file,
      documentation: () => DOCUMENTATION,
    }[what]();
    const show = what === 'documentation' ? openPath : revealPath;
    return { path, shown: await show(path, { platform, env, exists: existsSync(path) }) };
  }

  async autostart(): Promise<AutostartState> {
    return (await this.#autostart()).state();
  }

  async switchAutostart(isOn: boolean): Promise<AutostartState> {
    const autostart = await this.#autostart();
    await autostart.switch(isOn);
    return autostart.state();
  }

  async keyboardPermission(): Promise<KeyboardPermission> {
    return (await this.#with.keyboard?.permission()) ?? 'unavailable';
  }

  async askKeyboardPermission(): Promise<KeyboardPermission> {
    const { keyboard } = this.#with;
    if (!keyboard || (await keyboard.permission()) === 'unavailable') return 'unavailable';
    void keyboard.ask();
    return 'asking';
  }

  desktopFindings(): readonly Finding[] {
    const { config, keys, mayPressKeys, hasIndicator, keyboard } = this.#with;
    const { platform, env } = config;
    const way = keys.shortcuts().way;
    void keyboard?.permission();
    return desktopFindings({
      platform,
      env,
      keys: way,
      mayPressKeys,
      keyboard: keyboard?.known ?? null,
      hasIndicator: hasIndicator(),
    });
  }

  shortcuts(): Shortcuts {
    return this.#with.keys.shortcuts();
  }

  setShortcutMode(mode: ShortcutMode): Promise<Shortcuts> {
    return this.#with.keys.setMode(mode);
  }

  openWindow(options: { readonly browser: boolean; readonly page: string }): Promise<OpenedWindow> {
    return this.#with.windows.open(options);
  }

  async #autostart() {
    return (await import('./session/autostart.ts')).createAutostart(this.#with.config);
  }

  #clientsOf() {
    const { config, core } = this.#with;
    return { ...config, tokens: core.namedTokens };
  }

  async #work(): Promise<WorkInHand[]> {
    const unfinished = await this.#with.core.recordings.unfinished();
    return unfinished.map(({ id, source_name, status, progressPercent }) => ({
      recording_id: id,
      name: source_name,
      status,
      progress_percent: progressPercent ?? null,
    }));
  }
}

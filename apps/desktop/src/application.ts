import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  ApiServer,
  type ApplicationControl,
  type Closing,
  ControlSocketServer,
  type OpenedWindow,
  SessionFile,
  WindowServer,
} from '@quoth/api-server';
import {
  type ApiCall,
  type ApiServerState,
  AppError,
  type ApplicationState,
  type AutostartState,
  appVersion,
  type Finding,
  type McpClient,
  type McpInstallation,
  type Notice,
  type RevealPathBody,
  type ShortcutMode,
  type Shortcuts,
  type WorkInHand,
} from '@quoth/contract';
import { type Core, createCore, type Logger } from '@quoth/core';
import { pasteLast } from './delivery/paste-last.ts';
import { desktopFindings } from './desktop-findings.ts';
import { createDesktopParts, type DesktopParts } from './desktop-parts.ts';
import { revealPath } from './file-manager/reveal-path.ts';
import { DictationKeys } from './hotkeys/index.ts';
import { IdleWatch } from './idle-watch.ts';
import { Presence } from './presence.ts';
import type { Config } from './read-config.ts';
import { openBrowser } from './window/open-browser.ts';

const MEGABYTE = 1024 * 1024;

/** The running process: core, and the listeners into it. */
export class Application implements ApplicationControl {
  readonly #config: Config;
  readonly #core: Core;
  readonly #apiServer: ApiServer;
  readonly #controlSocket: ControlSocketServer;
  readonly #windowServer: WindowServer;
  readonly #parts: DesktopParts;
  readonly #keys: DictationKeys;
  readonly #presence: Presence;
  /** Only of one that was started for a single command. */
  #idle: IdleWatch | undefined;
  readonly #onStop: () => void;
  #endMicrophones: (() => void) | undefined;

  private constructor(config: Config, core: Core, parts: DesktopParts, logger: Logger, onStop: () => void) {
    this.#config = config;
    this.#core = core;
    this.#parts = parts;
    this.#onStop = onStop;
    this.#keys = new DictationKeys({
      core,
      create: parts.createHotkeys,
      logger,
      pasteLast: () => pasteLast(core, parts.dictation.delivery),
    });
    const onRequest = (answer: Closing) => this.#idle?.hold(answer);
    this.#apiServer = new ApiServer({ core, logger, onRequest });
    this.#controlSocket = new ControlSocketServer({
      core,
      application: this,
      logger,
      platform: config.platform,
      runtimeFolder: config.runtimeFolder,
      temporaryFolder: config.temporaryFolder,
      onRequest,
    });
    this.#windowServer = new WindowServer({
      core,
      application: this,
      logger,
      pageFolder: config.pageFolder,
      onRequest,
      sessionFile: keepsWindows(config)
        ? new SessionFile(join(core.dataFolder, 'window-sessions.json'))
        : undefined,
      onWindows: (isOpen) => this.#followMicrophones(isOpen),
      onLastClosed: () => {
        if (core.settings.get().endWithLastWindow) onStop();
      },
    });
    this.#presence = new Presence({
      config,
      core,
      parts,
      logger,
      controls: {
        apiServer: () => this.apiServerState(),
        switchApiServer: (isOn) => this.switchApiServer(isOn, false),
        openWindow: (page) => this.openWindow({ browser: true, page }),
        copy: (text) => parts.dictation.delivery.deliver(text, { to: 'copy' }),
        quit: onStop,
      },
    });
    if (config.ephemeral) {
      this.#idle = new IdleWatch({
        afterMs: () => core.settings.get().applicationIdleSeconds * 1000,
        isNeeded: () => this.#isNeeded(),
        onIdle: onStop,
      });
    }
  }

  /** Opens core, then the listeners. `onStop` is called when somebody asks for a clean stop. Throws AlreadyRunning. */
  static async start(config: Config, logger: Logger, onStop: () => void): Promise<Application> {
    const parts = await createDesktopParts(config);
    const core = await createCore({ ...config, dictation: parts.dictation, logger }).catch(
      async (error: unknown) => {
        await parts.close();
        throw error;
      },
    );
    const application = new Application(config, core, parts, logger, onStop);
    try {
      await application.#apiServer.restore(config.apiThisRun);
      await application.#controlSocket.open();
      await application.#windowServer.restore();
      // One that was started for a single command takes no keys: it is about to end.
      if (!config.ephemeral) void application.#keys.bind();
      application.#idle?.count();
      return application;
    } catch (error) {
      // What is open already goes with it, the discovery file too.
      await application.close();
      throw error;
    }
  }

  async state(): Promise<ApplicationState> {
    return {
      ok: true,
      app_version: appVersion,
      pid: process.pid,
      started_at: this.#core.startedAt,
      data_folder: this.#core.dataFolder,
      headless: this.#config.headless,
      ends_when_idle: this.#idle !== undefined,
      memory_mb: Math.round(process.memoryUsage().rss / MEGABYTE),
      api_server: this.#apiServer.state(),
      engines: this.#core.engines(),
      queue: this.#core.transcriptions.load(),
      work: await this.#work(),
      notices: [...restartNotices(this.#config), ...this.#core.notices(), ...this.#windowServer.notices()],
    };
  }

  keep(): void {
    this.#idle?.stop();
    this.#idle = undefined;
    void this.#keys.bind();
  }

  stop(): void {
    // The answer to the request that asked for it is sent first.
    setTimeout(this.#onStop, 50);
  }

  apiServerState(): ApiServerState {
    return this.#apiServer.state();
  }

  switchApiServer(enabled: boolean, thisRunOnly: boolean): Promise<ApiServerState> {
    return this.#apiServer.switch(enabled, thisRunOnly);
  }

  token(): Promise<string> {
    return this.#core.tokens.current();
  }

  regenerateToken(): Promise<string> {
    return this.#apiServer.regenerateToken();
  }

  apiCalls(): readonly ApiCall[] {
    return this.#apiServer.calls();
  }

  // What knows the clients is loaded when somebody asks: most runs never do.
  async mcpClients(): Promise<readonly McpClient[]> {
    return (await import('./mcp-clients.ts')).listMcpClients(this.#config);
  }

  async installMcpClient(id: string): Promise<McpInstallation> {
    return (await import('./mcp-clients.ts')).installMcpClient(id, this.#config);
  }

  async revealPath(what: RevealPathBody['what']): Promise<{ path: string; shown: boolean }> {
    const { platform, env } = this.#config;
    const path = what === 'data-folder' ? this.#core.dataFolder : this.#apiServer.state().discovery_file;
    return { path, shown: await revealPath(path, { platform, env, exists: existsSync(path) }) };
  }

  async autostart(): Promise<AutostartState> {
    return (await this.#autostart()).state();
  }

  async switchAutostart(isOn: boolean): Promise<AutostartState> {
    const autostart = await this.#autostart();
    await autostart.switch(isOn);
    return autostart.state();
  }

  desktopFindings(): readonly Finding[] {
    const { platform, env } = this.#config;
    const keys = this.#keys.shortcuts().way;
    return desktopFindings({ platform, env, keys, mayPressKeys: this.#parts.mayPressKeys });
  }

  shortcuts(): Shortcuts {
    return this.#keys.shortcuts();
  }

  setShortcutMode(mode: ShortcutMode): Promise<Shortcuts> {
    return this.#keys.setMode(mode);
  }

  async openWindow({ browser, page }: { browser: boolean; page: string }): Promise<OpenedWindow> {
    const { pageFolder, platform, env, browserProgram } = this.#config;
    if (!existsSync(join(pageFolder, 'index.html'))) {
      throw new AppError('INVALID_REQUEST', {
        message: 'The window has not been built yet.',
        hint: 'Run "quoth start": it builds the window, then opens it.',
      });
    }
    const address = await this.#windowServer.newAddress(page);
    if (!browser) return { address, browser: null };
    const opened = await openBrowser(address, {
      platform,
      env,
      program: browserProgram,
      profileFolder: join(this.#core.dataFolder, 'window-profile'),
    });
    if (opened !== undefined) return { address: null, browser: opened };
    throw new AppError('INVALID_REQUEST', {
      message: 'No browser could be opened: there is none, or no screen to show it on.',
      hint: 'Run "quoth start --no-browser": it prints an address to open in a browser yourself.',
    });
  }

  /** Ends the listeners, then core. Work in hand is put back to where the next start takes it up, and who waits for it is told. */
  async close(): Promise<void> {
    this.#idle?.stop();
    this.#followMicrophones(false);
    await this.#keys.close();
    await this.#presence.close();
    await Promise.all([
      this.#apiServer.close(),
      this.#controlSocket.close(),
      this.#windowServer.close(),
      this.#core.transcriptions.putOff(),
    ]);
    await this.#core.close();
    await this.#parts.close();
  }

  /** Only a window shows which microphones there are, and a watch costs a process or a look now and then. */
  #followMicrophones(isWanted: boolean): void {
    if (!isWanted) this.#endMicrophones?.();
    this.#endMicrophones = isWanted
      ? (this.#endMicrophones ?? this.#core.dictations?.followMicrophones())
      : undefined;
  }

  async #autostart() {
    return (await import('./autostart/index.ts')).createAutostart(this.#config);
  }

  async #work(): Promise<WorkInHand[]> {
    const unfinished = await this.#core.recordings.unfinished();
    return unfinished.map(({ id, source_name, status, progressPercent }) => ({
      recording_id: id,
      name: source_name,
      status,
      progress_percent: progressPercent ?? null,
    }));
  }

  #isNeeded(): boolean {
    return (
      this.#core.transcriptions.busy() ||
      this.#core.dictations?.isBusy === true ||
      this.#core.modelFiles.busy() ||
      this.#apiServer.state().running ||
      this.#windowServer.hasWindows()
    );
  }
}

/**
 * A page that is loaded anew while nobody listens on its port may come from another user's program, and has that window's token. On Linux no
 * other user could do anything with it: their connections are refused.
 */
function keepsWindows({ platform }: Config): boolean {
  return platform === 'linux';
}

/** The user is told of a restart: what was asked at that moment may have to be asked again. */
function restartNotices({ restarts, dataFolder }: Config): Notice[] {
  if (restarts.length === 0) return [];
  return [
    {
      id: 'restarted-after-error',
      level: 'warning',
      message: 'Quoth started itself again after an error of its own. Every recording is kept.',
      hint: `Send again what was refused at that moment. What happened stands in ${join(dataFolder, 'logs', 'quoth.log')}.`,
    },
  ];
}

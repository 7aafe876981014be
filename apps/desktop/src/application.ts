import { ApiServer, type ApplicationControl, DoorServer } from '@quoth/api-server';
import { type ApiServerState, type ApplicationState, appVersion } from '@quoth/contract';
import { type Core, createCore, type Logger } from '@quoth/core';
import { IdleWatch } from './idle-watch.ts';
import type { Config } from './read-config.ts';

/** An application that was started for one command ends after so long without a request. */
const IDLE_MS = 5_000;
const MEGABYTE = 1024 * 1024;

/** The running process: core, and the doors into it. */
export class Application implements ApplicationControl {
  readonly #config: Config;
  readonly #core: Core;
  readonly #apiServer: ApiServer;
  readonly #door: DoorServer;
  readonly #idle: IdleWatch | undefined;
  readonly #onStop: () => void;

  private constructor(config: Config, core: Core, logger: Logger, onStop: () => void) {
    this.#config = config;
    this.#core = core;
    this.#onStop = onStop;
    const onRequest = () => this.#idle?.touch();
    this.#apiServer = new ApiServer({ core, logger, onRequest });
    this.#door = new DoorServer({
      core,
      application: this,
      logger,
      platform: config.platform,
      runtimeFolder: config.runtimeFolder,
      temporaryFolder: config.temporaryFolder,
      onRequest,
    });
    if (config.ephemeral) {
      this.#idle = new IdleWatch({ afterMs: IDLE_MS, isNeeded: () => this.#isNeeded(), onIdle: onStop });
    }
  }

  /** Opens core, then the doors. `onStop` is called when somebody asks for a clean stop. Throws AlreadyRunning. */
  static async start(config: Config, logger: Logger, onStop: () => void): Promise<Application> {
    const core = await createCore({ ...config, logger });
    try {
      const application = new Application(config, core, logger, onStop);
      await application.#apiServer.restore(config.apiThisRun);
      await application.#door.open();
      application.#idle?.touch();
      return application;
    } catch (error) {
      await core.close();
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
      notices: [...this.#core.notices()],
    };
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

  /** Ends the doors, then core: work in hand is put back to where the next start takes it up. */
  async close(): Promise<void> {
    this.#idle?.stop();
    await Promise.all([this.#apiServer.close(), this.#door.close()]);
    await this.#core.close();
  }

  #isNeeded(): boolean {
    const { running, waiting } = this.#core.transcriptions.load();
    return running + waiting > 0 || this.#core.modelFiles.busy() || this.#apiServer.state().running;
  }
}

import { join } from 'node:path';
import {
  ApiServer,
  type ClosingAnswer,
  ControlSocketServer,
  SessionFile,
  WindowServer,
} from '@quoth/api-server';
import { type Core, closeAll, createCore, type Logger } from '@quoth/core';
import { WyomingServer } from '@quoth/wyoming';
import { Backups } from './backups.ts';
import { createDesktopControl } from './desktop-control.ts';
import { createDesktopParts, type DesktopParts } from './desktop-parts.ts';
import { DictationKeys, pasteLast } from './hotkeys/dictation-keys.ts';
import { IdleWatch } from './idle-watch.ts';
import { followInterrupted } from './interrupted-dictations.ts';
import { Presence } from './presence.ts';
import type { Config } from './read-config.ts';
import type { DbusApplication } from './session/dbus-application.ts';
import { desktopLanguages, Texts } from './text/texts.ts';
import { WindowOpener } from './window.ts';

/** Milliseconds for the answer to the request that restores a backup to be sent. */
const RESTART_AFTER_MS = 50;

/** What the process does when the application asks for it. */
interface Endings {
  /** A clean stop. */
  stop(): void;
  /** The same process starts again: its data was replaced. */
  restart(): void;
}

/** The running process: core, the listeners into it, and what it shows and takes on the desktop. */
export class Application {
  readonly #config: Config;
  readonly #core: Core;
  readonly #apiServer: ApiServer;
  readonly #wyoming: WyomingServer;
  readonly #controlSocket: ControlSocketServer;
  readonly #windowServer: WindowServer;
  readonly #windows: WindowOpener;
  readonly #parts: DesktopParts;
  readonly #logger: Logger;
  readonly #keys: DictationKeys;
  readonly #presence: Presence;
  readonly #texts: Texts;
  readonly #backups: Backups;
  /** Only if it was started for a single command. */
  #idle: IdleWatch | undefined;
  #dbus: DbusApplication | undefined;
  #endMicrophones: (() => void) | undefined;
  #endInterrupted: (() => void) | undefined;
  #endAccessibility: (() => void) | undefined;
  /** Its user has ended it, not the session or a restart. */
  #hasQuit = false;

  private constructor(
    config: Config,
    core: Core,
    parts: DesktopParts,
    logger: Logger,
    systemLanguages: readonly string[],
    on: Endings,
  ) {
    const onStop = () => {
      this.#hasQuit = true;
      on.stop();
    };
    this.#config = config;
    this.#core = core;
    this.#parts = parts;
    this.#texts = new Texts({
      settings: () => core.settings.get(),
      events: core.events,
      preferred: systemLanguages,
    });
    this.#logger = logger;
    this.#keys = new DictationKeys({
      core,
      texts: this.#texts,
      create: parts.createHotkeys,
      logger,
      pasteLast: () => pasteLast(core, parts.dictation.delivery),
    });
    const onRequest = (answer: ClosingAnswer) => this.#idle?.hold(answer);
    this.#apiServer = new ApiServer({ core, logger, onRequest });
    this.#wyoming = new WyomingServer({ core, logger });
    this.#windows = new WindowOpener({
      config: { ...config, dataFolder: core.dataFolder },
      newAddress: (page) => this.#windowServer.newAddress(page),
      windowCount: () => this.#windowServer.windowCount,
      expectsWindows: () => this.#windowServer.isOn(),
      raise: async (pid) => (await parts.activeApplication.raise?.(pid)) ?? false,
      turnTo: (page) => core.events.publish({ type: 'window-wanted', page }),
    });
    this.#backups = new Backups({
      ...config,
      dataFolder: core.dataFolder,
      isBusy: () => this.isBusy,
      onRestored: () => setTimeout(on.restart, RESTART_AFTER_MS),
      logger,
    });
    const control = createDesktopControl({
      config,
      core,
      apiServer: this.#apiServer,
      wyoming: this.#wyoming,
      keys: this.#keys,
      windows: this.#windows,
      windowNotices: () => this.#windowServer.notices(),
      parts,
      hasIndicator: () => this.#presence.hasIndicator,
      endsWhenIdle: () => this.#idle !== undefined,
      backups: this.#backups,
      onKeep: () => this.#keep(),
      onStop,
    });
    const shared = { core, application: control, logger, onRequest };
    this.#controlSocket = new ControlSocketServer({
      ...shared,
      platform: config.platform,
      runtimeFolder: config.runtimeFolder,
      temporaryFolder: config.temporaryFolder,
    });
    this.#windowServer = new WindowServer({
      ...shared,
      pageFolder: config.pageFolder,
      sessionFile: keepsWindows(config)
        ? new SessionFile(join(core.dataFolder, 'window-sessions.json'))
        : undefined,
      onWindows: (isOpen) => {
        this.#followMicrophones(isOpen);
        parts.sign.windowsChanged();
      },
      onLastClosed: async () => {
        await this.#backups.windowsClosed();
        if (core.settings.get().endWithLastWindow && this.#windowServer.windowCount === 0) onStop();
      },
    });
    parts.sign.useWindows(() => this.#windowServer.windowCount > 0);
    this.#presence = new Presence({
      config,
      texts: this.#texts,
      core,
      parts,
      logger,
      controls: {
        apiServer: () => this.#apiServer.state(),
        switchApiServer: (isOn) => this.#apiServer.switch(isOn, false),
        openWindow: (page, activationToken) => this.#windows.open({ browser: true, page, activationToken }),
        copy: (text) => parts.dictation.delivery.deliver(text, { to: 'copy' }),
        quit: onStop,
      },
    });
    if (config.ephemeral) {
      this.#idle = new IdleWatch({
        afterMs: () => core.settings.get().applicationIdleSeconds * 1000,
        isNeeded: () => this.#isNeeded(),
        onIdle: on.stop,
      });
    }
  }

  /** Opens core, then the listeners. Throws AlreadyRunning. */
  static async start(config: Config, logger: Logger, on: Endings): Promise<Application> {
    const parts = await createDesktopParts(config);
    const systemLanguages = desktopLanguages(config.platform, config.env);
    const core = await createCore({
      ...config,
      systemLanguages,
      dictation: parts.dictation,
      logger,
    }).catch(async (error: unknown) => {
      await parts.close();
      throw error;
    });
    const application = new Application(config, core, parts, logger, systemLanguages, on);
    try {
      await application.#open();
      return application;
    } catch (error) {
      // This also closes what is open already, and removes the discovery file.
      await application
        .close()
        .catch((failure: unknown) => logger.error({ error: failure }, 'Closing failed.'));
      throw error;
    }
  }

  /**
   * Closes the listeners, then core, also when a part fails; throws what failed. Work in hand is interrupted so that
   * the next start resumes it, and its callers get an error.
   */
  close(): Promise<void> {
    return closeAll([
      () => this.#idle?.stop(),
      () => this.#followMicrophones(false),
      () => this.#endInterrupted?.(),
      () => this.#endAccessibility?.(),
      () => (this.#hasQuit ? this.#parts.accessibility?.follow(false) : undefined),
      () => this.#backups.dismiss(),
      () => this.#dbus?.close(),
      () => this.#windows.close(),
      () => this.#keys.close(),
      () => this.#presence.close(),
      () => this.#texts.close(),
      [
        () => this.#apiServer.close(),
        () => this.#wyoming.close(),
        () => this.#controlSocket.close(),
        () => this.#windowServer.close(),
        () => this.#core.transcriptions.suspend(),
      ],
      () => this.#core.close(),
      () => this.#parts.close(),
    ]);
  }

  async #open(): Promise<void> {
    await this.#texts.follow();
    this.#endInterrupted = await followInterrupted(this.#core);
    await this.#apiServer.restore(this.#config.apiThisRun);
    await this.#wyoming.restore();
    await this.#controlSocket.open();
    await this.#windowServer.restore();
    this.#followAccessibility();
    // An application that was started for a single command takes no keys: it is about to end.
    if (!this.#config.ephemeral) this.#serveDesktop();
    this.#idle?.count();
  }

  /** Keeps an application running that was started for a single command. */
  #keep(): void {
    this.#idle?.stop();
    this.#idle = undefined;
    // A process that takes this one's place is started with the same arguments.
    const at = process.argv.indexOf('--ephemeral');
    if (at > 0) process.argv.splice(at, 1);
    this.#serveDesktop();
  }

  /** The keys that work everywhere, what shows at once that a microphone is open, and the name on the session bus. */
  #serveDesktop(): void {
    this.#presence.prepare();
    this.#followAccessibility();
    this.#parts.dictation.microphone.prepare?.();
    void this.#keys.bind();
    void this.#takeName();
  }

  /** An application that was started for a single command is about to end, and only puts back what is not wanted. */
  #followAccessibility(): void {
    const { accessibility } = this.#parts;
    const { settings, events } = this.#core;
    const follow = () => {
      const isWanted = settings.get().accessibilityWhileRunning;
      if (!isWanted || !this.#idle) void accessibility?.follow(isWanted);
    };
    follow();
    this.#endAccessibility ??= events.on({ 'settings-changed': follow });
  }

  async #takeName(): Promise<void> {
    const { bus } = this.#parts;
    if (!bus || this.#dbus) return;
    // Loaded where it is needed: the library of D-Bus is large.
    const { DbusApplication } = await import('./session/dbus-application.ts');
    this.#dbus = new DbusApplication({
      bus,
      env: this.#config.env,
      openWindow: (activationToken) => this.#windows.open({ browser: true, page: '/', activationToken }),
      logger: this.#logger,
    });
    await this.#dbus.open();
  }

  /** Watching costs a process or regular polling, and only a window shows the list of microphones. */
  #followMicrophones(isWanted: boolean): void {
    if (!isWanted) this.#endMicrophones?.();
    this.#endMicrophones = isWanted
      ? (this.#endMicrophones ?? this.#core.dictations?.followMicrophones())
      : undefined;
  }

  /** True while something is recorded, transcribed, downloaded or passed on. */
  get isBusy(): boolean {
    return (
      this.#core.transcriptions.busy() ||
      this.#core.liveAudio.busy() ||
      this.#core.dictations?.isBusy === true ||
      this.#core.modelFiles.busy() ||
      this.#core.actions.isBusy ||
      this.#backups.isSaving
    );
  }

  #isNeeded(): boolean {
    return (
      this.isBusy ||
      this.#apiServer.state().running ||
      this.#wyoming.state().running ||
      this.#windowServer.windowCount > 0
    );
  }
}

/**
 * Whether windows reconnect after a restart. When a page reloads while nothing listens on its port, another user's
 * program could serve it and obtain the window's token. That is harmless only on Linux, where the connections of other
 * users are refused.
 */
function keepsWindows({ platform }: Config): boolean {
  return platform === 'linux';
}

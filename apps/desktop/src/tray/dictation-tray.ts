import {
  type ApiServerState,
  type AppError,
  adviceIn,
  asAppError,
  type Message,
  type MicrophoneFacts,
  say,
  withAdvice,
} from '@quoth/contract';
import { type Core, type Logger, theUser } from '@quoth/core';
import type { Texts } from '../text/texts.ts';
import { type CreateTray, type Tray, type TrayAction, trayMenu, trayState, trayTitle } from './tray-menu.ts';

/** Events come in bursts; the tray follows the last one. */
const SETTLE_MS = 150;
const TRANSCRIPTS = 5;

/** The parts of the application that the tray's menu uses. */
export interface TrayControls {
  readonly apiServer: () => ApiServerState;
  readonly switchApiServer: (isOn: boolean) => Promise<ApiServerState>;
  readonly openWindow: (page: string, activationToken?: string) => Promise<unknown>;
  /** `problem`: why it is not on the clipboard. */
  readonly copy: (text: string) => Promise<{ readonly problem?: AppError | undefined }>;
  readonly quit: () => void;
}

export interface DictationTrayOptions {
  readonly create: CreateTray;
  readonly core: Core;
  readonly controls: TrayControls;
  readonly onShown: (isShown: boolean) => void;
  readonly texts: Pick<Texts, 'current' | 'language' | 'onChange'>;
  readonly logger: Logger;
}

/** Keeps the tray up to date with recorder, modes and history, and does what is chosen in its menu. */
export class DictationTray {
  readonly #options: DictationTrayOptions;
  readonly #tray: Tray;
  readonly #endEvents: () => void;
  #timer: NodeJS.Timeout | undefined;
  #transcripts: readonly string[] = [];
  #microphones: readonly MicrophoneFacts[] = [];
  #isShown = false;
  #isClosed = false;

  constructor(options: DictationTrayOptions) {
    this.#options = options;
    this.#tray = options.create({
      onAction: (action, token) => void this.#act(action, token),
      onShown: (isShown) => {
        this.#isShown = isShown;
        options.onShown(isShown);
        if (isShown) this.#plan();
      },
    });
    const plan = () => this.#plan();
    this.#endEvents = options.core.events.on({
      'dictation-changed': plan,
      'mode-created': plan,
      'mode-updated': plan,
      'mode-deleted': plan,
      'settings-changed': plan,
      'api-server-changed': plan,
      'recording-status-changed': plan,
      'recording-deleted': plan,
      'recording-edited': plan,
    });
    options.texts.onChange(plan);
    void this.#tray
      .open()
      .catch((error: unknown) => options.logger.warn({ error }, 'There is no tray icon.'));
  }

  close(): void {
    this.#isClosed = true;
    this.#endEvents();
    clearTimeout(this.#timer);
    void this.#tray.close();
  }

  #plan(): void {
    if (!this.#isShown || this.#isClosed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#show();
    }, SETTLE_MS).unref();
  }

  async #show(): Promise<void> {
    const { core, controls } = this.#options;
    const { dictations } = core;
    if (!dictations) return;
    // If a list cannot be read now, the menu keeps the last one.
    this.#microphones = await dictations.microphones().catch(() => this.#microphones);
    this.#transcripts = await core.recordings.newestTexts(TRANSCRIPTS).catch(() => this.#transcripts);
    if (this.#isClosed) return;
    const facts = {
      dictation: dictations.state(theUser),
      modes: core.modes.list(),
      language: this.#options.texts.language,
      microphones: this.#microphones.filter(({ is_monitor }) => !is_monitor),
      transcripts: this.#transcripts,
      isApiOn: controls.apiServer().running,
      texts: this.#options.texts.current,
    };
    this.#tray.show(trayState(facts), trayTitle(facts), trayMenu(facts));
  }

  async #act(action: TrayAction, token: string | undefined): Promise<void> {
    try {
      await this.#perform(action, token);
    } catch (error) {
      this.#options.logger.info({ error, action: action.type }, 'What was chosen in the tray was refused.');
      // The recorder says why itself; where a window can be opened, it mends that.
      if (action.type === 'start') await this.#openWindow(token);
      // A recording that cannot be stopped has already ended.
      else if (action.type !== 'stop' && action.type !== 'cancel') this.#refused(asAppError(error).toWords());
    }
  }

  async #openWindow(token: string | undefined): Promise<void> {
    try {
      await this.#options.controls.openWindow('/', token);
    } catch (error) {
      this.#options.logger.warn({ error }, 'The window could not be opened.');
    }
  }

  /** A menu has no place for an answer; the indicator has. */
  #refused(words: ReturnType<AppError['toWords']>): void {
    this.#options.core.events.publish({ type: 'remark-made', kind: 'problem', ...words });
  }

  #done(message: Message): void {
    const { events } = this.#options.core;
    events.publish(withAdvice({ type: 'remark-made', kind: 'done' }, { message: [message] }));
  }

  async #copy(text: string): Promise<void> {
    const { problem } = await this.#options.controls.copy(text);
    if (problem) this.#refused(problem.toWords());
    else this.#done(say('textCopied'));
  }

  async #switchApi(isOn: boolean): Promise<void> {
    const { running, notices } = await this.#options.controls.switchApiServer(isOn);
    const [notice] = notices;
    if (!notice || !isOn || running) return;
    this.#refused(withAdvice({}, { message: adviceIn(notice, 'message'), hint: adviceIn(notice, 'hint') }));
  }

  async #perform(action: TrayAction, token: string | undefined): Promise<unknown> {
    const { core, controls } = this.#options;
    const { dictations, questions, modes, settings } = core;
    switch (action.type) {
      case 'start':
        return dictations?.start({}, theUser);
      case 'stop':
        return dictations?.stop(theUser);
      case 'cancel':
        return dictations?.cancel(theUser);
      case 'answer':
        return questions?.answer(action.id);
      case 'decline':
        return questions?.decline(action.id);
      case 'mode':
        return modes.update(action.id, { isDefault: true }, theUser);
      case 'microphone':
        return settings.update({ microphone: action.name });
      case 'copy':
        return this.#copy(action.text);
      case 'api':
        return this.#switchApi(action.isOn);
      case 'open':
        return controls.openWindow('/', token);
      case 'history':
        return controls.openWindow('/history', token);
      case 'settings':
        return controls.openWindow('/settings', token);
      case 'quit':
        return controls.quit();
    }
  }
}

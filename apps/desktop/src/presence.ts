import { asAppError, type Dictation, say, visibleLine, withAdvice } from '@quoth/contract';
import { type Core, closeAll, type Logger, theUser } from '@quoth/core';
import { programName } from './active-application/program-name.ts';
import { CorrectionWatch } from './correction-watch.ts';
import type { DesktopParts } from './desktop-parts.ts';
import { DictationIndicator } from './indicator/dictation-indicator.ts';
import type { Indicator, IndicatorAction } from './indicator/indicator-view.ts';
import { NotificationIndicator } from './indicator/notification-indicator.ts';
import { ProcessIndicator } from './indicator/process-indicator.ts';
import type { Config } from './read-config.ts';
import { DesktopAppearance, type SessionBus } from './session/session-bus.ts';
import { OutputMuter, soundOutputs } from './sound/output-muter.ts';
import { PlayerPauser } from './sound/players.ts';
import type { Texts } from './text/texts.ts';
import { DictationTray, type TrayControls } from './tray/dictation-tray.ts';

export interface PresenceOptions {
  readonly config: Config;
  readonly core: Core;
  readonly parts: DesktopParts;
  readonly controls: TrayControls;
  readonly texts: Pick<Texts, 'current' | 'language' | 'translate' | 'onChange'>;
  readonly logger: Logger;
}

/** How long the start cue takes to play. */
const CUE_MS = 300;

/** A button that has just appeared below the pointer was not meant. */
const CONSIDERED_MS = 600;

const NOTHING: Dictation = {
  recording: null,
  processing: [],
  question: null,
  busy: false,
  refusal: null,
  microphone: null,
  pre_roll: false,
  replaced: [],
  discarded: [],
};

/** Everything that is visible of the application outside its window. */
export class Presence {
  readonly #options: PresenceOptions;
  readonly #indicator: DictationIndicator;
  readonly #outputs: OutputMuter;
  readonly #players: PlayerPauser;
  readonly #corrections: CorrectionWatch;
  readonly #endEvents: () => void;
  #tray: DictationTray | undefined;
  #hasTray = false;
  #hasIndicator = true;
  #muting: NodeJS.Timeout | undefined;
  /** The question on the screen, and since when. */
  #asked: string | undefined;
  #askedAt = 0;

  constructor(options: PresenceOptions) {
    this.#options = options;
    const { config, core, parts, texts, logger } = options;
    const { platform, env } = config;
    const { dataFolder, dictations, questions, settings } = core;
    // On other systems, the process that draws the indicator asks.
    const desktop = platform === 'linux' ? new DesktopAppearance(parts.bus) : null;
    const act = (action: IndicatorAction) => {
      const asked = dictations?.state(theUser).question;
      try {
        if (action === 'stop') dictations?.stop(theUser);
        else if (action === 'cancel') dictations?.cancel(theUser);
        else if (action === 'undo') void this.#undoDiscard();
        else if (action === 'remember') void this.#remember();
        else if (asked && action === 'decline') questions?.decline(asked.id);
        // A press that was on its way to something else is no answer.
        else if (asked && performance.now() - this.#askedAt >= CONSIDERED_MS)
          void questions?.answer(asked.id).catch((error: unknown) => this.#notAnswered(error));
      } catch {
        // The recording or question has just ended.
      }
    };
    this.#indicator = new DictationIndicator({
      indicator: createIndicator({
        platform,
        env,
        bus: parts.bus,
        dataFolder,
        onAction: act,
        onUnavailable: () => {
          this.#hasIndicator = false;
          parts.sign.indicatorFailed();
          this.#followSettings();
        },
        logger,
      }),
      events: core.events,
      dictation: () => dictations?.state(theUser) ?? NOTHING,
      settings: () => settings.get(),
      modes: () => core.modes.list(),
      texts,
      appearance: () => (desktop ? (desktop.isDark ? 'dark' : 'light') : 'system'),
      isStill: () => desktop?.isStill ?? false,
      activeProgram: async () => {
        const active = await parts.activeApplication.current();
        return active && programName(visibleLine(active.program), { ...config, language: texts.language });
      },
      // Windows hides new icons at first.
      hasTray: () => this.#hasTray && platform !== 'win32',
      session: parts.dictation.session,
    });
    this.#outputs = new OutputMuter(soundOutputs({ platform, env }), dataFolder, logger);
    this.#corrections = new CorrectionWatch({
      core,
      program: parts.activeApplication,
      onLearned: (learned) => this.#indicator.offer(learned),
      logger,
    });
    this.#players = new PlayerPauser(parts.bus);
    this.#endEvents = core.events.on({
      'dictation-changed': ({ dictation }) => {
        this.#followRecording(dictation);
        this.#followQuestion(dictation);
      },
      'settings-changed': () => this.#followSettings(),
    });
    this.#followSettings();
  }

  /** False once the indicator's window could not be shown; it is first tried with the first recording. */
  get hasIndicator(): boolean {
    return this.#hasIndicator;
  }

  /** The start cue ends before other sound is muted or lowered; the end cue comes after that was undone. */
  #followRecording({ recording }: Dictation): void {
    const { soundCues, otherSound } = this.#options.core.settings.get();
    clearTimeout(this.#muting);
    // A meeting is heard while it is recorded.
    const isRecorded = recording?.phase === 'recording' && !recording.meeting;
    this.#players.pause(isRecorded && otherSound === 'pause');
    if (!isRecorded || (otherSound !== 'mute' && otherSound !== 'lower')) {
      this.#outputs.leave();
      return;
    }
    this.#muting = setTimeout(() => this.#outputs[otherSound](), soundCues ? CUE_MS : 0).unref();
  }

  #followQuestion({ question }: Dictation): void {
    if (question?.id !== this.#asked) this.#askedAt = performance.now();
    this.#asked = question?.id;
  }

  /** Of the last one, which is what the card shows. */
  async #undoDiscard(): Promise<void> {
    const { dictations, events } = this.#options.core;
    const id = dictations?.state(theUser).discarded.at(-1);
    if (id === undefined) return;
    try {
      await dictations?.undoDiscard(id);
    } catch (error) {
      events.publish({ type: 'remark-made', kind: 'problem', ...asAppError(error).toWords() });
    }
  }

  async #remember(): Promise<void> {
    const { vocabulary, events } = this.#options.core;
    const learned = this.#indicator.takeOffer();
    if (!learned) return;
    const { phrase, written } = learned;
    try {
      await vocabulary.create({ phrase, written }, theUser);
      const message = [say('wordRemembered', { word: written ?? phrase })];
      events.publish(withAdvice({ type: 'remark-made', kind: 'done' }, { message }));
    } catch (error) {
      events.publish({ type: 'remark-made', kind: 'problem', ...asAppError(error).toWords() });
    }
  }

  #notAnswered(error: unknown): void {
    const refusal = asAppError(error);
    this.#options.logger.info({ code: refusal.code }, 'A question could not be answered.');
    // The program is reported by its question.
    this.#options.core.events.publish({ type: 'remark-made', kind: 'problem', ...refusal.toWords() });
  }

  #followSettings(): void {
    const { config, core, parts, controls, texts, logger } = this.#options;
    // If the indicator cannot be shown, the icon shows that a microphone is open.
    const isWanted =
      (core.settings.get().trayIcon || (!this.#hasIndicator && !parts.bus)) && !config.ephemeral;
    if (!isWanted) {
      this.#tray?.close();
      this.#tray = undefined;
      this.#hasTray = false;
      return;
    }
    if (!parts.createTray || this.#tray) return;
    const onShown = (isShown: boolean) => {
      this.#hasTray = isShown;
      this.#indicator.refresh();
    };
    this.#tray = new DictationTray({ create: parts.createTray, core, controls, onShown, texts, logger });
  }

  /** A dictation may begin at any moment. */
  prepare(): void {
    this.#indicator.prepare();
  }

  close(): Promise<void> {
    this.#endEvents();
    clearTimeout(this.#muting);
    return closeAll([
      () => this.#corrections.close(),
      () => this.#tray?.close(),
      () => this.#players.close(),
      () => this.#outputs.close(),
      () => this.#indicator.close(),
    ]);
  }
}

interface CreateIndicatorOptions {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly bus: SessionBus | null;
  readonly dataFolder: string;
  readonly onAction: (action: IndicatorAction) => void;
  /** Called if the indicator's window cannot be shown, or no longer; a notification takes its place if possible. */
  readonly onUnavailable: () => void;
  readonly logger: Logger;
}

const nothing: Indicator = { show: () => undefined, close: async () => undefined };

/**
 * Chosen once at start: a window of our own on X11, XWayland, macOS and Windows, else a notification of the desktop. If
 * the window can no longer be shown, the notification takes its place until the next start; on macOS and Windows the
 * tray does.
 */
function createIndicator(options: CreateIndicatorOptions): Indicator {
  const { platform, env, bus, onAction, onUnavailable, logger } = options;
  const fallback = () => (bus ? new NotificationIndicator(bus, onAction) : nothing);
  const hasWindow = platform === 'linux' ? Boolean(env.DISPLAY) : ['darwin', 'win32'].includes(platform);
  if (!hasWindow) return fallback();
  let wanted: Parameters<Indicator['show']>[0];
  let used: Indicator = new ProcessIndicator({
    ...options,
    onUnavailable: () => {
      logger.warn('The indicator cannot be shown on this screen.');
      used = fallback();
      used.show(wanted);
      onUnavailable();
    },
  });
  return {
    prepare: () => used.prepare?.(),
    show: (view) => {
      wanted = view;
      used.show(view);
    },
    close: () => used.close(),
  };
}

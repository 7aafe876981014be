import {
  AppError,
  asAppError,
  formatShortcut,
  type Message,
  otherDefaultShortcuts,
  parseShortcut,
  type ShortcutAction,
  type ShortcutMode,
  type ShortcutState,
  type Shortcuts,
  say,
  settingDefaults,
  shortcutActions,
  shortcutProblem,
  shortcutSettings,
  shownModeName,
  withAdvice,
} from '@quoth/contract';
import { type Core, type Logger, type TextDelivery, theUser } from '@quoth/core';
import type { Texts } from '../text/texts.ts';
import { ASK_MS, type HotkeyEffect, type HotkeyEvent, idleKeys, stepHotkeys } from './hotkey-machine.ts';
import {
  type Binding,
  type BindingProblem,
  type BoundKey,
  type CreateHotkeys,
  furtherKey,
  type Hotkeys,
  keyParts,
} from './hotkeys.ts';

/** After this time, a page that tries or records keys may have been closed. */
const MODE_MS = 30_000;

export interface DictationKeysOptions {
  readonly core: Core;
  readonly create: CreateHotkeys;
  readonly texts: Pick<Texts, 'current' | 'language'>;
  readonly logger: Logger;
  /** Writes the last dictation again; see `pasteLast`. */
  readonly pasteLast: () => Promise<AppError | undefined>;
}

/** A key as it is set; null for an action without one. */
interface SetKey {
  readonly bound: BoundKey;
  readonly action: ShortcutAction;
  readonly written: string | null;
}

/** The keys that the user has set, and what they do to the recorder. */
export class DictationKeys {
  readonly #options: DictationKeysOptions;
  /** Undefined until the first binding, so that an application without keys opens nothing for them. */
  #hotkeys: Hotkeys | undefined;
  readonly #endEvents: () => void;
  #isBound = false;
  #state = idleKeys;
  #problems: ReadonlyMap<BoundKey, BindingProblem> = new Map();
  #mode: ShortcutMode = 'normal';
  #modeEnds: NodeJS.Timeout | undefined;

  constructor(options: DictationKeysOptions) {
    this.#options = options;
    const keys: readonly string[] = [...Object.values(shortcutSettings), 'moreShortcuts'];
    this.#endEvents = options.core.events.on({
      'settings-changed': (event) => {
        if (event.keys.some((key) => keys.includes(key))) void this.#bindAgain();
      },
      'dictation-changed': ({ dictation }) => this.#onRecorder('recording', dictation.recording !== null),
    });
  }

  /** Takes the keys that are set now. */
  async bind(): Promise<void> {
    const isFirst = !this.#isBound;
    this.#isBound = true;
    const hotkeys = this.#opened();
    const isReleased = this.#mode === 'release' && !hotkeys.desktop;
    this.#problems = await hotkeys.bind(isReleased ? [] : this.#wanted());
    if (isFirst) await this.#replaceTakenDefaults(hotkeys);
    this.#tell();
    if (isFirst) this.#reportTaken();
  }

  /**
   * Until the first steps are done, no one knows the default keys yet: if another program has one, a free one is set
   * instead.
   */
  async #replaceTakenDefaults(hotkeys: Hotkeys): Promise<void> {
    const { settings, events } = this.#options.core;
    if (settings.get().firstStepsDone) return;
    for (const action of ['toggle', 'pushToTalk'] as const) {
      const setting = shortcutSettings[action];
      const written = settings.get()[setting];
      const { shortcut, conflicts_with } = this.#stateOf({ bound: action, action, written });
      if (shortcut === null || shortcut !== settingDefaults[setting] || conflicts_with !== 'another-program')
        continue;
      const free = await this.#firstFree(hotkeys, action);
      if (free === undefined) continue;
      try {
        await settings.update({ [setting]: free });
        const message = [say('shortcutReplaced', { taken: shortcut, free })];
        events.publish(withAdvice({ type: 'remark-made', kind: 'done' }, { message }));
      } catch (error) {
        this.#failed(error);
      }
      this.#problems = await hotkeys.bind(this.#wanted());
    }
  }

  async #firstFree(hotkeys: Hotkeys, action: 'toggle' | 'pushToTalk'): Promise<string | undefined> {
    const used = this.#keys().map(({ written }) => written);
    for (const written of otherDefaultShortcuts[action]) {
      const keys = parseShortcut(written);
      if (!keys || used.includes(written)) continue;
      const bindings = this.#wanted().map((one) => (one.action === action ? { action, keys } : one));
      if (!(await hotkeys.bind(bindings)).has(action)) return written;
    }
    return undefined;
  }

  /** Once at start, since no window may be open to show it, and the user would press such a key in vain. */
  #reportTaken(): void {
    const [first, ...others] = this.shortcuts().keys.flatMap(({ conflicts_with, shortcut }) =>
      conflicts_with === 'another-program' && shortcut !== null ? [shortcut] : [],
    );
    if (first === undefined) return;
    const taken = others.reduce<string | Message>(
      (before, second) => say('both', { first: before, second }),
      first,
    );
    this.#options.core.events.publish(
      withAdvice(
        { type: 'remark-made', kind: 'problem' },
        { message: [say('shortcutsTaken', { taken })], hint: [say('chooseOtherKeys')] },
      ),
    );
  }

  shortcuts(): Shortcuts {
    const { way, desktop } = this.#opened();
    const keys = this.#keys().map((key) => this.#stateOf(key));
    const facts = { way, keys, configurable: desktop?.canConfigure() ?? false };
    if (way === 'none') return withAdvice(facts, { hint: [say('bindKeys')] });
    return desktop ? withAdvice(facts, { hint: [desktop.hint()] }) : { ...facts, hint: null };
  }

  async configure(): Promise<Shortcuts> {
    await this.#opened().desktop?.configure();
    return this.shortcuts();
  }

  async setMode(mode: ShortcutMode): Promise<Shortcuts> {
    clearTimeout(this.#modeEnds);
    if (mode !== 'normal') this.#modeEnds = setTimeout(() => void this.setMode('normal'), MODE_MS).unref();
    this.#mode = mode;
    await this.bind();
    return this.shortcuts();
  }

  async close(): Promise<void> {
    clearTimeout(this.#modeEnds);
    this.#endEvents();
    await this.#hotkeys?.close();
  }

  #opened(): Hotkeys {
    this.#hotkeys ??= this.#options.create({
      onKey: (action, isDown, agoMs) => this.#onKey(action, isDown, agoMs),
      onInterrupted: () => this.#step({ type: 'interrupted' }),
      nameOf: (bound) => this.#nameOf(bound),
      onLost: () => this.#step({ type: 'lost' }),
      onProblems: (problems) => {
        this.#problems = problems;
        this.#tell();
      },
    });
    return this.#hotkeys;
  }

  async #bindAgain(): Promise<void> {
    if (this.#isBound) await this.bind();
  }

  #tell(): void {
    this.#options.core.events.publish({ type: 'shortcuts-changed', shortcuts: this.shortcuts() });
  }

  #onKey(bound: BoundKey, isDown: boolean, agoMs = 0): void {
    if (this.#mode === 'try') {
      const { action } = keyParts(bound);
      this.#options.core.events.publish({ type: 'shortcut-tried', action, isDown });
      return;
    }
    // Keys that could not be given back meanwhile.
    if (this.#mode === 'release') return;
    this.#step({ type: isDown ? 'down' : 'up', action: bound, now: performance.now() - agoMs });
  }

  #onRecorder(type: 'recording' | 'started', isOn: boolean): void {
    const before = this.#state.recordingSince;
    this.#step({ type, isOn, now: performance.now() });
    if ((before === undefined) !== (this.#state.recordingSince === undefined)) this.#rebindCancel();
  }

  /** Esc is taken from other programs only while one records, where keys can be taken on the fly. */
  #rebindCancel(): void {
    if (!this.#isBound || this.#mode !== 'normal') return;
    const hotkeys = this.#opened();
    if (hotkeys.desktop) return;
    void hotkeys.bind(this.#wanted()).then((found) => {
      this.#problems = found;
    });
  }

  #step(event: HotkeyEvent): void {
    const before = this.#state.recordingSince;
    const { state, effects } = stepHotkeys(this.#state, event);
    this.#state = state;
    for (const effect of effects) this.#applyEffect(effect);
    const isAnswer = event.type === 'recording' || event.type === 'started';
    if ((before === undefined) !== (state.recordingSince === undefined) && !isAnswer) this.#rebindCancel();
  }

  #applyEffect(effect: HotkeyEffect): void {
    const { core } = this.#options;
    switch (effect.type) {
      case 'wake':
        setTimeout(() => this.#step({ type: 'timer', now: performance.now() }), effect.afterMs).unref();
        break;
      case 'start':
        void core.dictations
          ?.start(
            { delivery: 'paste', edit: effect.edit, send: effect.send, mode_id: effect.modeId },
            theUser,
          )
          // The recorder shows the reason at the indicator.
          .catch((error: unknown) => this.#failed(error))
          .then(() => this.#onRecorder('started', core.dictations?.state(theUser).recording != null));
        break;
      case 'stop':
        this.#tried(() => core.dictations?.stop(theUser));
        break;
      case 'cancel':
        this.#tried(() => core.dictations?.cancel(theUser));
        break;
      case 'ask-cancel':
        // A recording that a program started is canceled by one press, no matter how long it is.
        if (core.dictations?.state(theUser).recording?.program) {
          this.#tried(() => core.dictations?.cancel(theUser));
          break;
        }
        core.events.publish({
          type: 'cancel-asked',
          seconds: ASK_MS / 1_000,
          shortcut: core.settings.get().shortcutCancel ?? '',
        });
        break;
      case 'next-mode':
        void this.#nextMode().catch((error: unknown) => this.#refused(error));
        break;
      case 'paste-last':
        void this.#options.pasteLast().then(
          (problem) => {
            if (problem) this.#problem(problem);
          },
          (error: unknown) => this.#refused(error),
        );
        break;
    }
  }

  #tried(work: () => unknown): void {
    try {
      work();
    } catch (error) {
      // It ended by itself at the same moment.
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    this.#options.logger.info({ code }, 'A key press came to nothing.');
  }

  #refused(error: unknown): void {
    this.#failed(error);
    this.#problem(asAppError(error));
  }

  #problem(error: AppError): void {
    this.#options.core.events.publish({ type: 'remark-made', kind: 'problem', ...error.toWords() });
  }

  async #nextMode(): Promise<void> {
    const { modes, dictations } = this.#options.core;
    const list = modes.list();
    const at = list.findIndex(({ isDefault }) => isDefault);
    const next = list[(at + 1) % list.length];
    if (!next) return;
    const { name } = await modes.update(next.id, { isDefault: true }, theUser);
    // The one that goes on has its mode.
    const reason = dictations?.state(theUser).recording ? 'nextModeChosen' : 'modeChosen';
    const mode = shownModeName(name, modes.list(), this.#options.texts.language);
    const message = [say(reason, { mode })];
    this.#options.core.events.publish(withAdvice({ type: 'remark-made', kind: 'done' }, { message }));
  }

  #wanted(): readonly Binding[] {
    const isRecording = this.#state.recordingSince !== undefined;
    // Somebody who tries the keys tries this one too.
    const hasCancel = isRecording || this.#mode === 'try' || this.#opened().desktop !== undefined;
    return this.#keys().flatMap((key) => {
      const { keys, problem, other } = this.#read(key);
      if (!keys || problem !== undefined || other !== undefined) return [];
      return key.action === 'cancel' && !hasCancel ? [] : [{ action: key.bound, keys }];
    });
  }

  /** One for each action, and then the further ones. */
  #keys(): readonly SetKey[] {
    const settings = this.#options.core.settings.get();
    return [
      ...shortcutActions.map((action) => ({
        ...{ bound: action, action, written: settings[shortcutSettings[action]] },
      })),
      ...settings.moreShortcuts.map((more) => ({
        ...{ bound: furtherKey(more), action: more.action, written: more.shortcut },
      })),
    ];
  }

  /** `other` is the action of an earlier key that is the same. */
  #read({ bound, action, written }: SetKey) {
    const keys = written === null ? undefined : parseShortcut(written);
    const same = this.#keys().find((one) => one.written === written);
    const other = written === null || same?.bound === bound ? undefined : same?.action;
    return { keys, other, problem: keys && shortcutProblem(action, keys) };
  }

  /** The name of a key that has a mode says which. */
  #nameOf(bound: BoundKey): string {
    const { action, modeId } = keyParts(bound);
    const name = this.#options.texts.current.keys[action];
    const modes = modeId === undefined ? [] : this.#options.core.modes.list();
    const mode = modes.find(({ id }) => id === modeId);
    return mode ? `${name}: ${shownModeName(mode.name, modes, this.#options.texts.language)}` : name;
  }

  #stateOf(key: SetKey): ShortcutState {
    const { keys, problem, other } = this.#read(key);
    const { action, modeId: mode_id } = keyParts(key.bound);
    const shortcut = keys ? formatShortcut(keys) : null;
    const plain = {
      action,
      shortcut,
      conflicts_with: null,
      trigger: null,
      ...(mode_id && { mode_id }),
    } as const;
    if (!keys) return { ...plain, state: 'off', problem: null };
    if (problem !== undefined)
      return withAdvice({ ...plain, state: 'unavailable' } as const, { problem: [problem] });
    if (other !== undefined) {
      const conflict = { ...plain, state: 'conflict', conflicts_with: other } as const;
      return withAdvice(conflict, { problem: [say('shortcutTwice')] });
    }
    const found = this.#problems.get(key.bound);
    const trigger = this.#opened().desktop?.trigger(key.bound) ?? null;
    if (!found) return { ...plain, trigger, state: 'active', problem: null };
    const conflicts_with = found.state === 'conflict' ? 'another-program' : null;
    return withAdvice(
      { ...plain, trigger, state: found.state, conflicts_with },
      { problem: [found.problem] },
    );
  }
}

/**
 * Writes the newest transcript of the history at the cursor. Returns what its user has to know of it, such as that it
 * was only copied. Throws RECORDING_NOT_FOUND if none exists.
 */
export async function pasteLast(
  { recordings }: Pick<Core, 'recordings'>,
  delivery: TextDelivery,
): Promise<AppError | undefined> {
  const [text] = await recordings.newestTexts(1);
  if (text === undefined) throw new AppError('RECORDING_NOT_FOUND', { message: say('noTranscriptYet') });
  const order = { to: 'paste', joint: '', place: await delivery.place(), pressEnter: false } as const;
  return (await delivery.deliver(text, order)).problem;
}

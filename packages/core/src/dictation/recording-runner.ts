import {
  type ActiveRecording,
  limits,
  type Processing,
  type RecordingEnding,
  type Settings,
  say,
  withAdvice,
} from '@quoth/contract';
import { isoTime } from '../base/index.ts';
import type { CoreContext } from '../database/index.ts';
import type { EndedEarly, RecordingSessions } from '../recording-sessions/index.ts';
import {
  type Active,
  activeView,
  endedRecording,
  isStopped,
  openSession,
  type WantedRecording,
} from './active-recording.ts';
import { LevelReports, type Listening, type RecordingListener, type SoundMeter } from './listening.ts';
import type { DictationPorts, SoundBlock } from './ports.ts';
import { type EndedRecording, processingView } from './processing-line.ts';
import { endedBeforeSound, selectionNotRead } from './recorder-errors.ts';
import {
  type OutsideEnding,
  type RecordingEffect,
  type RecordingEvent,
  type RecordingState,
  type RecordingWarning,
  recordingId,
  stepRecording,
} from './recording-machine.ts';

/** How often the machine gets the time while one records, also when no samples come. */
const TICK_MS = 100;
const SAMPLES_PER_MS = 16;

export interface RecordingRunnerOptions extends Omit<CoreContext, 'database'> {
  readonly ports: Pick<DictationPorts, 'cues' | 'delivery'>;
  readonly listening: Listening;
  readonly meter: SoundMeter;
  readonly sessions: RecordingSessions;
  readonly settings: { get(): Settings };
  /** The state that the recorder reports has changed. */
  readonly onChange: () => void;
  /**
   * Nothing more of it is recorded. Called in the order in which recordings were spoken. `as`: how it was canceled,
   * where it is not to become text.
   */
  readonly onEnded: (ended: EndedRecording, as?: EndedEarly) => void;
}

/** Carries out what the recording machine decides: microphone, files, cues and events. */
export class RecordingRunner {
  readonly #options: RecordingRunnerOptions;
  readonly #levels: LevelReports;
  #state: RecordingState = { phase: 'idle' };
  #active: Active | undefined;
  #tick: NodeJS.Timeout | undefined;
  #warned: readonly RecordingWarning[] = [];

  constructor(options: RecordingRunnerOptions) {
    this.#options = options;
    this.#levels = new LevelReports((level) => {
      if (!this.#active) return;
      const { id: recordingId, durationMs } = this.#active.session;
      const elapsedMs = Math.round(durationMs);
      options.events.publish({ type: 'dictation-level', level, elapsedMs, recordingId });
    });
  }

  /** The recording that starts or goes on, as its user sees it; null once it was stopped. */
  get view(): ActiveRecording | null {
    return this.#active ? activeView(this.#active, this.#state) : null;
  }

  /** Id of the recording that starts or goes on, its last syllable included. */
  get id(): string | undefined {
    return recordingId(this.#state);
  }

  get isBusy(): boolean {
    return this.#active !== undefined;
  }

  /** The recording that was stopped and whose last syllable is still to come. */
  get stopping(): Processing | undefined {
    const active = isStopped(this.#state) ? this.#active : undefined;
    return active && processingView(endedRecording(active, 'stopped'), 'transcribing');
  }

  /** Waits for the last syllable of a recording that was stopped. */
  async lastSyllable(): Promise<void> {
    while (isStopped(this.#state)) await this.#active?.ended.promise;
  }

  /** Resolves with its id when its first sample is here. Throws what kept the microphone from giving one. */
  async start(wanted: WantedRecording): Promise<string> {
    const { listening, settings, clock, sessions, ports } = this.#options;
    const { body } = wanted;
    const session = openSession(sessions, wanted);
    const { id } = session;
    const active: Active = {
      ...wanted,
      session,
      began: Promise.withResolvers<void>(),
      ended: Promise.withResolvers<void>(),
      device: null,
      startedAt: null,
      failure: undefined,
      place: undefined,
      // Read at once: it may be gone when the instruction has been spoken.
      selection: body.edit
        ? (ports.delivery.selectedText?.() ?? Promise.resolve({ is: 'unreadable' }))
        : undefined,
    };
    this.#active = active;
    void active.selection?.then(({ is }) => {
      if (is === 'unreadable') this.#dropInstruction(active);
    });
    this.#options.meter.reset();
    this.#levels.reset();
    this.#warned = [];
    const maxMs = Math.round((body.max_seconds ?? limits.audioSeconds) * 1000);
    this.#step({
      type: 'start',
      plan: { id, maxMs, untilSilence: body.until_silence ?? false },
      now: clock.monotonic(),
    });
    this.#options.onChange();
    this.#tick = setInterval(() => this.#step({ type: 'tick', now: clock.monotonic() }), TICK_MS);
    const recorder: RecordingListener = {
      onDevice: (name) => {
        active.device = name;
        this.#options.onChange();
      },
      onBlock: (block) => this.#onBlock(active, block),
      onEnd: (ending, error) => {
        active.failure ??= error;
        if (this.#active === active) this.#step({ type: 'end', ending });
      },
    };
    listening.record(body.device ?? settings.get().microphone, recorder, {
      isMeeting: body.meeting,
      switchesHeadset: body.switch_headset,
    });
    // Not before: nothing may delay the opening of the microphone.
    session.prepare();
    await active.began.promise;
    void active.selection?.then(({ is }) => {
      if (is === 'nothing' && this.#active === active)
        this.#options.events.publish(
          withAdvice({ type: 'remark-made', kind: 'done' }, { message: [say('nothingSelected')] }),
        );
    });
    return id;
  }

  stop(): void {
    if (this.#active) this.#rememberPlace(this.#active);
    this.#step({ type: 'stop', now: this.#options.clock.monotonic() });
  }

  cancel(as: EndedEarly): void {
    this.#step({ type: 'cancel', as });
  }

  /** The user is still there. */
  continue(): void {
    this.#step({ type: 'still-there' });
  }

  /** Ends it from outside; what was said is kept. */
  end(ending: OutsideEnding): void {
    this.#options.listening.flush();
    this.#step({ type: 'end', ending });
  }

  #onBlock(active: Active, { samples, tracks, takenAt }: SoundBlock): void {
    if (this.#active !== active) return;
    const { level, hasSound: isHeard, hasSpeech } = this.#options.meter.push(samples);
    // Of a meeting, what is played says nothing about the microphone.
    const hasSound = tracks?.some((sample, at) => at % 2 === 0 && sample !== 0) ?? isHeard;
    const ms = samples.length / SAMPLES_PER_MS;
    const step = stepRecording(this.#state, { type: 'samples', now: takenAt, ms, hasSound, hasSpeech });
    this.#state = step.state;
    for (const effect of step.effects) if (effect.type === 'begin') this.#begin(active);
    active.session.take(samples, tracks).catch(() => {
      if (this.#active === active) this.#step({ type: 'end', ending: 'disk-failed' });
    });
    this.#levels.take(level, ms);
    this.#applyEffect(step.effects);
  }

  #step(event: RecordingEvent): void {
    const step = stepRecording(this.#state, event);
    this.#state = step.state;
    this.#applyEffect(step.effects);
    if (event.type === 'stop' && step.effects.length === 0) this.#options.onChange();
  }

  #applyEffect(effects: readonly RecordingEffect[]): void {
    for (const effect of effects) {
      switch (effect.type) {
        case 'begin':
          break;
        case 'warnings-changed':
          this.#cueWarnings();
          break;
        case 'close-microphone':
          clearInterval(this.#tick);
          break;
        case 'give-up':
          this.#abandon(effect.ending);
          break;
        case 'process':
          this.#end(effect.ending);
          break;
        case 'set-aside':
          this.#end('cancelled', effect.as);
          break;
      }
    }
    // Last, because it publishes the state, in which the recording is being transcribed by now.
    if (effects.some(({ type }) => type === 'close-microphone')) this.#options.listening.release();
    if (effects.length > 0) this.#options.onChange();
  }

  /** A user who speaks into a muted microphone does not look at the indicator, so a new warning is also heard. */
  #cueWarnings(): void {
    const warnings = this.#state.phase === 'recording' ? this.#state.warnings : [];
    const isNew = warnings.some((one) => one !== 'limit-near' && !this.#warned.includes(one));
    this.#warned = warnings;
    if (isNew && this.#options.settings.get().soundCues) this.#options.ports.cues.play('problem');
  }

  /**
   * Cancels an instruction about a text that could not be read. A recording that has ended reports that with its
   * outcome.
   */
  #dropInstruction(active: Active): void {
    if (this.#active !== active) return;
    const why = selectionNotRead();
    if (active.startedAt === null) active.failure = why;
    else this.#options.events.publish({ type: 'remark-made', kind: 'problem', ...why.toWords() });
    this.cancel('cancelled');
  }

  /** The first sample is here. */
  #begin(active: Active): void {
    const { clock, ports, settings } = this.#options;
    active.startedAt = isoTime(clock.now());
    active.session.begin();
    if (settings.get().soundCues) ports.cues.play('start');
    if ((active.body.delivery ?? 'paste') === 'paste') ports.delivery.prepare?.();
    active.began.resolve();
  }

  /** Nothing was recorded. */
  #abandon(ending: RecordingEnding): void {
    const active = this.#taken();
    if (!active) return;
    void active.session.discard();
    active.began.reject(endedBeforeSound(ending, active.failure));
  }

  #end(ending: RecordingEnding, as?: EndedEarly): void {
    const active = this.#taken();
    if (!active) return;
    if (as === undefined) this.#rememberPlace(active);
    if (this.#options.settings.get().soundCues) {
      this.#options.ports.cues.play(ending === 'stopped' || ending === 'cancelled' ? 'end' : 'problem');
    }
    this.#options.onEnded(endedRecording(active, ending), as);
  }

  /** Where the cursor is when speaking ends is where the text goes, and nowhere else. */
  #rememberPlace(active: Active): void {
    if ((active.body.delivery ?? 'paste') !== 'paste') return;
    active.place ??= this.#options.ports.delivery.place();
  }

  #taken(): Active | undefined {
    const active = this.#active;
    this.#active = undefined;
    active?.ended.resolve();
    return active;
  }
}

import { randomUUID } from 'node:crypto';
import {
  type ActiveRecording,
  AppError,
  limits,
  type Processing,
  type RecordingEnding,
  type Settings,
} from '@quoth/contract';
import { isoTime } from '../base/index.ts';
import type { CoreContext } from '../database/index.ts';
import type { DictatedTranscriptions, DictationPlan } from '../transcription/index.ts';
import {
  type Active,
  activeView,
  beginSound,
  EndingRecordings,
  type EndingRecordingsOptions,
  endingView,
  isStopped,
} from './active-recording.ts';
import { LevelReports, type Listening, type SoundMeter } from './listening.ts';
import type { DictationPorts, SoundBlock } from './ports.ts';
import { endedBeforeSound, NOTHING_SELECTED, selectionNotRead } from './recorder-errors.ts';
import type { EndedStatus, RecordingFiles } from './recording-files.ts';
import {
  type EndedEarly,
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
  readonly files: RecordingFiles;
  readonly transcriber: Pick<DictatedTranscriptions, 'beginLive'>;
  readonly settings: { get(): Settings };
  /** The state that the recorder reports has changed. */
  readonly onChange: () => void;
  /** See `EndingRecordings`. */
  readonly onEnded: EndingRecordingsOptions['onEnded'];
}

/** A recording as it is asked for. */
export interface WantedRecording extends Pick<Active, 'body' | 'rule' | 'program'> {
  readonly plan: DictationPlan;
}

/** Carries out what the recording machine decides: microphone, files, cues and events. */
export class RecordingRunner {
  readonly #options: RecordingRunnerOptions;
  readonly #levels: LevelReports;
  #state: RecordingState = { phase: 'idle' };
  #active: Active | undefined;
  #tick: NodeJS.Timeout | undefined;
  #warned: readonly RecordingWarning[] = [];
  readonly #ending: EndingRecordings;

  constructor(options: RecordingRunnerOptions) {
    this.#options = options;
    this.#ending = new EndingRecordings(options);
    this.#levels = new LevelReports((level) => {
      const elapsedMs = Math.round(this.#active?.sound?.durationMs ?? 0);
      const recordingId = this.#active?.id;
      if (recordingId !== undefined)
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
    return this.#active !== undefined || !this.#ending.isEmpty;
  }

  /** True until the file of this stopped recording is complete. */
  isEnding(id: string): boolean {
    return this.#ending.has(id);
  }

  /** Recordings that were stopped and are not being transcribed yet: their last syllable, or the end of their file, is still to come. */
  get ending(): readonly Processing[] {
    const active = isStopped(this.#state) ? this.#active : undefined;
    return [...this.#ending.list(), ...(active ? [endingView(active, 'stopped')] : [])];
  }

  /** Cancels this one of them, or else the last one whose recording is over, and returns its id. */
  cancelEnding(as: EndedEarly, id?: string): string | undefined {
    return this.#ending.cancel(as, id);
  }

  /** Waits for the last syllable of a recording that was stopped. */
  async lastSyllable(): Promise<void> {
    while (isStopped(this.#state)) await this.#active?.ended.promise;
  }

  /** Resolves with its id when its first sample is here. Throws what kept the microphone from giving one. */
  async start({ body, plan, rule, program }: WantedRecording): Promise<string> {
    const { listening, settings, clock } = this.#options;
    const id = randomUUID();
    const active: Active = {
      id,
      body,
      plan,
      rule,
      program,
      live: undefined,
      began: Promise.withResolvers<void>(),
      ended: Promise.withResolvers<void>(),
      device: null,
      startedAt: null,
      sound: undefined,
      failure: undefined,
      place: undefined,
      // Read at once: it may be gone when the instruction has been spoken.
      selection: body.edit
        ? (this.#options.ports.delivery.selectedText?.() ?? Promise.resolve({ is: 'unreadable' }))
        : undefined,
    };
    this.#active = active;
    void active.selection?.then(({ is }) => {
      if (is === 'unreadable') this.#dropInstruction(active);
    });
    this.#options.meter.reset();
    this.#levels.reset();
    this.#warned = [];
    // A pre-roll is transcribed from its first sample; otherwise nothing may delay the opening of the microphone.
    const { hasPreRoll } = listening;
    if (hasPreRoll) this.#beginLive(active);
    const maxMs = Math.round((body.max_seconds ?? limits.audioSeconds) * 1000);
    this.#step({
      type: 'start',
      plan: { id, maxMs, untilSilence: body.until_silence ?? false },
      now: clock.monotonic(),
    });
    this.#options.onChange();
    this.#tick = setInterval(() => this.#step({ type: 'tick', now: clock.monotonic() }), TICK_MS);
    listening.record(body.device ?? settings.get().microphone, {
      onDevice: (name) => {
        active.device = name;
        this.#options.onChange();
      },
      onBlock: (block) => this.#onBlock(active, block),
      onEnd: (ending, error) => {
        active.failure ??= error;
        if (this.#active === active) this.#step({ type: 'end', ending });
      },
    });
    if (!hasPreRoll) this.#beginLive(active);
    await active.began.promise;
    void active.selection?.then(({ is }) => {
      if (is === 'nothing' && this.#active === active)
        this.#options.events.publish({ type: 'remark-made', kind: 'done', message: NOTHING_SELECTED });
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
    this.#step({ type: 'end', ending });
  }

  /** Ends it so that nothing of it is lost; its text comes with the next start. */
  async close(): Promise<void> {
    this.end('closed');
    await this.#ending.close();
  }

  #onBlock(active: Active, { samples, takenAt }: SoundBlock): void {
    if (this.#active !== active) return;
    const { level, hasSound, hasSpeech } = this.#options.meter.push(samples);
    const ms = samples.length / SAMPLES_PER_MS;
    const step = stepRecording(this.#state, { type: 'samples', now: takenAt, ms, hasSound, hasSpeech });
    this.#state = step.state;
    for (const effect of step.effects) if (effect.type === 'begin') this.#begin(active);
    active.sound?.take(samples);
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
          this.#end(effect.ending, 'pending');
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

  /** Loads the model, before the first sample is here. If this fails, the whole recording is transcribed when it has ended. */
  #beginLive(active: Active): void {
    if (this.#active !== active) return;
    const { transcriber, logger } = this.#options;
    const { id, plan, body } = active;
    try {
      active.live = transcriber.beginLive(plan, { id, private: body.private ?? false });
    } catch (error) {
      logger.warn({ error }, 'A recording is not transcribed live.');
    }
  }

  /** Cancels an instruction about a text that could not be read. A recording that has ended reports that with its outcome. */
  #dropInstruction(active: Active): void {
    if (this.#active !== active) return;
    const why = selectionNotRead();
    if (active.startedAt === null) active.failure = why;
    else this.#options.events.publish({ type: 'remark-made', kind: 'problem', ...why.toWords() });
    this.cancel('cancelled');
  }

  /** The first sample is here. */
  #begin(active: Active): void {
    const { files, clock, ports, settings } = this.#options;
    active.startedAt = isoTime(clock.now());
    active.sound = beginSound(files, active, () => {
      if (this.#active === active) this.#step({ type: 'end', ending: 'disk-failed' });
    });
    if (settings.get().soundCues) ports.cues.play('start');
    if ((active.body.delivery ?? 'paste') === 'paste') ports.delivery.prepare?.();
    active.began.resolve();
  }

  /** Nothing was recorded. */
  #abandon(ending: RecordingEnding): void {
    const active = this.#taken();
    if (!active) return;
    const why = endedBeforeSound(ending, active.failure);
    active.live?.stop(why);
    void active.live?.close();
    active.began.reject(why);
  }

  #end(ending: RecordingEnding, status: EndedStatus): void {
    const active = this.#taken();
    if (!active) return;
    if (status === 'pending') this.#rememberPlace(active);
    if (this.#options.settings.get().soundCues) {
      this.#options.ports.cues.play(ending === 'stopped' || ending === 'cancelled' ? 'end' : 'problem');
    }
    if (status !== 'pending') active.live?.stop(new AppError('CANCELLED'));
    this.#ending.add(active, ending, status);
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

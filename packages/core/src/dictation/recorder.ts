import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  AppError,
  type CreateModeBody,
  type Dictation,
  type ErrorBody,
  type Finding,
  limits,
  type Microphone as MicrophoneFacts,
  type Mode,
  type OpenApplication,
  type Processing,
  type RecordingEnding,
  type Settings,
  type StartDictationBody,
} from '@quoth/contract';
import { type Clock, type EventBus, isoTime, type Logger } from '../base/index.ts';
import type { Dictations } from '../core.ts';
import type { DictatedRecordings } from '../recordings/index.ts';
import type { DictatedTranscriptions } from '../transcription/index.ts';
import { type Active, activeView, isStopped, workOptions } from './active-recording.ts';
import { ApplicationRules, type DictationPlace } from './application-rules.ts';
import { Listening } from './listening.ts';
import type { SoundBlock } from './microphone.ts';
import type { DictationPorts, SessionEvent } from './ports.ts';
import { ProcessingLine } from './processing-line.ts';
import { RecordedSound } from './recorded-sound.ts';
import { alreadyRecording, endedBeforeSound, nothingIsRecorded, notKept } from './recorder-words.ts';
import {
  type RecordingEffect,
  type RecordingEvent,
  type RecordingState,
  recordingId,
  stepRecording,
} from './recording-machine.ts';
import { SoundMeter } from './sound-meter.ts';

/** How often time alone is looked at while one records. */
const TICK_MS = 100;
/** Milliseconds of sound between two levels that are told: twenty a second. */
const LEVEL_MS = 50;

export interface RecorderOptions {
  readonly ports: DictationPorts;
  readonly transcriber: DictatedTranscriptions;
  readonly recordings: DictatedRecordings;
  readonly settings: { get(): Settings };
  readonly modes: { list(): readonly Mode[] };
  /** A mode that is not saved, with the vocabulary for all modes. */
  readonly draft: (body: CreateModeBody) => Mode;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Folder of files that live no longer than their work. */
  readonly spoolFolder: string;
}

/** The recorder: carries out what its machine decides, and hands what was recorded on to the line that makes it text. */
export class Recorder implements Dictations {
  readonly #with: RecorderOptions;
  readonly #listening: Listening;
  readonly #line: ProcessingLine;
  readonly #meter: SoundMeter;
  readonly #rules: ApplicationRules;
  readonly #endEvents: () => void;
  #endSession: (() => void) | undefined;
  #state: RecordingState = { phase: 'idle' };
  #active: Active | undefined;
  #tick: NodeJS.Timeout | undefined;
  #level = { peak: 0, sinceMs: 0 };
  /** Recordings that are being made whole. */
  readonly #finishing = new Map<string, Promise<void>>();
  #isClosing = false;

  private constructor(options: RecorderOptions, meter: SoundMeter) {
    this.#with = options;
    this.#meter = meter;
    const { ports, transcriber, settings, modes, events, clock, logger } = options;
    this.#rules = new ApplicationRules({
      applications: ports.applications,
      modes: () => modes.list(),
      readsTitles: () => settings.get().readWindowTitles,
    });
    this.#line = new ProcessingLine({
      transcriber,
      ports,
      settings,
      clock,
      logger,
      onChange: () => this.#changed(),
    });
    this.#listening = new Listening({
      microphone: ports.microphone,
      device: () => settings.get().microphone,
      preRollMs: () => settings.get().microphonePreRollMs,
      onChange: () => this.#changed(),
    });
    this.#endEvents = events.subscribe((event) => {
      if (event.type === 'settings-changed') this.#settingsChanged();
    });
    this.#settingsChanged();
  }

  static async create(options: RecorderOptions): Promise<Recorder> {
    return new Recorder(options, await SoundMeter.create());
  }

  state(modeId?: string): Dictation {
    return {
      recording: this.#active ? activeView(this.#active, this.#state) : null,
      processing: this.#line.list(),
      refusal: this.#refusal(modeId),
      microphone: this.#with.settings.get().microphone,
      // Settings are read while this is made.
      pre_roll: this.#listening?.hasPreRoll ?? false,
    };
  }

  /** True while one records, or a text is still to come. */
  get isBusy(): boolean {
    return this.#active !== undefined || this.#finishing.size > 0 || this.#line.isBusy;
  }

  /** True while this recording goes on, or is being made whole. */
  isRecording(id: string): boolean {
    return recordingId(this.#state) === id || this.#finishing.has(id);
  }

  async start(given: StartDictationBody): Promise<string> {
    const { transcriber, settings, clock, draft } = this.#with;
    const body: StartDictationBody = given.trial ? { ...given, private: true, delivery: 'none' } : given;
    if (this.#isClosing) throw new AppError('CANCELLED', { message: 'Quoth is being closed.' });
    // A trial is about one mode, whatever program one speaks into.
    const place: DictationPlace = body.trial ? {} : await this.#rules.choose(body.mode_id);
    const { modeId = body.mode_id, rule, program } = place;
    // One that was stopped has only its last syllable to come.
    while (isStopped(this.#state)) await this.#active?.ended.promise;
    if (recordingId(this.#state) !== undefined) throw alreadyRecording();
    const plan = body.trial
      ? { ...transcriber.planTrial(draft(body.trial)), program }
      : { ...transcriber.plan(modeId), program };
    const refusal = transcriber.refusal(plan);
    if (refusal) throw refusal;
    const id = randomUUID();
    const active: Active = {
      id,
      body,
      plan,
      rule,
      live: undefined,
      began: Promise.withResolvers<void>(),
      ended: Promise.withResolvers<void>(),
      device: null,
      startedAt: null,
      sound: undefined,
      failure: undefined,
      place: undefined,
    };
    this.#active = active;
    this.#watchSession();
    this.#meter.reset();
    this.#level = { peak: 0, sinceMs: 0 };
    // What a pre-roll has kept is heard from its first sample; else nothing may come before the opening of the microphone.
    const hasPreRoll = this.#listening.hasPreRoll;
    if (hasPreRoll) this.#hear(active);
    const maxMs = Math.round((body.max_seconds ?? limits.audioSeconds) * 1000);
    this.#step({
      type: 'start',
      plan: { id, maxMs, untilSilence: body.until_silence ?? false },
      now: clock.monotonic(),
    });
    this.#tick = setInterval(() => this.#step({ type: 'tick', now: clock.monotonic() }), TICK_MS);
    this.#listening.record(body.device ?? settings.get().microphone, {
      onDevice: (name) => {
        active.device = name;
        this.#changed();
      },
      onBlock: (block) => this.#onBlock(active, block),
      onEnd: (ending, error) => {
        active.failure ??= error;
        if (this.#active === active) this.#step({ type: 'end', ending });
      },
    });
    if (!hasPreRoll) this.#hear(active);
    await active.began.promise;
    return id;
  }

  stop(): string {
    const id = recordingId(this.#state);
    if (id === undefined) throw nothingIsRecorded();
    if (this.#active) this.#rememberPlace(this.#active);
    this.#step({ type: 'stop', now: this.#with.clock.monotonic() });
    return id;
  }

  cancel(): string {
    const id = recordingId(this.#state);
    if (id !== undefined) {
      this.#step({ type: 'cancel' });
      return id;
    }
    const processing = this.#line.cancelLast();
    if (processing === undefined) throw nothingIsRecorded();
    return processing;
  }

  continue(): void {
    if (recordingId(this.#state) === undefined) throw nothingIsRecorded();
    this.#step({ type: 'still-there' });
  }

  processing(id: string): Processing {
    const found = this.#line.find(id.toLowerCase());
    if (found) return found;
    if (recordingId(this.#state) === id.toLowerCase()) {
      throw new AppError('INVALID_REQUEST', {
        message: 'This dictation is still being recorded.',
        hint: 'Stop it first, or wait for it with wait=true.',
      });
    }
    throw new AppError('RECORDING_NOT_FOUND', {
      message: 'There is no dictation with this id, or it was finished more than a minute ago.',
      hint: 'GET /recordings/{id} has every one that was kept.',
    });
  }

  async finished(given: string, signal: AbortSignal): Promise<Processing> {
    const id = given.toLowerCase();
    if (!this.isRecording(id)) this.processing(id);
    await this.#line.finished(id, signal);
    return this.processing(id);
  }

  applications(): Promise<readonly OpenApplication[]> {
    return this.#rules.open();
  }

  followMicrophones(): () => void {
    const { ports, events } = this.#with;
    return ports.microphone.onChange(async () => {
      // What cannot be asked now is asked again with the next change.
      const microphones = await ports.microphone.list().catch(() => undefined);
      if (microphones) events.publish({ type: 'microphones-changed', microphones: [...microphones] });
    });
  }

  microphones(): Promise<readonly MicrophoneFacts[]> {
    return this.#with.ports.microphone.list();
  }

  /** For the doctor: what the microphone gives. While one records, that is known already. */
  async examine(): Promise<readonly Finding[]> {
    if (this.#active) return [];
    return this.#with.ports.microphone.examine(this.#with.settings.get().microphone);
  }

  /** Ends the recording so that nothing of it is lost; its text comes with the next start. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#step({ type: 'end', ending: 'closed' });
    this.#endEvents();
    this.#endSession?.();
    await this.#listening.close();
    await Promise.all(this.#finishing.values());
    await this.#line.close();
  }

  #onBlock(active: Active, { samples, takenAt }: SoundBlock): void {
    if (this.#active !== active) return;
    const { level, hasSound, hasSpeech, voiced } = this.#meter.push(samples);
    const ms = samples.length / SAMPLES_PER_MS;
    const step = stepRecording(this.#state, { type: 'samples', now: takenAt, ms, hasSound, hasSpeech });
    this.#state = step.state;
    for (const effect of step.effects) if (effect.type === 'begin') this.#begin(active);
    active.sound?.take(samples, voiced);
    this.#tellLevel(active, level, ms);
    this.#carryOut(step.effects);
  }

  #step(event: RecordingEvent): void {
    const step = stepRecording(this.#state, event);
    this.#state = step.state;
    this.#carryOut(step.effects);
    if (event.type === 'stop' && step.effects.length === 0) this.#changed();
  }

  #carryOut(effects: readonly RecordingEffect[]): void {
    for (const effect of effects) {
      switch (effect.type) {
        case 'open-microphone':
        case 'begin':
        case 'warnings-changed':
          break;
        case 'close-microphone':
          clearInterval(this.#tick);
          this.#listening.release();
          break;
        case 'give-up':
          this.#giveUp(effect.ending);
          break;
        case 'process':
          this.#end(effect.ending, 'pending');
          break;
        case 'set-aside':
          this.#end('cancelled', 'cancelled');
          break;
      }
    }
    if (effects.length > 0) this.#changed();
  }

  /** Loading the model begins here, before there is anything to hear. Where that fails, the whole is heard at the end. */
  #hear(active: Active): void {
    if (this.#active !== active) return;
    const { transcriber, logger } = this.#with;
    const { id, plan, body } = active;
    try {
      active.live = transcriber.beginLive(plan, { id, private: body.private ?? false });
    } catch (error) {
      logger.warn({ error }, 'A recording is not heard while it goes on.');
    }
  }

  /** The first sample is here. */
  #begin(active: Active): void {
    const { recordings, clock, spoolFolder, ports } = this.#with;
    const { id, plan, body, live } = active;
    active.startedAt = isoTime(clock.now());
    active.sound = new RecordedSound({
      begin: async () =>
        body.private
          ? join(spoolFolder, `${id}.wav`)
          : recordings.begin({ id, mode: plan.mode, options: workOptions(body, plan) }),
      live,
      onFailure: (error) => {
        active.failure ??= notKept(error);
        if (this.#active === active) this.#step({ type: 'end', ending: 'disk-failed' });
      },
    });
    if (this.#with.settings.get().soundCues) ports.cues.play('start');
    if ((body.delivery ?? 'paste') === 'paste') ports.delivery.prepare?.();
    active.began.resolve();
  }

  /** Nothing was recorded. */
  #giveUp(ending: RecordingEnding): void {
    const active = this.#taken();
    if (!active) return;
    const why = endedBeforeSound(ending, active.failure);
    active.live?.stop(why);
    void active.live?.close();
    active.began.reject(why);
  }

  #end(ending: RecordingEnding, status: 'pending' | 'cancelled'): void {
    const active = this.#taken();
    if (!active) return;
    this.#rememberPlace(active);
    if (this.#with.settings.get().soundCues) {
      this.#with.ports.cues.play(ending === 'stopped' || ending === 'cancelled' ? 'end' : 'problem');
    }
    if (status === 'cancelled') active.live?.stop(new AppError('CANCELLED'));
    const finishing = this.#finish(active, ending, status)
      .catch((error: unknown) => this.#with.logger.error({ error }, 'A recording could not be ended.'))
      .finally(() => this.#finishing.delete(active.id));
    this.#finishing.set(active.id, finishing);
  }

  async #finish(active: Active, ending: RecordingEnding, status: 'pending' | 'cancelled'): Promise<void> {
    const { recordings } = this.#with;
    const { id, body, plan, live, sound } = active;
    const durationSeconds = (await sound?.finish()) ?? 0;
    const audioPath = sound?.path;
    const isPrivate = body.private ?? false;
    const cleanUp = async () => {
      await live?.close();
      if (isPrivate && audioPath !== undefined) await rm(audioPath, { force: true });
    };
    if (!isPrivate && audioPath !== undefined) await recordings.end(id, status, durationSeconds);
    const { mode } = plan;
    const facts = {
      id,
      mode: { id: mode.id, name: mode.name },
      delivery: body.delivery ?? 'paste',
      private: isPrivate,
      ended_by: ending,
      duration_ms: Math.round(durationSeconds * 1000),
    };
    if (this.#isClosing || status === 'cancelled') {
      live?.stop(new AppError('CANCELLED'));
      await cleanUp();
      if (status === 'cancelled') this.#line.setAside(facts);
      return;
    }
    const recorded =
      audioPath === undefined || durationSeconds === 0
        ? undefined
        : { id, plan, audioPath, durationSeconds, private: isPrivate, live };
    const { failure, place } = active;
    this.#line.add({ facts, joins: mode.spaceBetweenDictations, recorded, failure, place, cleanUp });
  }

  /** Where the cursor is when speaking ends is where the text goes, and nowhere else. */
  #rememberPlace(active: Active): void {
    if ((active.body.delivery ?? 'paste') !== 'paste') return;
    active.place ??= this.#with.ports.delivery.place();
  }

  #taken(): Active | undefined {
    const active = this.#active;
    this.#active = undefined;
    active?.ended.resolve();
    return active;
  }

  #settingsChanged(): void {
    if (this.#with.settings.get().microphonePreRollMs > 0) this.#watchSession();
    this.#listening.refresh();
  }

  /** From the first use of the microphone on. */
  #watchSession(): void {
    this.#endSession ??= this.#with.ports.session.onEvent((event) => this.#onSession(event));
  }

  #onSession(event: SessionEvent): void {
    if (event === 'locked' || event === 'suspending') {
      this.#step({ type: 'end', ending: event === 'locked' ? 'screen-locked' : 'suspended' });
      this.#listening.sleep();
    } else this.#listening.wake();
  }

  #tellLevel(active: Active, level: number, ms: number): void {
    const { sinceMs, peak } = this.#level;
    this.#level = { peak: Math.max(peak, level), sinceMs: sinceMs + ms };
    if (this.#level.sinceMs < LEVEL_MS) return;
    const elapsedMs = Math.round(active.sound?.durationMs ?? 0);
    this.#with.events.publish({ type: 'dictation-level', level: this.#level.peak, elapsedMs });
    this.#level = { peak: 0, sinceMs: 0 };
  }

  #changed(): void {
    if (this.#isClosing) return;
    this.#with.events.publish({ type: 'dictation-changed', dictation: this.state() });
  }

  /** Throws MODE_NOT_FOUND for a mode that was named. */
  #refusal(modeId: string | undefined): ErrorBody | null {
    try {
      const { transcriber } = this.#with;
      return transcriber.refusal(transcriber.plan(modeId))?.toBody() ?? null;
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'MODE_NOT_FOUND') throw error;
      return error.toBody();
    }
  }
}

const SAMPLES_PER_MS = 16;

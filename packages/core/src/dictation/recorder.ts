import {
  AppError,
  asAppError,
  type Dictation,
  type DictationProgram,
  type Finding,
  type MicrophoneFacts,
  type Mode,
  type OpenApplication,
  type Processing,
  type Question,
  type Said,
  type Settings,
  type StartDictationBody,
  say,
} from '@quoth/contract';
import type { CoreContext } from '../database/index.ts';
import type { Caller, RecordingProgram } from '../declarations/index.ts';
import type { EndedEarly, RecordingFiles, RecordingSessions } from '../recording-sessions/index.ts';
import type { DictatedTranscriptions } from '../transcription/index.ts';
import {
  type ApplicationSources,
  choosePlace,
  type DictationPlace,
  type DictationStart,
  openApplications,
  planRecording,
  type RecordingPlanning,
  recordingRefusal,
} from './choose-mode.ts';
import { DiscardedRecordings } from './discarded-recordings.ts';
import { followMicrophones, Listening, SoundMeter } from './listening.ts';
import type { DesktopSessionEvent, DictationPorts } from './ports.ts';
import type { EditText } from './processing-line.ts';
import { ProcessingLine } from './processing-line.ts';
import {
  alreadyRecording,
  meetingsNotAllowed,
  noSuchDictation,
  nothingIsRecorded,
  nothingReplaced,
  selectionUnreadable,
  startWithdrawn,
  stillRecording,
} from './recorder-errors.ts';
import { RecordingRunner } from './recording-runner.ts';

export interface RecorderOptions extends RecordingPlanning, Omit<CoreContext, 'database'> {
  readonly ports: DictationPorts;
  readonly transcriber: Pick<DictatedTranscriptions, 'plan' | 'planTrial' | 'refusal'>;
  readonly sessions: RecordingSessions;
  readonly files: Pick<RecordingFiles, 'undoDiscard' | 'remove'>;
  /** What an edit by voice will be made with. Throws where no text can be edited now. */
  readonly beginEdit: () => EditText;
  readonly settings: { get(): Settings };
  readonly modes: { list(): readonly Mode[] };
}

/** The recorder: one recording at a time, and the line of those that become text. */
export class Recorder {
  /** What a program asks the user now. */
  question: Question | null = null;
  readonly #options: RecorderOptions;
  readonly #listening: Listening;
  readonly #line: ProcessingLine;
  readonly #runner: RecordingRunner;
  readonly #discarded: DiscardedRecordings;
  readonly #applications: ApplicationSources;
  readonly #endEvents: () => void;
  #endSession: (() => void) | undefined;
  #isClosing = false;
  /** Recordings that were asked for and have not begun, and how often such were withdrawn. */
  #waiting = 0;
  #withdrawals = 0;

  constructor(options: RecorderOptions) {
    this.#options = options;
    const { ports, settings, modes, events } = options;
    const onChange = () => this.tell();
    this.#discarded = new DiscardedRecordings(options.files, onChange);
    this.#line = new ProcessingLine({
      ...options,
      onChange,
      onDiscarded: (id) => this.#offerUndo(id),
    });
    this.#listening = new Listening({
      microphone: ports.microphone,
      device: () => settings.get().microphone,
      preRollMs: () => settings.get().microphonePreRollMs,
      onChange,
    });
    this.#runner = new RecordingRunner({
      ...options,
      meter: new SoundMeter(),
      listening: this.#listening,
      onChange,
      onEnded: (ended, as) => (as ? this.#line.addCancelled(ended, as) : this.#line.add(ended)),
    });
    this.#applications = {
      applications: ports.applications,
      modes: () => modes.list(),
      readsTitles: () => settings.get().readWindowTitles,
    };
    this.#endEvents = events.on({
      'settings-changed': () => this.#settingsChanged(),
      // After pressing a key, people look at their text and not at the indicator, so a problem is also heard.
      'remark-made': ({ kind }) => {
        if (kind === 'problem' && settings.get().soundCues) ports.cues.play('problem');
      },
    });
    this.#settingsChanged();
  }

  state(modeId?: string): Dictation {
    return {
      recording: this.#runner.view,
      processing: this.#processing,
      question: this.question,
      busy: false,
      refusal: recordingRefusal(this.#options, modeId),
      microphone: this.#options.settings.get().microphone,
      pre_roll: this.#listening.hasPreRoll,
      replaced: this.#line.replaced.ids,
      discarded: this.#discarded.ids,
    };
  }

  /** Every recording that is over, and its text on its way or just gone. */
  get #processing(): Processing[] {
    const { stopping } = this.#runner;
    return [...this.#line.list(), ...(stopping ? [stopping] : [])];
  }

  /** True while one records, or a text is still to come. */
  get isBusy(): boolean {
    return this.#runner.isBusy || this.#line.isBusy;
  }

  /** True while there is a recording, or one is about to begin. */
  get isTaken(): boolean {
    return this.#runner.id !== undefined || this.#waiting > 0;
  }

  /**
   * The program that asked for a dictation that goes on or ended lately; null for one of the user's, undefined for an
   * unknown one.
   */
  ownerOf(id: string): DictationProgram | null | undefined {
    const known = [this.#runner.view, ...this.#processing];
    return known.find((one) => one?.id === id)?.program;
  }

  /** For the user. */
  async start(given: StartDictationBody, { byAction }: Caller): Promise<string> {
    const body = { ...given, byAction };
    if (body.trial)
      return this.begin({ ...body, private: true, delivery: 'none', meeting: false }, undefined);
    if (body.meeting) {
      if (!this.#options.settings.get().recordMeetings) throw meetingsNotAllowed();
      return this.begin({ ...body, delivery: 'none', edit: false }, undefined);
    }
    try {
      return await this.begin(body, undefined);
    } catch (error) {
      this.#reportRefusal(body, asAppError(error));
      throw error;
    }
  }

  /** A user who dictates looks at the cursor and not at the program that passed the key press on. */
  #reportRefusal({ delivery = 'paste' }: StartDictationBody, refusal: AppError): void {
    if (delivery !== 'paste' || refusal.code === 'CANCELLED') return;
    this.#options.events.publish({ type: 'remark-made', kind: 'problem', ...refusal.toWords() });
  }

  /** The same for a program: in the mode that it names or the default one, whatever the user has before them. */
  async begin(body: DictationStart, by: RecordingProgram | undefined): Promise<string> {
    if (this.#isClosing) throw new AppError('CANCELLED', { message: say('shuttingDown') });
    const place = await this.#placeFor(body, by);
    if (this.#isClosing) throw startWithdrawn();
    if (this.#runner.id !== undefined) throw alreadyRecording();
    const edit = body.edit ? this.#beginEdit() : undefined;
    const plan = planRecording(this.#options, body, place, by);
    this.#watchSession();
    return this.#runner.start({ body, plan, rule: place.rule, program: by, edit });
  }

  /** Refused before the user speaks an instruction that cannot be followed. */
  #beginEdit(): EditText {
    const { ports, beginEdit } = this.#options;
    if (!ports.delivery.selectedText) throw selectionUnreadable();
    return beginEdit();
  }

  /**
   * Waits until a recording can begin. Throws CANCELLED where it was stopped meanwhile: a key that is released so early
   * must not leave a recording running.
   */
  async #placeFor(
    { trial, mode_id }: StartDictationBody,
    by: RecordingProgram | undefined,
  ): Promise<DictationPlace> {
    const withdrawals = this.#withdrawals;
    this.#waiting++;
    try {
      // A trial is about one mode, whatever program one speaks into, and so is what a program asks for.
      const place = trial || by ? {} : await choosePlace(this.#applications, mode_id);
      // A recording that was stopped still takes in the last syllable.
      await this.#runner.lastSyllable();
      if (this.#withdrawals !== withdrawals) throw startWithdrawn();
      return place;
    } finally {
      this.#waiting--;
    }
  }

  /** True where a recording was about to begin and none is in progress. */
  #withdraw(): boolean {
    if (this.#waiting === 0 || this.#runner.view !== null) return false;
    this.#withdrawals++;
    return true;
  }

  stop(): string {
    const { id } = this.#runner;
    if (this.#withdraw() || id === undefined) throw nothingIsRecorded();
    this.#runner.stop();
    return id;
  }

  cancel(): string {
    if (this.#withdraw()) throw nothingIsRecorded();
    const { id } = this.#runner;
    if (id !== undefined) {
      this.#runner.cancel('discarded');
      return id;
    }
    const cancelled = this.#line.cancelLast('discarded');
    if (cancelled === undefined) throw nothingIsRecorded();
    return cancelled;
  }

  /** Cancels this one, wherever it is on its way: what was said is kept, unless its speaker discards it. */
  cancelOne(id: string, as: EndedEarly = 'cancelled'): void {
    if (this.#runner.id === id) this.#runner.cancel(as);
    else this.#line.cancel(id, as);
  }

  /** Restores a discarded recording and transcribes it. Throws CONFLICT once it is deleted. */
  async undoDiscard(id: string): Promise<void> {
    await this.#discarded.undo(id.toLowerCase());
  }

  #offerUndo(id: string): void {
    if (!this.#isClosing) this.#discarded.add(id, () => this.#line.restore(id));
  }

  continue(): void {
    if (this.#runner.id === undefined) throw nothingIsRecorded();
    this.#runner.continue();
  }

  processing(given: string): Processing {
    const id = given.toLowerCase();
    const found = this.#processing.find((one) => one.id === id);
    if (found) return found;
    throw this.#runner.id === id ? stillRecording() : noSuchDictation();
  }

  replacedText(id: string): string {
    const text = this.#line.replaced.get(id.toLowerCase());
    if (text === undefined) throw nothingReplaced();
    return text;
  }

  async finished(given: string, signal: AbortSignal): Promise<Processing> {
    const id = given.toLowerCase();
    if (this.#runner.id !== id) this.processing(id);
    await this.#line.finished(id, signal);
    return this.processing(id);
  }

  applications(): Promise<readonly OpenApplication[]> {
    return openApplications(this.#applications);
  }

  followMicrophones(): () => void {
    const { ports, events } = this.#options;
    return followMicrophones(ports.microphone, events);
  }

  microphones(): Promise<readonly MicrophoneFacts[]> {
    return this.#options.ports.microphone.list();
  }

  /** For the doctor: what the microphone gives. While one records, that is known already. */
  async examine(): Promise<readonly Said<Finding>[]> {
    if (this.#runner.id !== undefined) return [];
    return this.#options.ports.microphone.examine(this.#options.settings.get().microphone);
  }

  /** Ends the recording so that nothing of it is lost; its text comes with the next start. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#listening.flush();
    const suspended = this.#options.sessions.close();
    this.#runner.end('closed');
    this.#endEvents();
    this.#endSession?.();
    await this.#listening.close();
    await suspended;
    await this.#line.close();
    await this.#discarded.close();
  }

  #settingsChanged(): void {
    if (this.#options.settings.get().microphonePreRollMs > 0) this.#watchSession();
    this.#listening.refresh();
  }

  /** From the first use of the microphone on. */
  #watchSession(): void {
    this.#endSession ??= this.#options.ports.session.onEvent((event) => this.#onSession(event));
  }

  #onSession(event: DesktopSessionEvent): void {
    if (event === 'locked' || event === 'suspending') {
      // What a program records is canceled: the program that it is for has left.
      if (this.#runner.view?.program) this.#runner.cancel('cancelled');
      else this.#runner.end(event === 'locked' ? 'screen-locked' : 'suspended');
      this.#listening.sleep();
    } else this.#listening.wake();
  }

  /** Publishes the state as it is now. */
  tell(): void {
    if (this.#isClosing) return;
    this.#options.events.publish({ type: 'dictation-changed', dictation: this.state() });
  }
}

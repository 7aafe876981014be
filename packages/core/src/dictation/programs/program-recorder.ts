import { addAbortListener } from 'node:events';
import {
  AppError,
  type ErrorCode,
  type Question,
  type QuothEvent,
  type RecordPermission,
  type StartDictationBody,
} from '@quoth/contract';
import type { Clock, EventBus } from '../../base/index.ts';
import type { RecordingProgram } from '../../declarations/index.ts';
import type { DictationPorts, SignPlace } from '../ports.ts';
import type { Recorder } from '../recorder.ts';
import { startWithdrawn } from '../recorder-words.ts';
import { keyOf, type Wanted } from './asked-question.ts';
import { noSign, notAllowed, questionOpen, recorderBusy, screenLocked } from './program-words.ts';
import { QuestionRunner } from './question-runner.ts';

export interface ProgramRecorderOptions {
  readonly recorder: Pick<
    Recorder,
    'state' | 'begin' | 'finished' | 'cancelOne' | 'isTaken' | 'ownerOf' | 'tell'
  >;
  readonly ports: Pick<DictationPorts, 'session' | 'sign'>;
  /** How far the program with this token may record; null is the token of the discovery file. */
  readonly permissionOf: (tokenId: string | null) => RecordPermission;
  readonly events: EventBus;
  readonly clock: Clock;
}

/** What programs record and ask: only with the user's permission, with a sign that names them, and one at a time. */
export class ProgramRecorder {
  readonly #with: ProgramRecorderOptions;
  /** What they have asked. */
  readonly questions: QuestionRunner;
  /** Recordings that are about to begin without a question. */
  readonly #starts = new Set<{ readonly by: string; isEnded: boolean }>();
  readonly #ends: (() => void)[] = [];
  #endSession: (() => void) | undefined;
  #isClosed = false;

  constructor(options: ProgramRecorderOptions) {
    this.#with = options;
    const { events, ports } = options;
    this.questions = new QuestionRunner(options);
    this.#ends.push(events.subscribe((event) => this.#onEvent(event)));
    const onLost = ports.sign?.onLost(() => void this.#signLost());
    if (onLost) this.#ends.push(onLost);
  }

  permissionOf(tokenId: string | null): RecordPermission {
    return this.#with.permissionOf(tokenId);
  }

  /** Asks the user, and returns at once. */
  async ask(wanted: Wanted): Promise<Question> {
    await this.#admit(wanted);
    return this.questions.ask(wanted);
  }

  /** Records for a program, after asking the user unless they have said that it always may. */
  async start(wanted: Wanted, signal: AbortSignal | undefined): Promise<string> {
    const { program, body } = wanted;
    const place = await this.#admit(wanted);
    // A window may be hidden: where there is no other sign, the user presses in it first.
    if (this.permissionOf(program.tokenId) === 'always' && place === 'screen')
      return this.#begin(body, program, signal);
    const { id } = this.questions.ask(wanted);
    using _listening = signal && addAbortListener(signal, () => this.questions.withdrawOne(id));
    return await this.questions.begun(id);
  }

  /** Nobody records for a program that has gone, or was ended, while the microphone was opened. */
  async #begin(
    body: StartDictationBody,
    program: RecordingProgram,
    signal: AbortSignal | undefined,
  ): Promise<string> {
    const { recorder } = this.#with;
    const start = { by: keyOf(program.tokenId), isEnded: false };
    this.#starts.add(start);
    try {
      const id = await recorder.begin(body, program);
      if (!start.isEnded && !signal?.aborted) return id;
      recorder.cancelOne(id);
      throw startWithdrawn();
    } finally {
      this.#starts.delete(start);
    }
  }

  /** Ends what programs record and ask; only what the one with this token does, if one is named. */
  end(tokenId?: string | null): void {
    const isMeant = (by: string) => tokenId === undefined || by === keyOf(tokenId);
    const { open } = this.questions;
    if (open && isMeant(keyOf(open.program.id))) this.questions.withdrawOne(open.id);
    for (const start of this.#starts) if (isMeant(start.by)) start.isEnded = true;
    const { recording } = this.#with.recorder.state();
    if (recording?.program && isMeant(keyOf(recording.program.id)))
      this.#with.recorder.cancelOne(recording.id);
  }

  async close(): Promise<void> {
    this.end();
    this.#isClosed = true;
    this.questions.close();
    this.#endSession?.();
    for (const end of this.#ends) end();
  }

  /** Throws whatever stands in the way; returns where the sign will be seen. */
  async #admit({ program, body }: Wanted): Promise<SignPlace> {
    const { recorder, ports } = this.#with;
    this.#refuseNow(program);
    const { refusal } = recorder.state(body.mode_id);
    if (refusal) throw new AppError(refusal.code as ErrorCode, refusal);
    this.#endSession ??= ports.session.onEvent((event) => {
      if (event === 'locked' || event === 'suspending') this.end();
    });
    const [isLocked, place = 'none'] = await Promise.all([ports.session.isLocked(), ports.sign?.place()]);
    if (isLocked) throw screenLocked();
    if (place === 'none') throw noSign();
    this.#refuseNow(program);
    return place;
  }

  #refuseNow(program: RecordingProgram): void {
    if (this.#isClosed) throw startWithdrawn();
    if (this.permissionOf(program.tokenId) === 'never') throw notAllowed(program);
    if (this.#with.recorder.isTaken) throw recorderBusy();
    if (this.questions.open) throw questionOpen();
  }

  #onEvent(event: QuothEvent): void {
    if (event.type === 'dictation-changed') this.questions.follow(event.dictation);
    if (event.type === 'settings-changed' && event.keys.includes('sharedTokenRecord')) {
      if (this.permissionOf(null) === 'never') this.end(null);
    }
  }

  async #signLost(): Promise<void> {
    const { recorder, ports } = this.#with;
    if (!this.questions.open && !recorder.state().recording?.program) return;
    if ((await ports.sign?.place()) === 'none') this.end();
  }
}

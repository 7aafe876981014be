import { randomUUID } from 'node:crypto';
import { addAbortListener } from 'node:events';
import {
  AppError,
  asAppError,
  type Dictation,
  type ErrorBody,
  type ErrorCode,
  isFinalQuestion,
  limits,
  type Processing,
  type Question,
  type QuothEvent,
  type RecordLeave,
  type StartDictationBody,
} from '@quoth/contract';
import { type Clock, type EventBus, isoTime, settledOrAborted } from '../../base/index.ts';
import type { RecordingProgram } from '../../declarations/index.ts';
import type { DictationPorts, SignPlace } from '../ports.ts';
import type { Recorder } from '../recorder.ts';
import { alreadyRecording, startWithdrawn } from '../recorder-words.ts';
import {
  declined,
  nobodyAnswered,
  noSign,
  noSuchQuestion,
  notAllowed,
  questionOpen,
  recorderBusy,
  screenLocked,
  tooManyQuestions,
  withdrawn,
} from './program-words.ts';
import {
  nextTickAt,
  noQuestions,
  openQuestion,
  type QuestionEffect,
  type QuestionEvent,
  type QuestionRefusal,
  type QuestionState,
  type Questions,
  stepQuestions,
} from './question-machine.ts';

export interface ProgramRecorderOptions {
  readonly recorder: Pick<
    Recorder,
    'state' | 'begin' | 'finished' | 'cancelOne' | 'isTaken' | 'ownerOf' | 'tell'
  >;
  readonly ports: Pick<DictationPorts, 'session' | 'sign'>;
  /** How far the program with this token may record; null is the token of the discovery file. */
  readonly leaveOf: (tokenId: string | null) => RecordLeave;
  readonly events: EventBus;
  readonly clock: Clock;
}

/** What a program wants to be told or allowed. */
interface Wanted {
  readonly program: RecordingProgram;
  /** Null if it asks only whether it may record. */
  readonly question: string | null;
  readonly body: StartDictationBody;
}

/** A question beside what the machine knows of it. */
interface Asked extends Wanted {
  readonly expiresAt: string;
  /** Settles when its recording has begun, or will not. */
  readonly began: PromiseWithResolvers<string>;
  recordingId: string | null;
  text: string | null;
  error: ErrorBody | null;
}

/** Timers run on whole milliseconds and may come a fraction early. */
const LATE_MS = 5;

/** What programs record and ask: only by the user's leave, with a sign that names them, and one at a time. */
export class ProgramRecorder {
  readonly #with: ProgramRecorderOptions;
  readonly #asked = new Map<string, Asked>();
  readonly #waiting = new Map<string, Set<() => void>>();
  /** Recordings that are about to begin without a question. */
  readonly #starts = new Set<{ readonly by: string; isEnded: boolean }>();
  readonly #ends: (() => void)[] = [];
  #state: Questions = noQuestions;
  #endSession: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: ProgramRecorderOptions) {
    this.#with = options;
    const { events, ports } = options;
    this.#ends.push(events.subscribe((event) => this.#onEvent(event)));
    const onLost = ports.sign?.onLost(() => void this.#signLost());
    if (onLost) this.#ends.push(onLost);
  }

  /** What is on the screen, or being answered. */
  get open(): Question | null {
    const one = openQuestion(this.#state);
    return one ? this.#view(one) : null;
  }

  leaveOf(tokenId: string | null): RecordLeave {
    return this.#with.leaveOf(tokenId);
  }

  /** Asks the user, and returns at once. */
  async ask(wanted: Wanted): Promise<Question> {
    await this.#admit(wanted);
    return this.#view(this.#open(wanted));
  }

  /** Records for a program, after asking the user unless they have said that it always may. */
  async start(wanted: Wanted, signal: AbortSignal | undefined): Promise<string> {
    const { program, body } = wanted;
    const place = await this.#admit(wanted);
    // A window may be hidden: where there is no other sign, the user presses in it first.
    if (this.leaveOf(program.tokenId) === 'always' && place === 'screen')
      return this.#begin(body, program, signal);
    const { id } = this.#open(wanted);
    const withdraw = () => this.#step({ type: 'withdraw', id, now: this.#now() });
    using _listening = signal && addAbortListener(signal, withdraw);
    return await (this.#asked.get(id)?.began.promise ?? Promise.reject(withdrawn()));
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

  /** The question of this program, once its phase is another or the time is over. */
  async wait(
    tokenId: string | null,
    given: string,
    milliseconds: number,
    signal: AbortSignal,
  ): Promise<Question> {
    const one = this.#find(given, tokenId);
    const { id } = one;
    if (isFinalQuestion(one.phase)) return this.#view(one);
    this.#step({ type: 'wait', id });
    try {
      // A look is a sign of life, too.
      if (milliseconds === 0) return this.#view(one);
      await settledOrAborted<void>(signal, (resolve) => {
        const waiting = this.#waiting.get(id) ?? new Set();
        this.#waiting.set(id, waiting.add(resolve));
        const timer = setTimeout(resolve, milliseconds);
        return () => {
          clearTimeout(timer);
          waiting.delete(resolve);
        };
      });
    } finally {
      const hungUp = milliseconds > 0 && signal.aborted;
      this.#step({ type: 'leave', id, hungUp, now: this.#now() });
    }
    return this.#view(this.#find(id, tokenId));
  }

  /** The user answers. */
  async answer(id: string): Promise<Question> {
    const one = this.#find(id);
    if (isFinalQuestion(one.phase)) throw withdrawn();
    if (one.phase === 'asked') {
      if (this.#with.recorder.isTaken) throw alreadyRecording();
      this.#step({ type: 'accept', id });
    }
    await this.#asked.get(id)?.began.promise;
    return this.#view(this.#find(id));
  }

  /** The user does not want to. */
  decline(id: string): Question {
    this.#find(id);
    this.#step({ type: 'decline', id, now: this.#now() });
    return this.#view(this.#find(id));
  }

  /** The program takes its question back; undefined if it has none that is open. Returns the id of its recording if that has begun. */
  withdraw(tokenId: string | null): string | undefined {
    const one = openQuestion(this.#state);
    if (!one || one.by !== keyOf(tokenId)) return undefined;
    const recordingId = this.#asked.get(one.id)?.recordingId;
    this.#step({ type: 'withdraw', id: one.id, now: this.#now() });
    return recordingId ?? one.id;
  }

  /** Ends what programs record and ask; only what the one with this token does, if one is named. */
  end(tokenId?: string | null): void {
    const isMeant = (by: string) => tokenId === undefined || by === keyOf(tokenId);
    const one = openQuestion(this.#state);
    if (one && isMeant(one.by)) this.#step({ type: 'withdraw', id: one.id, now: this.#now() });
    for (const start of this.#starts) if (isMeant(start.by)) start.isEnded = true;
    const { recording } = this.#with.recorder.state();
    if (recording?.program && isMeant(keyOf(recording.program.id)))
      this.#with.recorder.cancelOne(recording.id);
  }

  async close(): Promise<void> {
    this.end();
    this.#isClosed = true;
    clearTimeout(this.#timer);
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
    if (this.leaveOf(program.tokenId) === 'never') throw notAllowed(program);
    if (this.#with.recorder.isTaken) throw recorderBusy();
    if (openQuestion(this.#state)) throw questionOpen();
  }

  #open(wanted: Wanted): QuestionState {
    const { clock } = this.#with;
    const id = randomUUID();
    const asked: Asked = {
      ...wanted,
      expiresAt: isoTime(clock.now() + limits.questionShownMs),
      began: Promise.withResolvers<string>(),
      recordingId: null,
      text: null,
      error: null,
    };
    // Who asks a question reads what becomes of it; nobody need wait for its recording to begin.
    asked.began.promise.catch(() => undefined);
    this.#asked.set(id, asked);
    const refusal = this.#step({
      type: 'ask',
      id,
      by: keyOf(wanted.program.tokenId),
      isAttended: wanted.question !== null,
      now: this.#now(),
    });
    if (refusal === undefined) return this.#find(id);
    this.#asked.delete(id);
    throw refusal.why === 'busy' ? questionOpen() : tooManyQuestions(refusal.waitMs);
  }

  #step(event: QuestionEvent): QuestionRefusal | undefined {
    const step = stepQuestions(this.#state, event);
    this.#state = step.state;
    for (const effect of step.effects) this.#carryOut(effect);
    const known = new Set(step.state.list.map(({ id }) => id));
    if (step.refusal === undefined)
      for (const id of this.#asked.keys()) if (!known.has(id)) this.#asked.delete(id);
    this.#plan();
    return step.refusal;
  }

  #carryOut({ type, id }: QuestionEffect): void {
    const asked = this.#asked.get(id);
    if (!asked) return;
    switch (type) {
      case 'record':
        void this.#record(id, asked);
        break;
      case 'discard':
        this.#discard(asked);
        break;
      case 'ended': {
        const phase = this.#find(id).phase;
        asked.error ??= endings[phase]?.().toBody() ?? null;
        if (asked.error) asked.began.reject(new AppError(asked.error.code as ErrorCode, asked.error));
        break;
      }
      case 'changed':
        for (const resolve of [...(this.#waiting.get(id) ?? [])]) resolve();
        if (isFinalQuestion(this.#find(id).phase)) this.#waiting.delete(id);
        this.#with.recorder.tell();
        break;
    }
  }

  async #record(id: string, asked: Asked): Promise<void> {
    const { recorder } = this.#with;
    const isOpen = () => openQuestion(this.#state)?.id === id;
    try {
      const recordingId = await recorder.begin(asked.body, asked.program);
      asked.recordingId = recordingId;
      if (!isOpen()) return recorder.cancelOne(recordingId);
      asked.began.resolve(recordingId);
      recorder.tell();
      this.#finished(id, asked, await recorder.finished(recordingId, new AbortController().signal));
    } catch (error) {
      if (!isOpen()) return;
      asked.error = asAppError(error).toBody();
      this.#step({ type: 'failed', id, now: this.#now() });
    }
  }

  #finished(id: string, asked: Asked, { phase, text, error }: Processing): void {
    if (openQuestion(this.#state)?.id !== id) return;
    const now = this.#now();
    if (phase === 'cancelled') this.#step({ type: 'given-up', id, now });
    else if (phase === 'failed') {
      asked.error = error;
      this.#step({ type: 'failed', id, now });
    } else {
      asked.text = text;
      this.#step({ type: 'text', id, now });
    }
  }

  /** Also one that is only about to begin. */
  #discard({ recordingId, program }: Asked): void {
    const { recorder } = this.#with;
    const { recording } = recorder.state();
    const begun = recordingId ?? (recording?.program?.id === program.tokenId ? recording?.id : undefined);
    if (begun != null) recorder.cancelOne(begun);
  }

  #onEvent(event: QuothEvent): void {
    if (event.type === 'dictation-changed') this.#follow(event.dictation);
    if (event.type === 'settings-changed' && event.keys.includes('sharedTokenRecord')) {
      if (this.leaveOf(null) === 'never') this.end(null);
    }
  }

  /** Its recording has been stopped. */
  #follow({ recording }: Dictation): void {
    const one = openQuestion(this.#state);
    const recordingId = one && this.#asked.get(one.id)?.recordingId;
    if (one?.phase === 'answering' && recordingId && recording?.id !== recordingId)
      this.#step({ type: 'recorded', id: one.id });
  }

  async #signLost(): Promise<void> {
    const { recorder, ports } = this.#with;
    if (!openQuestion(this.#state) && !recorder.state().recording?.program) return;
    if ((await ports.sign?.place()) === 'none') this.end();
  }

  /** Throws QUESTION_NOT_FOUND, also for one of another program, where one is named. */
  #find(id: string, tokenId?: string | null): QuestionState {
    const wanted = id.toLowerCase();
    const one = this.#state.list.find((candidate) => candidate.id === wanted);
    if (!one || (tokenId !== undefined && one.by !== keyOf(tokenId))) throw noSuchQuestion();
    return one;
  }

  #view({ id, phase }: QuestionState): Question {
    const asked = this.#asked.get(id);
    if (!asked) throw noSuchQuestion();
    const { program, question, expiresAt, recordingId, text, error } = asked;
    return {
      id,
      program: { id: program.tokenId, name: program.name },
      question,
      phase,
      expires_at: expiresAt,
      recording_id: recordingId,
      text,
      error,
    };
  }

  #plan(): void {
    clearTimeout(this.#timer);
    const at = nextTickAt(this.#state);
    if (at === undefined || this.#isClosed) return;
    const wait = Math.max(0, at - this.#now()) + LATE_MS;
    this.#timer = setTimeout(() => this.#step({ type: 'tick', now: this.#now() }), wait).unref();
  }

  #now(): number {
    return this.#with.clock.monotonic();
  }
}

/** What a question that came to nothing says to who asked it. */
const endings: Partial<Record<Question['phase'], () => AppError>> = {
  declined,
  expired: nobodyAnswered,
  cancelled: withdrawn,
};

function keyOf(tokenId: string | null): string {
  return tokenId ?? 'shared-token';
}

import { randomUUID } from 'node:crypto';
import {
  AppError,
  asAppError,
  type Dictation,
  type ErrorBody,
  errorOf,
  isFinalQuestion,
  limits,
  type Processing,
  type Question,
  say,
} from '@quoth/contract';
import { type Clock, isoTime, waitOrAbort } from '../base/index.ts';
import type { RecordingProgram } from '../declarations/index.ts';
import type { DictationStart } from './choose-mode.ts';
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
import type { Recorder } from './recorder.ts';
import { alreadyRecording } from './recorder-errors.ts';

export interface QuestionRunnerOptions {
  readonly recorder: Pick<
    Recorder,
    'state' | 'begin' | 'finished' | 'cancelOne' | 'isTaken' | 'question' | 'tell'
  >;
  readonly clock: Clock;
}

/** Timers run on whole milliseconds and may come a fraction early. */
const LATE_MS = 5;

/**
 * Carries out what the machine of questions decides: records the answer, notifies callers that wait, and sets the
 * timer.
 */
export class QuestionRunner {
  readonly #options: QuestionRunnerOptions;
  readonly #asked = new Map<string, Asked>();
  readonly #waiting = new Map<string, Set<() => void>>();
  #state: Questions = noQuestions;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: QuestionRunnerOptions) {
    this.#options = options;
  }

  /** What is on the screen, or being answered. */
  get open(): Question | null {
    const one = openQuestion(this.#state);
    return one ? this.#view(one) : null;
  }

  /** Puts a question on the screen. Throws if there is one, or if this program has asked too often. */
  ask(wanted: ProgramQuestion): Question {
    return this.#view(this.#open(wanted));
  }

  /** The id of the recording that answers this question, once it has begun. Throws if it never will. */
  async begun(id: string): Promise<string> {
    return await (this.#asked.get(id)?.began.promise ?? Promise.reject(withdrawn()));
  }

  /** The question of this program, once its phase has changed or the time is over. */
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
      // Reading the question counts as a sign of life, too.
      if (milliseconds === 0) return this.#view(one);
      await this.#changed(id, milliseconds, signal);
    } finally {
      const isCallerGone = milliseconds > 0 && signal.aborted;
      this.#step({ type: 'leave', id, isCallerGone, now: this.#now() });
    }
    return this.#view(this.#find(id, tokenId));
  }

  /** Leaves neither timer nor listener behind, however it ends. */
  async #changed(id: string, milliseconds: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = this.#waiting.get(id) ?? new Set();
    this.#waiting.set(id, waiting.add(resolve));
    const timer = setTimeout(resolve, milliseconds);
    try {
      await waitOrAbort(promise, signal);
    } finally {
      clearTimeout(timer);
      waiting.delete(resolve);
    }
  }

  async answer(id: string): Promise<Question> {
    const one = this.#find(id);
    if (isFinalQuestion(one.phase)) throw withdrawn();
    if (one.phase === 'asked') {
      if (this.#options.recorder.isTaken) throw alreadyRecording();
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

  /**
   * The program takes its question back; undefined if it has none that is open. Returns the id of its recording if that
   * has begun.
   */
  withdraw(tokenId: string | null): string | undefined {
    const one = openQuestion(this.#state);
    if (!one || one.by !== keyOf(tokenId)) return undefined;
    const recordingId = this.#asked.get(one.id)?.recordingId;
    this.#step({ type: 'withdraw', id: one.id, now: this.#now() });
    return recordingId ?? one.id;
  }

  /** Takes one question back, if it is still open. */
  withdrawOne(id: string): void {
    this.#step({ type: 'withdraw', id, now: this.#now() });
  }

  /** Call it on each change: the recording of an answer may have been stopped. */
  follow({ recording }: Dictation): void {
    const one = openQuestion(this.#state);
    const recordingId = one && this.#asked.get(one.id)?.recordingId;
    if (one?.phase === 'answering' && recordingId && recording?.id !== recordingId)
      this.#step({ type: 'recorded', id: one.id });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #open(wanted: ProgramQuestion): QuestionState {
    const { clock } = this.#options;
    const id = randomUUID();
    const asked = newlyAsked(wanted, isoTime(clock.now() + limits.questionShownMs));
    // Who asks a question reads what becomes of it; no one need wait for its recording to begin.
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
    this.#options.recorder.question = this.open;
    for (const effect of step.effects) this.#applyEffect(effect);
    const known = new Set(step.state.list.map(({ id }) => id));
    if (step.refusal === undefined)
      for (const id of this.#asked.keys()) if (!known.has(id)) this.#asked.delete(id);
    this.#plan();
    return step.refusal;
  }

  #applyEffect({ type, id }: QuestionEffect): void {
    const asked = this.#asked.get(id);
    if (!asked) return;
    switch (type) {
      case 'record':
        void this.#record(id, asked);
        break;
      case 'discard':
        this.#discard(id, asked);
        break;
      case 'ended': {
        const phase = this.#find(id).phase;
        asked.error ??= endings[phase]?.().toBody() ?? null;
        if (asked.error) asked.began.reject(errorOf(asked.error));
        break;
      }
      case 'changed':
        for (const resolve of [...(this.#waiting.get(id) ?? [])]) resolve();
        if (isFinalQuestion(this.#find(id).phase)) this.#waiting.delete(id);
        this.#options.recorder.tell();
        break;
    }
  }

  async #record(id: string, asked: Asked): Promise<void> {
    const { recorder } = this.#options;
    const isOpen = () => openQuestion(this.#state)?.id === id;
    try {
      const { body, program, question } = asked;
      const recordingId = await recorder.begin(body, { ...program, ...(question !== null && { question }) });
      asked.recordingId = recordingId;
      if (!isOpen()) return recorder.cancelOne(recordingId);
      asked.began.resolve(recordingId);
      recorder.question = this.open;
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
    if (phase === 'cancelled') this.#step({ type: 'abandoned', id, now });
    else if (phase === 'failed') {
      asked.error = error;
      this.#step({ type: 'failed', id, now });
    } else {
      asked.text = text;
      this.#step({ type: 'text', id, now });
    }
  }

  /** Also one that is only about to begin. */
  #discard(id: string, { recordingId, program }: Asked): void {
    const { recorder } = this.#options;
    const { recording } = recorder.state();
    const begun = recordingId ?? (recording?.program?.id === program.tokenId ? recording?.id : undefined);
    // The user declines while speaking; a program that has gone takes nothing from its user.
    if (begun != null)
      recorder.cancelOne(begun, this.#find(id).phase === 'declined' ? 'discarded' : 'cancelled');
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
    return toQuestion(id, phase, asked);
  }

  #plan(): void {
    clearTimeout(this.#timer);
    const at = nextTickAt(this.#state);
    if (at === undefined || this.#isClosed) return;
    const wait = Math.max(0, at - this.#now()) + LATE_MS;
    this.#timer = setTimeout(() => this.#step({ type: 'tick', now: this.#now() }), wait).unref();
  }

  #now(): number {
    return this.#options.clock.monotonic();
  }
}

/** What a program asks for: an answer, or only whether it may record. */
export interface ProgramQuestion {
  readonly program: RecordingProgram;
  /** Null if it asks only whether it may record. */
  readonly question: string | null;
  readonly body: DictationStart;
}

/** A question beside what the machine knows of it. */
export interface Asked extends ProgramQuestion {
  readonly expiresAt: string;
  /** Settles when its recording has begun, or will not. */
  readonly began: PromiseWithResolvers<string>;
  recordingId: string | null;
  text: string | null;
  error: ErrorBody | null;
}

/** A question that was just asked, shown until then. */
function newlyAsked(wanted: ProgramQuestion, expiresAt: string): Asked {
  return {
    ...wanted,
    expiresAt,
    began: Promise.withResolvers<string>(),
    recordingId: null,
    text: null,
    error: null,
  };
}

/** As the contract shows it. */
function toQuestion(
  id: string,
  phase: Question['phase'],
  { program, question, expiresAt, recordingId, text, error }: Asked,
): Question {
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

/** The error of each way in which a question ends without an answer. */
const endings: Partial<Record<Question['phase'], () => AppError>> = {
  declined,
  expired: unanswered,
  cancelled: withdrawn,
};

/** Who asks, as the machine knows it. */
export function keyOf(tokenId: string | null): string {
  return tokenId ?? 'shared-token';
}

/** The refusals and outcomes of programs that want to record. A program's name is the user's own word for it. */

/** The user has not allowed it, and how that is done. */
export function notAllowed({ tokenId, name }: RecordingProgram): AppError {
  return new AppError('RECORDING_NOT_ALLOWED', {
    hint:
      tokenId === null
        ? say('allowRecordingOfShared')
        : say('allowRecordingOfToken', { token: inShell(name) }),
  });
}

/** Names have neither quotes nor anything that a shell would read. */
function inShell(name: string): string {
  return name.includes(' ') ? `"${name}"` : name;
}

export function screenLocked(): AppError {
  return new AppError('RECORDING_NOT_ALLOWED', {
    message: say('screenLocked'),
    hint: say('tryWhenUnlocked'),
  });
}

export function noSign(): AppError {
  return new AppError('RECORDING_NOT_ALLOWED', {
    message: say('recordingNotShown'),
    hint: say('openWindowToBeAsked'),
  });
}

export function recorderBusy(): AppError {
  return new AppError('RECORDER_BUSY', { message: say('recorderUsedByOther') });
}

export function questionOpen(): AppError {
  return new AppError('RECORDER_BUSY', { message: say('questionOpen') });
}

/** `waitMs`: until the next one is counted as the first of another minute. */
function tooManyQuestions(waitMs: number): AppError {
  return new AppError('RATE_LIMITED', {
    message: say('tooManyQuestions', { count: limits.questionsPerMinute }),
    hint: say('waitBeforeAsking'),
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
  });
}

export function notThisWay(what: string): AppError {
  return new AppError('INVALID_REQUEST', {
    message: say('fieldNotForPrograms', { field: what }),
    hint: say('readTextLater'),
  });
}

function declined(): AppError {
  return new AppError('DECLINED');
}

function unanswered(): AppError {
  return new AppError('TIMEOUT', {
    message: say('noOneReacted', { minutes: limits.questionShownMs / 60_000 }),
    hint: say('userMayBeAway'),
  });
}

function withdrawn(): AppError {
  return new AppError('CANCELLED', {
    message: say('questionWithdrawn'),
    hint: say('whyWithdrawn'),
  });
}

function noSuchQuestion(): AppError {
  return new AppError('QUESTION_NOT_FOUND');
}

export function onlyPrograms(): AppError {
  return new AppError('INVALID_REQUEST', {
    message: say('onlyProgramsAsk'),
    hint: say('recordYourself'),
  });
}

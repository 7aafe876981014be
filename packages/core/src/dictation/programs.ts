import { addAbortListener } from 'node:events';
import {
  AppError,
  type Dictation,
  type DictationProgram,
  errorOf,
  limits,
  type Question,
  type RecordPermission,
  type StartDictationBody,
  say,
} from '@quoth/contract';
import type { Clock, EventBus } from '../base/index.ts';
import { may } from '../callers.ts';
import type { Caller, Dictations, ProgramQuestions, RecordingProgram } from '../declarations/index.ts';
import type { DictationStart } from './choose-mode.ts';
import type { DictationPorts, SignPlace } from './ports.ts';
import {
  keyOf,
  noSign,
  notAllowed,
  notThisWay,
  onlyPrograms,
  type ProgramQuestion,
  QuestionRunner,
  questionOpen,
  recorderBusy,
  screenLocked,
} from './question-runner.ts';
import { Recorder, type RecorderOptions } from './recorder.ts';
import { noSuchDictation, nothingIsRecorded, startWithdrawn } from './recorder-errors.ts';

export interface CreateDictationOptions extends RecorderOptions {
  /** How far the program with this named token may record; null is the token of the discovery file. */
  readonly permissionOf: (tokenId: string | null) => RecordPermission;
}

/** The one recorder, and what programs record and ask over it. */
export interface CreatedDictation {
  readonly recorder: Recorder;
  readonly programs: ProgramRecorder;
  readonly forCallers: RecorderView;
}

export function createDictation(options: CreateDictationOptions): CreatedDictation {
  const { ports, events, clock, permissionOf } = options;
  const recorder = new Recorder(options);
  const programs = new ProgramRecorder({ recorder, ports, permissionOf, events, clock });
  return { recorder, programs, forCallers: recorderForCallers(recorder, programs) };
}

interface ProgramRecorderOptions {
  readonly recorder: Pick<
    Recorder,
    'state' | 'begin' | 'stop' | 'finished' | 'cancelOne' | 'isTaken' | 'ownerOf' | 'question' | 'tell'
  >;
  readonly ports: Pick<DictationPorts, 'session' | 'sign'>;
  /** How far the program with this token may record; null is the token of the discovery file. */
  readonly permissionOf: (tokenId: string | null) => RecordPermission;
  readonly events: EventBus;
  readonly clock: Clock;
}

/** What programs record and ask: only with the user's permission, with a sign that names them, and one at a time. */
class ProgramRecorder {
  readonly #options: ProgramRecorderOptions;
  readonly questions: QuestionRunner;
  /** Recordings that are about to begin without a question. */
  readonly #starts = new Set<{ readonly by: string; isEnded: boolean }>();
  readonly #ends: (() => void)[] = [];
  #endSession: (() => void) | undefined;
  #isClosed = false;

  constructor(options: ProgramRecorderOptions) {
    this.#options = options;
    const { events, ports } = options;
    this.questions = new QuestionRunner(options);
    const ended = events.on({
      'dictation-changed': ({ dictation }) => this.questions.follow(dictation),
      'settings-changed': ({ keys }) => {
        if (keys.includes('sharedTokenRecord') && this.permissionOf(null) === 'never') this.end(null);
      },
    });
    this.#ends.push(ended);
    const onLost = ports.sign?.onLost(() => void this.#signLost());
    if (onLost) this.#ends.push(onLost);
  }

  permissionOf(tokenId: string | null): RecordPermission {
    return this.#options.permissionOf(tokenId);
  }

  /** Asks the user, and returns at once. */
  async ask(wanted: ProgramQuestion): Promise<Question> {
    await this.#admit(wanted);
    return this.questions.ask(wanted);
  }

  /** Records for a program, after asking the user unless they have said that it always may. */
  async start(wanted: ProgramQuestion, signal: AbortSignal | undefined): Promise<string> {
    const { program, body } = wanted;
    const place = await this.#admit(wanted);
    // A window may be hidden: where there is no other sign, the user presses in it first.
    if (this.permissionOf(program.tokenId) === 'always' && place === 'screen')
      return this.#begin(body, program, signal);
    const { id } = this.questions.ask(wanted);
    using _listening = signal && addAbortListener(signal, () => this.questions.withdrawOne(id));
    return await this.questions.begun(id);
  }

  /** No one records for a program that has gone, or was ended, while the microphone was opened. */
  async #begin(
    body: DictationStart,
    program: RecordingProgram,
    signal: AbortSignal | undefined,
  ): Promise<string> {
    const { recorder } = this.#options;
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

  /** Ends what this program records. Throws NOT_RECORDING, and RECORDER_BUSY where somebody else records. */
  stop({ tokenId }: RecordingProgram): string {
    const { recording, busy } = dictationFor(this.#options.recorder.state(), tokenId);
    if (recording) return this.#options.recorder.stop();
    throw busy ? recorderBusy() : nothingIsRecorded();
  }

  /** Gives up what this program asks, records, or waits for, the first of these. Throws as `stop` does. */
  cancel({ tokenId }: RecordingProgram): string {
    const { recording, busy, processing } = dictationFor(this.#options.recorder.state(), tokenId);
    const asked = this.questions.withdraw(tokenId);
    if (asked !== undefined) return asked;
    const working = processing.findLast(({ phase }) => workingPhases.includes(phase));
    const id = recording?.id ?? working?.id;
    if (id === undefined) throw busy ? recorderBusy() : nothingIsRecorded();
    this.#options.recorder.cancelOne(id);
    return id;
  }

  /** Ends what programs record and ask; only what the one with this token does, if one is named. */
  end(tokenId?: string | null): void {
    const isMeant = (by: string) => tokenId === undefined || by === keyOf(tokenId);
    const { open } = this.questions;
    if (open && isMeant(keyOf(open.program.id))) this.questions.withdrawOne(open.id);
    for (const start of this.#starts) if (isMeant(start.by)) start.isEnded = true;
    const { recording } = this.#options.recorder.state();
    if (recording?.program && isMeant(keyOf(recording.program.id)))
      this.#options.recorder.cancelOne(recording.id);
  }

  async close(): Promise<void> {
    this.end();
    this.#isClosed = true;
    this.questions.close();
    this.#endSession?.();
    for (const end of this.#ends) end();
  }

  /** Throws whatever stands in the way; returns where the sign will be seen. */
  async #admit({ program, body }: ProgramQuestion): Promise<SignPlace> {
    const { recorder, ports } = this.#options;
    this.#refuseNow(program);
    const { refusal } = recorder.state(body.mode_id);
    if (refusal) throw errorOf(refusal);
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
    if (this.#options.recorder.isTaken) throw recorderBusy();
    if (this.questions.open) throw questionOpen();
  }

  async #signLost(): Promise<void> {
    const { recorder, ports } = this.#options;
    if (!this.questions.open && !recorder.state().recording?.program) return;
    if ((await ports.sign?.place()) === 'none') this.end();
  }
}

/** The recorder, and what programs ask by it. */
interface RecorderView {
  readonly dictations: Dictations;
  readonly questions: ProgramQuestions;
}

/**
 * The recorder as callers use it. The user sees and does everything; a program as far as the user allows, and only with
 * what it asked for itself: what the user or somebody else does is `busy`.
 */
function recorderForCallers(recorder: Recorder, programs: ProgramRecorder): RecorderView {
  /** The program that calls, if it may record; undefined for the user. */
  const allowed = (caller: Caller) => {
    const program = programOf(caller);
    if (program && programs.permissionOf(program.tokenId) === 'never') throw notAllowed(program);
    return program;
  };
  const isOwn = (id: string, program: RecordingProgram | undefined) => {
    if (!program) return true;
    const owner = recorder.ownerOf(id.toLowerCase());
    return owner !== undefined && owner !== null && owner.id === program.tokenId;
  };
  const checkOwn = (id: string, caller: Caller) => {
    if (!isOwn(id, allowed(caller))) throw noSuchDictation();
  };
  const asking = (caller: Caller) => {
    const program = allowed(caller);
    if (program) return program;
    throw onlyPrograms();
  };
  return {
    dictations: {
      get isBusy() {
        return recorder.isBusy;
      },
      state: (caller, modeId) => {
        const program = allowed(caller);
        const state = recorder.state(modeId);
        return program ? dictationFor(state, program.tokenId) : state;
      },
      start: async (given, caller, signal) => {
        const program = allowed(caller);
        if (!program) return recorder.start(given, caller);
        const body = { ...bodyOf(given), byAction: caller.byAction };
        return programs.start({ program, question: null, body }, signal);
      },
      stop: (caller) => {
        const program = allowed(caller);
        return program ? programs.stop(program) : recorder.stop();
      },
      cancel: (caller) => {
        const program = allowed(caller);
        return program ? programs.cancel(program) : recorder.cancel();
      },
      processing: (id, caller) => {
        checkOwn(id, caller);
        return recorder.processing(id);
      },
      finished: async (id, caller, signal) => {
        checkOwn(id, caller);
        return recorder.finished(id, signal);
      },
      continue: () => recorder.continue(),
      undoDiscard: (id) => recorder.undoDiscard(id),
      replacedText: (id) => recorder.replacedText(id),
      applications: () => recorder.applications(),
      followMicrophones: () => recorder.followMicrophones(),
      microphones: () => recorder.microphones(),
    },
    questions: {
      ask: async ({ question, mode_id, max_seconds = limits.answerSeconds }, caller) => {
        const program = asking(caller);
        const { byAction } = caller;
        const body = { ...nothingElse, delivery: 'none', mode_id, max_seconds, byAction } as const;
        return programs.ask({ program, question, body });
      },
      wait: async (id, milliseconds, caller, signal) =>
        programs.questions.wait(asking(caller).tokenId, id, milliseconds, signal),
      answer: (id) => programs.questions.answer(id),
      decline: (id) => programs.questions.decline(id),
      permission: (caller) => {
        const program = programOf(caller);
        return program && programs.permissionOf(program.tokenId);
      },
      isOwn: (id, caller) => isOwn(id, programOf(caller)),
      end: (tokenId) => programs.end(tokenId),
    },
  };
}

/** Any program of the user's may have the token of the discovery file; the sign says no more than is known. */
const sharedTokenProgram: RecordingProgram = { tokenId: null, name: 'Local API', mayRewrite: true };

/** The caller as the recorder knows it; undefined for the user. */
function programOf(caller: Caller): RecordingProgram | undefined {
  if (caller.kind === 'user') return undefined;
  if (!caller.program) return sharedTokenProgram;
  const { tokenId, name } = caller.program;
  return { tokenId, name, mayRewrite: may(caller, 'rewrite') };
}

const workingPhases: readonly string[] = ['transcribing', 'rewriting', 'delivering'];

const nothingElse = {
  until_silence: undefined,
  edit: undefined,
  private: undefined,
  meeting: undefined,
  device: undefined,
  trial: undefined,
} as const;

/**
 * What a program asks for, without what would bring its text elsewhere, or open another device than the user's
 * microphone.
 */
function bodyOf(given: StartDictationBody): StartDictationBody {
  if (given.delivery !== undefined && given.delivery !== 'none') throw notThisWay('delivery');
  for (const field of ['edit', 'trial', 'meeting', 'device'] as const)
    if (given[field]) throw notThisWay(field);
  const max_seconds = given.max_seconds ?? limits.programRecordingSeconds;
  if (max_seconds > limits.programRecordingSecondsMax) {
    throw new AppError('INVALID_REQUEST', {
      message: say('programRecordsAtMost', { seconds: limits.programRecordingSecondsMax }),
      hint: say('lowerMaxSeconds'),
    });
  }
  return {
    ...given,
    ...nothingElse,
    until_silence: given.until_silence,
    private: given.private,
    delivery: 'none',
    max_seconds,
  };
}

/**
 * What the program with this token sees of the recorder; null is the token of the discovery file. All that is not its
 * own is `busy`.
 */
export function dictationFor(dictation: Dictation, tokenId: string | null): Dictation {
  const isOwn = (one: { readonly program: DictationProgram | null } | null): boolean =>
    one !== null && one.program !== null && one.program.id === tokenId;
  const { recording, processing, question, refusal } = dictation;
  return {
    // The name of the user's microphone is no concern of a program.
    recording: isOwn(recording) && recording ? { ...recording, device: null } : null,
    processing: processing.filter(isOwn),
    question: isOwn(question) ? question : null,
    busy: (recording !== null && !isOwn(recording)) || (question !== null && !isOwn(question)),
    refusal,
    microphone: null,
    pre_roll: false,
    replaced: [],
    discarded: [],
  };
}

import {
  AppError,
  adviceIn,
  asAppError,
  type ErrorBody,
  isMessage,
  type Processing,
  type ProcessingPhase,
  type SendKey,
  type Settings,
  say,
  type TranscriptionWarning,
  withAdvice,
} from '@quoth/contract';
import { type Clock, type Logger, settledOrAborted, waitOrAbort } from '../base/index.ts';
import type { EndedEarly, RecordingSession } from '../recording-sessions/index.ts';
import {
  filledText,
  holdsMarks,
  keptText,
  type MarkedText,
  type PostProcessingService,
  withParts,
} from '../rewriting/index.ts';
import type { DeliveryResult, DictationPorts, SelectedText } from './ports.ts';
import {
  type DeliveredAs,
  isFinal,
  type ProcessingEffect,
  type ProcessingEvent,
  type ProcessingState,
  stepProcessing,
} from './processing-machine.ts';
import { notSent, selectionNotRead } from './recorder-errors.ts';

/** How long a finished dictation can still be asked for. */
const KEPT_MS = 60_000;
/** A place that matches no window. */
const NOWHERE = '';

/** A recording of which nothing more is recorded, with what its user asked for. */
export interface EndedRecording {
  readonly session: RecordingSession;
  readonly facts: Pick<Processing, 'id' | 'mode' | 'delivery' | 'program' | 'private' | 'ended_by'>;
  /** Identifies the place, for a space between this text and the one before it. */
  readonly joins: boolean;
  /** Where the cursor was when speaking ended. */
  readonly place?: Promise<string | undefined> | undefined;
  /** The text that its words are an instruction about. */
  readonly selection?: Promise<SelectedText> | undefined;
  /** Changes it as they say. */
  readonly edit?: EditText | undefined;
  /** The key to press behind the text, in programs that the user named; `isAsked`: for this one dictation. */
  readonly send?: { readonly key: SendKey; readonly isAsked: boolean } | undefined;
}

/** The same as its user sees it. */
export function processingView(
  { facts, session }: EndedRecording,
  phase: ProcessingPhase,
  text: string | null = null,
  error: ErrorBody | null = null,
): Processing {
  return { ...facts, phase, duration_ms: Math.round(session.durationMs), text, error };
}

export interface ProcessingLineOptions {
  readonly ports: Pick<DictationPorts, 'delivery' | 'cues'>;
  readonly settings: {
    get(): Pick<Settings, 'pasteIntoAnyWindow' | 'spokenEnter' | 'soundCues' | 'sendPrograms'>;
  };
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onChange: () => void;
  /** Its speaker has discarded it, the work on it has ended, and it can still be restored. */
  readonly onDiscarded: (id: string) => void;
}

interface Entry extends EndedRecording {
  /** When speaking began, by the monotonic clock. */
  readonly startedAt: number;
  readonly stop: AbortController;
  /** Settles when its text is there, or will not be. Never rejects. */
  work?: Promise<void>;
  text: string | undefined;
  /** The same with marks for snippets. */
  marked?: MarkedText | undefined;
  error: ErrorBody | undefined;
  pressed?: SendKey | undefined;
  warning?: TranscriptionWarning | undefined;
}

/**
 * Carries recordings that have ended to their texts, and the texts to their user, in the order in which they were
 * spoken.
 */
export class ProcessingLine {
  readonly #options: ProcessingLineOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #work = new Set<Promise<void>>();
  #list: readonly ProcessingState[] = [];
  #lastDelivered: DeliveredText | undefined;
  /** What edits by voice have replaced. */
  readonly replaced: ReplacedTexts;

  constructor(options: ProcessingLineOptions) {
    this.#options = options;
    this.replaced = new ReplacedTexts(options.onChange);
  }

  /** Completes its file, and makes it a text. */
  add(ended: EndedRecording): void {
    const { id } = ended.facts;
    this.#entries.set(id, this.#entry(ended));
    this.#step({ type: 'recorded', id });
  }

  /** One that was canceled while it was recorded. */
  addCancelled(ended: EndedRecording, as: EndedEarly): void {
    const { id } = ended.facts;
    const entry = this.#entry(ended);
    entry.error = new AppError('CANCELLED').toBody();
    entry.work = this.#watch(this.#cancelled(entry, as));
    this.#entries.set(id, entry);
    this.#step({ type: 'set-aside', id });
  }

  /** A discarded one is transcribed after all; the text that it has is used again. */
  restore(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.set(id, { ...entry, stop: new AbortController(), error: undefined });
    this.#step({ type: 'restored', id });
  }

  #entry(ended: EndedRecording): Entry {
    const startedAt = this.#options.clock.monotonic() - ended.session.durationMs;
    return { ...ended, startedAt, stop: new AbortController(), text: undefined, error: undefined };
  }

  list(): Processing[] {
    return this.#list.flatMap((state) => this.#view(state) ?? []);
  }

  /** True while a file is being completed, or a text is still to come or to go out. */
  get isBusy(): boolean {
    return this.#work.size > 0 || this.#list.some(({ phase }) => !isFinal(phase));
  }

  /** Waits until it is finished, and its row says so. Throws the signal's reason. */
  async finished(id: string, signal: AbortSignal): Promise<void> {
    const state = this.#list.find((candidate) => candidate.id === id);
    if (state && isFinal(state.phase))
      return waitOrAbort(Promise.resolve(this.#entries.get(id)?.work), signal);
    await settledOrAborted<void>(signal, (resolve) => {
      const waiting = this.#waiting.get(id) ?? new Set();
      this.#waiting.set(id, waiting.add(resolve));
      return () => waiting.delete(resolve);
    });
  }

  /** Cancels the latest one still being processed; undefined if none exists. */
  cancelLast(as: EndedEarly): string | undefined {
    const last = this.#list.findLast(({ phase, isSent }) => !isFinal(phase) && !isSent);
    if (last) this.cancel(last.id, as);
    return last?.id;
  }

  /** Cancels this one, unless its text is on its way out. */
  cancel(id: string, as: EndedEarly): void {
    const one = this.#list.find((candidate) => candidate.id === id);
    const entry = this.#entries.get(id);
    if (!one || !entry || isFinal(one.phase) || one.isSent) return;
    this.#step({ type: 'cancel', id });
    if (as === 'discarded') entry.work = this.#watch(this.#cancelled(entry, as));
  }

  async #cancelled(entry: Entry, as: EndedEarly): Promise<void> {
    const { session, facts } = entry;
    // What ends late would write its end over it.
    await entry.work;
    await session.cancel(as);
    if (as === 'discarded' && session.hasAudio && !facts.private) this.#options.onDiscarded(facts.id);
  }

  /** Waits for what is in progress, which is being stopped elsewhere. */
  async close(): Promise<void> {
    await Promise.all(this.#work);
  }

  #step(event: ProcessingEvent): void {
    const { list, effects } = stepProcessing(this.#list, event);
    this.#list = list;
    if (event.type === 'forget' && !list.some(({ id }) => id === event.id)) this.#entries.delete(event.id);
    this.#options.onChange();
    for (const effect of effects) this.#applyEffect(effect);
  }

  #applyEffect({ type, id }: ProcessingEffect): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    switch (type) {
      case 'transcribe':
        entry.work = this.#watch(this.#transcribe(entry));
        break;
      case 'deliver':
        void this.#watch(this.#deliver(entry));
        break;
      case 'stop-work':
        entry.error = new AppError('CANCELLED').toBody();
        entry.stop.abort(new AppError('CANCELLED'));
        break;
      case 'finished': {
        const waiting = this.#waiting.get(id) ?? [];
        this.#waiting.delete(id);
        void Promise.resolve(entry.work).then(() => {
          for (const resolve of waiting) resolve();
        });
        setTimeout(() => this.#step({ type: 'forget', id }), KEPT_MS).unref();
        break;
      }
    }
  }

  async #transcribe(entry: Entry): Promise<void> {
    const { id } = entry.facts;
    try {
      if (entry.text !== undefined) return this.#step({ type: 'text-ready', id });
      const onRewriting = () => this.#step({ type: 'rewriting', id });
      const { record, marked } = await entry.session.finish({ onRewriting }, entry.stop.signal);
      const { text: words, warning } = record;
      entry.warning = warning;
      const selected = await entry.selection;
      if (selected?.is === 'unreadable') throw selectionNotRead();
      if (selected?.is === 'text' && entry.edit) {
        this.#step({ type: 'rewriting', id });
        const changed = await entry.edit(selected.text, marked?.text ?? words, entry.stop.signal);
        entry.marked = marked && { ...marked, text: changed };
        if (entry.marked && !holdsMarks(changed, entry.marked)) throw snippetLost();
        entry.text = entry.marked ? keptText(entry.marked) : changed;
      } else {
        entry.text = words;
        entry.marked = marked;
      }
      this.#step({ type: 'text-ready', id });
    } catch (error) {
      const known = asAppError(error);
      entry.error = known.toBody();
      if (known.code !== 'CANCELLED') this.#cueProblem();
      this.#step({ type: 'failed', id });
    }
  }

  async #deliver(entry: Entry): Promise<void> {
    const as = await this.#delivered(entry);
    // The text is not at the cursor, where the user looks for it.
    if (as !== 'delivered' && entry.error) this.#cueProblem();
    this.#step({ type: 'delivered', id: entry.facts.id, as });
  }

  #cueProblem(): void {
    const { settings, ports } = this.#options;
    if (settings.get().soundCues) ports.cues.play('problem');
  }

  async #delivered(entry: Entry): Promise<DeliveredAs> {
    const { delivery } = this.#options.ports;
    const { delivery: to } = entry.facts;
    const text = entry.text ?? '';
    // The program that asked reads the text from the answer.
    if (to === 'none') return 'delivered';
    try {
      if (to === 'copy') {
        const { text: filled } = await this.#filled(entry.marked?.text ?? text, entry);
        return this.#outcome(entry, await delivery.deliver(filled, { to }));
      }
      const settings = this.#options.settings.get();
      const selected = await entry.selection;
      const edited = selected?.is === 'text' ? selected : undefined;
      const isAnywhere = settings.pasteIntoAnyWindow && !edited;
      const place = edited?.place ?? (await (isAnywhere ? delivery.place() : entry.place));
      // Before snippets are put in: what they hold is no command.
      const said = entry.marked?.text ?? text;
      const { text: meant, pressEnter } = settings.spokenEnter
        ? withoutSpokenEnter(said)
        : { text: said, pressEnter: false };
      const { text: written, behindCursor } = await this.#filled(meant, entry);
      const joint =
        entry.joins && entry.selection === undefined
          ? jointAtPlace(written, place, this.#lastDelivered, entry.startedAt, delivery.followsCursor)
          : '';
      // Where no window had the focus when speaking ended, none is the right one.
      const only = isAnywhere ? undefined : (place ?? NOWHERE);
      const as = this.#outcome(
        entry,
        await delivery.deliver(written, {
          ...{ to, joint, place: only, pressEnter },
          ...(entry.send && { sending: { key: entry.send.key, programs: settings.sendPrograms } }),
          ...(behindCursor !== undefined && { behindCursor }),
        }),
      );
      if (as === 'delivered' && edited && !entry.facts.private)
        this.replaced.keep(entry.facts.id, edited.text);
      // Enter has sent it, or begun another line.
      const isSent = pressEnter || entry.pressed !== undefined;
      const stays = as === 'delivered' && place !== undefined && !isSent && behindCursor === undefined;
      this.#lastDelivered = stays
        ? { place, isOpen: /\S$/u.test(written), at: this.#options.clock.monotonic() }
        : undefined;
      return as;
    } catch (error) {
      const known = asAppError(error);
      this.#options.logger.warn({ code: known.code }, 'A text could not be delivered.');
      entry.error = known.toBody();
      return 'shown';
    }
  }

  /** The text with its snippets, and with what is on the clipboard: no one but the program at the cursor gets that. */
  async #filled(text: string, { marked }: Entry): Promise<ReturnType<typeof filledText>> {
    if (!marked) return { text, behindCursor: undefined };
    const whole = withParts({ ...marked, text });
    const { delivery } = this.#options.ports;
    const clipboard = whole.includes('{{clipboard}}') ? await delivery.clipboardText?.() : undefined;
    return filledText(whole, clipboard ?? '');
  }

  #outcome(entry: Entry, { as, problem, pressed }: DeliveryResult): DeliveredAs {
    entry.pressed = pressed;
    const isUnsent = as === 'delivered' && entry.send?.isAsked && pressed === undefined;
    // A clipboard that is not as before matters less than a message that is still there.
    const reported = (isUnsent ? notSent() : problem)?.toBody();
    // A private text is not in the history, so the hint has to offer copying it.
    entry.error =
      reported && as === 'shown' && entry.facts.private
        ? withAdvice(reported, { hint: [say('copyPrivateText')] })
        : reported;
    return as;
  }

  #watch(work: Promise<void>): Promise<void> {
    const watched = work
      .catch((error: unknown) => this.#options.logger.error({ error }, 'A dictation failed.'))
      .finally(() => this.#work.delete(watched));
    this.#work.add(watched);
    return watched;
  }

  #view({ id, phase }: ProcessingState): Processing | undefined {
    const entry = this.#entries.get(id);
    if (!entry) return undefined;
    const text = isFinal(phase) || phase === 'delivering' ? entry.text : undefined;
    return {
      ...processingView(entry, phase, text, entry.error),
      ...(entry.warning && { warning: entry.warning }),
      ...(entry.pressed && { pressed: entry.pressed }),
    };
  }
}

/** How long a text that was replaced can be had back. */
export const REPLACED_MS = 10 * 60_000;
const MAX_KEPT = 20;

/**
 * The texts that edits by voice have replaced in other programs: in memory alone, never on disk, for ten minutes, the
 * last twenty.
 */
export class ReplacedTexts {
  readonly #texts = new Map<string, { readonly text: string; readonly timer: NodeJS.Timeout }>();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Ids of the dictations that replaced something. */
  get ids(): string[] {
    return [...this.#texts.keys()];
  }

  keep(id: string, text: string): void {
    this.#drop(id);
    this.#texts.set(id, { text, timer: setTimeout(() => this.#expire(id), REPLACED_MS).unref() });
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > MAX_KEPT && oldest !== undefined) this.#drop(oldest);
  }

  get(id: string): string | undefined {
    return this.#texts.get(id)?.text;
  }

  #expire(id: string): void {
    this.#drop(id);
    this.#onChange();
  }

  #drop(id: string): void {
    clearTimeout(this.#texts.get(id)?.timer);
    this.#texts.delete(id);
  }
}

/**
 * As the last words, with whatever marks a model sets around them; spoken alone they press the key and write nothing.
 */
const SPOKEN = /(?:^|[\s,;:.!?…-]+)press enter[.!]?\s*$/iu;
/** A sentence that ended before them keeps its mark. */
const MARK = /^\s*([.!?…])/u;

/** Takes "press enter" from the end of a text. English only, as it is a command and not a text. */
export function withoutSpokenEnter(text: string): { readonly text: string; readonly pressEnter: boolean } {
  const found = SPOKEN.exec(text);
  if (!found) return { text, pressEnter: false };
  const mark = MARK.exec(found[0])?.[1] ?? '';
  return { text: text.slice(0, found.index) + mark, pressEnter: true };
}

/** What is remembered of a text that was delivered: nothing of what it says. */
export interface DeliveredText {
  readonly place: string;
  /** It ended without a blank. */
  readonly isOpen: boolean;
  /** By the monotonic clock. */
  readonly at: number;
}

/**
 * Who goes on speaking does so within this time, in milliseconds; after a longer pause a message may have been sent, or
 * the cursor set elsewhere.
 */
const STALE_MS = 15_000;
/** The same where the desktop does not tell whether the cursor was moved within the window. */
const UNSEEN_MS = 5_000;

/**
 * What is written before a text that follows another one at the same place: a space if two sentences would otherwise
 * touch. What was typed there in between is unknown, so this applies only where speaking began right after the last
 * text was there.
 */
export function jointAtPlace(
  text: string,
  place: string | undefined,
  before: DeliveredText | undefined,
  startedAt: number,
  followsCursor = false,
): string {
  const staleMs = followsCursor ? STALE_MS : UNSEEN_MS;
  if (before === undefined || place !== before.place || startedAt - before.at > staleMs) return '';
  const touches = before.isOpen && /^[^\s.,;:!?…)\]}»”’]/u.test(text);
  return touches ? ' ' : '';
}

/**
 * Changes a text as an instruction says. Rejects with an AppError where nothing came of it that could take the text's
 * place.
 */
export type EditText = (text: string, instruction: string, signal: AbortSignal) => Promise<string>;

/** The snippets of an instruction did not come back from the language model. */
function snippetLost(): AppError {
  return new AppError('TRANSCRIPTION_FAILED', {
    message: say('selectedTextStays', { why: say('modelLostText') }),
    remedy: say('spokenIsInHistory'),
  });
}

/**
 * Through the language models that may rewrite now, and no others, with their guards: a refusal, an echo or nothing at
 * all never replaces anything. Throws where no model can be asked.
 */
export function beginEdit(postProcessing: Pick<PostProcessingService, 'run' | 'editReceivers'>): EditText {
  const receivers = postProcessing.editReceivers();
  return async (text, instruction, signal) => {
    const prompt = `Change the text as this spoken instruction says: "${instruction.trim()}"\nAnswer with the changed text and nothing else.`;
    const {
      text: changed,
      post_processed,
      warning,
    } = await postProcessing.run({ text, prompt }, { signal, receivers });
    if (post_processed && changed.trim() !== '') return changed;
    const [why, ...advice] = warning === undefined ? [] : adviceIn(warning, 'message');
    throw new AppError(warning?.code ?? 'ENGINE_UNAVAILABLE', {
      message: say('selectedTextStays', {
        why: typeof why === 'string' || isMessage(why) ? why : say('editCameToNothing'),
      }),
      remedy: [...advice, say('spokenIsInHistory')],
    });
  };
}

import { stripVTControlCharacters } from 'node:util';
import {
  type ActionKind,
  type Advice,
  type EntryPlaceholder,
  limits,
  placeholderPattern,
  plainText,
  type RecordingSource,
  type WorkOfKind,
} from '@quoth/contract';

/** A recording's text and what goes with it, as an action gets it. */
export interface DeliveredRecording {
  readonly id: string;
  readonly text: string;
  readonly dateMs: number;
  /** Seconds. */
  readonly duration: number;
  /** The mode's name at that time. */
  readonly mode: string | null;
  readonly language: string | null;
  readonly source: RecordingSource;
}

/** One attempt to do something with it. */
export interface ActionDelivery<Kind extends ActionKind> {
  readonly does: WorkOfKind<Kind>;
  readonly recording: DeliveredRecording;
  readonly runId: string;
  readonly actionId: string;
  readonly sequence: number;
  readonly queuedMs: number;
  /** A test of the user's: there is no such recording. */
  readonly isTrial: boolean;
  /** Called with the process group of a program as soon as it has started. */
  readonly onStarted?: (group: number) => void;
}

/** How an attempt ended. */
export interface DeliveryOutcome {
  readonly ok: boolean;
  /** For the user, without anything that was said. */
  readonly message: Advice;
  /** What came back, as bytes from outside: not cleaned yet. */
  readonly output: string;
  /** `no`: only the user repeats it. */
  readonly retry: 'no' | 'later';
  /** How long the receiver asks us to wait. */
  readonly retryAfterMs?: number;
  /** The receiver says that it is gone permanently. */
  readonly isGone?: boolean;
}

/**
 * Carries out one kind of action. Rejects with the signal's reason when it was aborted, and never for anything else.
 */
export type Deliver<Kind extends ActionKind> = (
  delivery: ActionDelivery<Kind>,
  signal: AbortSignal,
) => Promise<DeliveryOutcome>;

/** Each kind's. */
export type DeliverByKind = { readonly [Kind in ActionKind]: Deliver<Kind> };

/**
 * A template with its placeholders filled in, by the recording's own day and time on this machine. Text is taken as it
 * is: placeholders that were spoken stay words.
 */
export function fillTemplate(template: string, recording: DeliveredRecording): string {
  const values = valuesOf(recording);
  return template.replace(placeholderPattern, (written, name: string) =>
    Object.hasOwn(values, name) ? values[name as EntryPlaceholder] : written,
  );
}

function valuesOf({ id, text, dateMs, duration, mode, language }: DeliveredRecording) {
  const at = new Date(dateMs);
  const year = String(at.getFullYear()).padStart(4, '0');
  const [month, day, hours, minutes] = [at.getMonth() + 1, at.getDate(), at.getHours(), at.getMinutes()].map(
    (part) => String(part).padStart(2, '0'),
  ) as [string, string, string, string];
  const values: Readonly<Record<EntryPlaceholder, string>> = {
    date: `${year}-${month}-${day}`,
    year,
    month,
    day,
    week: isoWeek(at),
    time: `${hours}:${minutes}`,
    text,
    line: text.replace(/\s+/g, ' ').trim(),
    mode: mode ?? '',
    language: language ?? '',
    duration: String(Math.round(duration)),
    id,
  };
  return values;
}

/** ISO 8601: the week of a day is that of its Thursday, such as `2026-W47`. */
function isoWeek(at: Date): string {
  const thursday = new Date(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()));
  thursday.setUTCDate(thursday.getUTCDate() + 4 - (thursday.getUTCDay() || 7));
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const week = Math.ceil(((thursday.getTime() - first) / 86_400_000 + 1) / 7);
  return `${thursday.getUTCFullYear()}-W${String(week).padStart(2, '0')}`;
}

/** Collects the first bytes of an action's output and drops the rest, so that its writer is never blocked. */
export class LimitedOutput {
  readonly #chunks: Buffer[] = [];
  #length = 0;
  #isCut = false;

  /** False once there is no place for more. */
  add(chunk: Buffer): boolean {
    const room = limits.actionOutputBytes - this.#length;
    if (chunk.length > room) this.#isCut = true;
    if (room > 0) this.#chunks.push(Buffer.from(chunk.subarray(0, room)));
    this.#length += Math.min(room, chunk.length);
    return !this.#isCut;
  }

  /**
   * As it can be stored and shown: no escape sequences, no control characters, nothing that changes the direction of
   * text.
   */
  get text(): string {
    const whole = Buffer.concat(this.#chunks).toString('utf8').replace(/\r\n?/g, '\n');
    const clean = plainText(stripVTControlCharacters(whole)).trimEnd();
    return this.#isCut ? `${clean}\n[…]` : clean;
  }
}

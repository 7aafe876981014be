import { type Client, pause, QuothError } from '@quoth/client';
import { plainText } from '@quoth/contract';
import type { CliEnvironment } from '../environment.ts';
import { cut, printNote } from './print.ts';
import { formatTime } from './wording.ts';

/** Whose progress it is: a recording's, or that of a request and of the recording that it brings. */
type Followed = { readonly requestId: string } | { readonly recordingId: string };

/** How long the end of an interrupted request waits to learn of its recording: the event may still be on its way. */
const LATE_EVENT_MS = 1_000;

/** The events of a request or recording, until they are disposed of. */
interface FollowedProgress extends AsyncDisposable {
  /** The recording, once it is known; undefined where nothing is kept. Waits a moment for it. */
  recordingId(): Promise<string | undefined>;
}

/**
 * Shows how far the work is until it is disposed of. Progress is a courtesy: without events the work goes on, and only
 * the time is shown. Where nothing is kept there is no recording, and the events name the request itself.
 */
export function followProgress(client: Client, followed: Followed, progress: Progress): FollowedProgress {
  const stop = new AbortController();
  const requestId = 'requestId' in followed ? followed.requestId : undefined;
  let recordingId = 'recordingId' in followed ? followed.recordingId : undefined;
  const known = Promise.withResolvers<void>();
  const follow = async () => {
    for await (const event of client.streamEvents({ signal: stop.signal })) {
      if (event.type === 'recording-created' && requestId !== undefined && event.requestId === requestId)
        recordingId = event.recordingId;
      const isOurs =
        (event.type === 'transcription-progressed' && event.recordingId === recordingId) ||
        (event.type === 'request-progressed' && event.requestId === requestId);
      if (isOurs) progress.show('transcribing', event.progress);
      if (isOurs || recordingId !== undefined) known.resolve();
    }
  };
  const following = follow().catch((error: unknown) => {
    if (!(error instanceof QuothError)) throw error;
  });
  return {
    recordingId: async () => {
      const wait = new AbortController();
      await Promise.race([known.promise, following, pause(LATE_EVENT_MS, wait.signal)]);
      wait.abort();
      return recordingId;
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await following;
    },
  };
}

/** Without a terminal a line is written now and then: not for what is done in a moment. */
const FIRST_LINE_MS = 10_000;
const NEXT_LINE_MS = 30_000;

/**
 * How far one file is: a bar on a terminal, else a line on stderr now and then; with the time that it took and the time
 * that is left.
 */
export class Progress implements Disposable {
  readonly #environment: CliEnvironment;
  readonly #label: string;
  readonly #bar: ProgressBar;
  readonly #begun = performance.now();
  readonly #ticking: NodeJS.Timeout;
  #left = new TimeLeft();
  #what = 'starting';
  #share = 0;
  #printedMs = FIRST_LINE_MS - NEXT_LINE_MS;

  constructor(environment: CliEnvironment, label: string) {
    this.#environment = environment;
    this.#label = plainText(label.replace(/\p{Cc}+/gu, ' '));
    this.#bar = new ProgressBar(environment, label);
    // The elapsed time goes on while no event arrives.
    this.#ticking = setInterval(() => this.#say(), 1_000);
    this.#ticking.unref();
  }

  /** `share` is 0 to 1. */
  show(what: 'sending' | 'transcribing', share: number): void {
    if (this.#what !== what) this.#left = new TimeLeft();
    this.#what = what;
    this.#share = share;
    this.#left.progressed(share, performance.now());
    this.#say();
  }

  /** Takes the bar away. */
  [Symbol.dispose](): void {
    clearInterval(this.#ticking);
    this.#bar.clear();
  }

  #say(): void {
    const now = performance.now();
    const elapsed = now - this.#begun;
    const left = this.#left.seconds(now);
    const times = `${formatTime(Math.floor(elapsed / 1_000))}${left === undefined ? '' : `, about ${formatTime(left)} left`}`;
    if (this.#bar.visible) {
      this.#bar.show(this.#what, this.#share, times);
      return;
    }
    if (elapsed - this.#printedMs < NEXT_LINE_MS) return;
    this.#printedMs = elapsed;
    const percent = this.#share > 0 ? ` ${Math.floor(this.#share * 100)} %` : '';
    printNote(this.#environment, `${this.#label}: ${this.#what}${percent}, ${times}`);
  }
}

/** From then on the run's own pace is known well enough to be told. */
const MIN_MS = 10_000;
const MIN_SHARE = 0.1;
/** What is done in a moment needs no estimate. */
const MIN_TIME_MS = 1_000;
/** How far back the pace is measured: a machine that gets busy shows soon, and a single slow part does not shake it. */
const WINDOW_MS = 30_000;

interface Mark {
  readonly share: number;
  readonly atMs: number;
}

/**
 * How long a job still takes, by its own progress alone: the pace of the last half minute. What passes before the first
 * progress, such as waiting for a turn or loading a model, does not count; a pause in the progress does.
 */
export class TimeLeft {
  readonly #marks: Mark[] = [];

  /** `share` is 0 to 1; nothing is measured before the first progress, and what goes back is ignored. */
  progressed(share: number, nowMs: number): void {
    const last = this.#marks.at(-1);
    if (share <= (last?.share ?? 0)) return;
    this.#marks.push({ share, atMs: nowMs });
    // One older than the window stays, so that the window is covered.
    while ((this.#marks[1]?.atMs ?? nowMs) < nowMs - WINDOW_MS) this.#marks.shift();
  }

  /** Seconds; undefined before a tenth of the work or ten seconds of it have been seen, and once it is done. */
  seconds(nowMs: number): number | undefined {
    const [first, last] = [this.#marks[0], this.#marks.at(-1)];
    if (!first || !last || last.share >= 1) return undefined;
    const gained = last.share - first.share;
    const tookMs = nowMs - first.atMs;
    if (gained <= 0 || tookMs < MIN_TIME_MS || (gained < MIN_SHARE && tookMs < MIN_MS)) return undefined;
    return Math.max(1, Math.ceil((tookMs * (1 - last.share)) / gained / 1_000));
  }
}

const WIDTH = 30;
const NARROWEST = 5;

/** A bar on stderr, only where stderr is a terminal, and in one line of it: a longer one could not be drawn over. */
export class ProgressBar {
  readonly visible: boolean;
  readonly #environment: CliEnvironment;
  readonly #label: string;
  readonly #columns: number;
  #shown = '';

  constructor(environment: CliEnvironment, label: string, columns = process.stderr.columns || 80) {
    this.visible = environment.stderr.isTTY === true;
    this.#environment = environment;
    this.#columns = columns;
    this.#label = plainText(label.replace(/\p{Cc}+/gu, ' ')).slice(0, 30);
  }

  /** Draws the bar; `progress` is 0 to 1, `note` stands behind the percent. */
  show(what: string, progress: number, note = ''): void {
    if (!this.visible) return;
    const share = Math.min(1, Math.max(0, progress));
    const said = `${what} ${Math.floor(share * 100)} %${note === '' ? '' : `, ${note}`}`;
    const room = this.#columns - `${this.#label} [] ${said} `.length;
    const width = Math.min(WIDTH, Math.max(NARROWEST, room));
    const bar = '='.repeat(Math.round(share * width)).padEnd(width);
    const line = cut(`${this.#label} [${bar}] ${said}`, this.#columns - 1);
    if (line === this.#shown) return;
    this.#shown = line;
    this.#environment.stderr.write(`\r${line}\u001b[K`);
  }

  /** Takes the bar away. */
  clear(): void {
    if (this.#shown !== '') this.#environment.stderr.write('\r\u001b[K');
    this.#shown = '';
  }
}

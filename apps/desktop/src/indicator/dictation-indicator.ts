import type { Dictation, QuothEvent, Settings } from '@quoth/contract';
import type { Indicator } from './indicator.ts';
import {
  type IndicatorFacts,
  type IndicatorView,
  indicatorView,
  nextLookAt,
  shownForMs,
} from './indicator-view.ts';

/** Milliseconds between two frames: fifteen per second look smooth and cost little. */
const FRAME_MS = 66;
const FINAL = ['delivered', 'copied', 'shown', 'failed', 'cancelled'];

export interface DictationIndicatorOptions {
  readonly indicator: Indicator;
  readonly subscribe: (listener: (event: QuothEvent) => void) => () => void;
  readonly dictation: () => Dictation;
  readonly settings: () => Settings;
  /** Resolves the setting `system`; returns `system` again if only the drawing process can find out. */
  readonly appearance: () => IndicatorView['appearance'];
  /** A tray icon is visible. */
  readonly hasTray: () => boolean;
}

/** Follows the recorder and decides what the indicator shows. */
export class DictationIndicator {
  readonly #with: DictationIndicatorOptions;
  readonly #endEvents: () => void;
  readonly #finishedAt = new Map<string, number>();
  #words = '';
  #level = 0;
  #elapsedMs = 0;
  #recording: string | undefined;
  #cancelAsked: IndicatorFacts['cancelAsked'];
  #remark: IndicatorFacts['remark'];
  #timer: NodeJS.Timeout | undefined;
  #drawnAt = 0;

  constructor(options: DictationIndicatorOptions) {
    this.#with = options;
    this.#endEvents = options.subscribe((event) => this.#onEvent(event));
    this.#draw();
  }

  async close(): Promise<void> {
    this.#endEvents();
    clearTimeout(this.#timer);
    await this.#with.indicator.close();
  }

  /** Call it when a tray icon appears or disappears. */
  refresh(): void {
    this.#plan(0);
  }

  #onEvent(event: QuothEvent): void {
    switch (event.type) {
      case 'dictation-changed':
        this.#noteEnds(event.dictation);
        this.#plan(0);
        break;
      case 'dictation-level':
        this.#level = event.level;
        this.#elapsedMs = event.elapsedMs;
        this.#plan(FRAME_MS);
        break;
      case 'transcript-partial':
        if (event.recordingId !== this.#recording) return;
        this.#words =
          event.stableCharacters === undefined ? event.text : event.text.slice(0, event.stableCharacters);
        this.#plan(FRAME_MS);
        break;
      case 'cancel-asked':
        this.#cancelAsked = {
          shortcut: event.shortcut,
          until: performance.now() + event.seconds * 1_000,
        };
        this.#plan(0);
        break;
      case 'remark-made':
        this.#remark = {
          tone: event.kind,
          line: event.message,
          hint: event.hint,
          until: performance.now() + shownForMs(event.kind),
        };
        this.#plan(0);
        break;
      case 'settings-changed':
        this.#plan(0);
        break;
    }
  }

  #noteEnds({ recording, processing }: Dictation): void {
    if (recording?.id !== this.#recording) {
      this.#recording = recording?.id;
      this.#words = '';
      this.#level = 0;
      this.#elapsedMs = 0;
      this.#cancelAsked = undefined;
      this.#remark = undefined;
    }
    const now = performance.now();
    for (const { id, phase } of processing)
      if (FINAL.includes(phase) && !this.#finishedAt.has(id)) this.#finishedAt.set(id, now);
    const known = new Set(processing.map(({ id }) => id));
    for (const id of this.#finishedAt.keys()) if (!known.has(id)) this.#finishedAt.delete(id);
  }

  /** At most once in this many milliseconds; 0 is at once. */
  #plan(everyMs: number): void {
    const wait = this.#drawnAt + everyMs - performance.now();
    if (everyMs > 0 && wait > 0) {
      this.#timer ??= setTimeout(() => this.#draw(), wait).unref();
      return;
    }
    this.#draw();
  }

  #draw(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#drawnAt = performance.now();
    const { indicator, settings, dictation, hasTray } = this.#with;
    const { appearance, indicatorSize } = settings();
    const facts: IndicatorFacts = {
      dictation: dictation(),
      words: this.#words,
      elapsedMs: this.#elapsedMs,
      level: this.#level,
      size: indicatorSize,
      appearance: appearance === 'system' ? this.#with.appearance() : appearance,
      hasTray: hasTray(),
      finishedAt: this.#finishedAt,
      cancelAsked: this.#cancelAsked,
      remark: this.#remark,
      now: this.#drawnAt,
    };
    indicator.show(indicatorView(facts));
    const next = nextLookAt(facts);
    if (next !== undefined && next > this.#drawnAt)
      this.#timer = setTimeout(() => this.#draw(), next - this.#drawnAt + 1).unref();
  }
}

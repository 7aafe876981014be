import { plainText } from '@quoth/contract';
import type { CliEnvironment } from '../environment.ts';

const BAR_WIDTH = 12;
/** Quieter than this, in decibels below the loudest, the bar is empty. */
const QUIETEST_DB = -60;
/** Of a terminal that does not tell its size, or tells none. */
const COLUMNS = 80;

/**
 * One line on a terminal while one speaks: level, time, and the last of the words. Nothing where stderr is no terminal.
 */
export class RecordingDisplay {
  readonly visible: boolean;
  readonly #environment: CliEnvironment;
  readonly #columns: number;
  #level = 0;
  #elapsedMs = 0;
  #text = '';
  #stableCharacters = 0;
  #shown = false;

  constructor(environment: CliEnvironment, columns = 0) {
    this.#environment = environment;
    this.visible = environment.stderr.isTTY === true;
    this.#columns = columns > 0 ? columns : COLUMNS;
  }

  showLevel(level: number, elapsedMs: number): void {
    this.#level = level;
    this.#elapsedMs = elapsedMs;
    this.#draw();
  }

  /** Text so far; its first `stableCharacters` characters stay as they are. */
  showText(text: string, stableCharacters: number): void {
    this.#text = plainText(text.replace(/\s+/g, ' '));
    this.#stableCharacters = stableCharacters;
    this.#draw();
  }

  /** A line of its own, above the one that moves. */
  note(message: string): void {
    this.clear();
    this.#environment.stderr.write(plainText(`${message}\n`));
    this.#draw();
  }

  clear(): void {
    if (this.#shown) this.#environment.stderr.write('\r\u001b[K');
    this.#shown = false;
  }

  #draw(): void {
    if (!this.visible) return;
    const head = `${timeOf(this.#elapsedMs)} [${barOf(this.#level)}] `;
    const room = Math.max(10, this.#columns - head.length - 1);
    const from = Math.max(0, this.#text.length - room);
    const stable = this.#text.slice(from, Math.max(from, this.#stableCharacters));
    const open = this.#text.slice(Math.max(from, this.#stableCharacters));
    const dim = this.#environment.config.color ? `\u001b[2m${open}\u001b[22m` : open;
    this.#environment.stderr.write(`\r${head}${stable}${dim}\u001b[K`);
    this.#shown = true;
  }
}

function timeOf(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function barOf(level: number): string {
  const decibels = level > 0 ? 20 * Math.log10(level) : Number.NEGATIVE_INFINITY;
  const share = Math.min(1, Math.max(0, 1 - decibels / QUIETEST_DB));
  return '#'.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH);
}

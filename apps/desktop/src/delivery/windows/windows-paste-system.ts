import type { OfferEvents, PasteSystem, PressedKeys } from '../desk/paste-system.ts';
import type { WindowsCalls } from './calls.ts';
import type { SavedFormats, WindowsClipboard } from './windows-clipboard.ts';
import { heldModifiers, pressKeys, releaseKeys } from './windows-keyboard.ts';
import { foregroundTarget, isAskerOf, type WindowsTarget } from './windows-target.ts';

/** Pasting on Windows. Written for Windows and not run there. */
export class WindowsPasteSystem implements PasteSystem<SavedFormats, WindowsTarget> {
  readonly #calls: WindowsCalls;
  readonly #clipboard: WindowsClipboard;
  readonly #pid: number;

  constructor(calls: WindowsCalls, clipboard: WindowsClipboard, pid: number) {
    this.#calls = calls;
    this.#clipboard = clipboard;
    this.#pid = pid;
  }

  focused(): WindowsTarget | undefined {
    return foregroundTarget(this.#calls, this.#pid);
  }

  changes(): number {
    return this.#clipboard.changes();
  }

  save(): Promise<SavedFormats> {
    return this.#clipboard.save();
  }

  offer(text: string, target: WindowsTarget, { onAsked, onOvertaken }: OfferEvents): Promise<boolean> {
    const isFor = (asker: number | bigint) => isAskerOf(this.#calls, target, asker);
    return this.#clipboard.offer({ text, isFor, onAsked, onOvertaken });
  }

  restore(saved: SavedFormats, changes?: number): Promise<boolean> {
    return this.#clipboard.restore(saved, changes);
  }

  put(text: string): Promise<boolean> {
    return this.#clipboard.put(text);
  }

  text(): Promise<string | undefined> {
    return this.#clipboard.text();
  }

  hasHeldModifiers(): boolean {
    return heldModifiers(this.#calls).length > 0;
  }

  releaseModifiers(): void {
    releaseKeys(this.#calls, heldModifiers(this.#calls));
  }

  press(keys: PressedKeys, target: WindowsTarget): boolean {
    return pressKeys(this.#calls, keys === 'paste' && target.isTerminal ? 'paste-in-terminal' : keys);
  }
}

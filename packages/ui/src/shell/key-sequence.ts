/** A key, or two one after the other, such as `?` or `g h`. `mod+k` is Ctrl K, or ⌘ K on a Mac. */
export type KeySequence = string;

/** The used part of a pressed key. */
export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly repeat: boolean;
  /** By the monotonic clock, milliseconds. */
  readonly timeStamp: number;
}

/** The second key of a sequence has to follow within this time. */
const FOLLOWS_MS = 1_200;

/** Reads pressed keys as sequences. */
export class KeyReader {
  #first: { readonly name: string; readonly at: number } | undefined;
  readonly #isMac: boolean;

  constructor(isMac: boolean) {
    this.#isMac = isMac;
  }

  /** The sequence that this key completes among `known`; undefined if it completes none. */
  read(pressed: PressedKey, known: ReadonlySet<KeySequence>): KeySequence | undefined {
    const first = this.#first;
    this.#first = undefined;
    const name = this.#nameOf(pressed);
    if (name === undefined || pressed.repeat) return undefined;
    const sequence =
      first && pressed.timeStamp - first.at <= FOLLOWS_MS ? `${first.name} ${name}` : undefined;
    if (sequence !== undefined && known.has(sequence)) return sequence;
    if (known.has(name)) return name;
    if ([...known].some((each) => each.startsWith(`${name} `))) this.#first = { name, at: pressed.timeStamp };
    return undefined;
  }

  #nameOf({ key, ctrlKey, metaKey, altKey }: PressedKey): string | undefined {
    if (altKey) return undefined;
    const mod = this.#isMac ? metaKey : ctrlKey;
    const other = this.#isMac ? ctrlKey : metaKey;
    if (other) return undefined;
    const name = key === ' ' ? 'space' : key.toLowerCase();
    return mod ? `mod+${name}` : name;
  }
}

/**
 * True for a sequence that needs no Ctrl or ⌘: it can be pressed by accident, or by speech input, so it can be switched
 * off.
 */
export function isSingleKey(sequence: KeySequence): boolean {
  return !sequence.includes('+');
}

/** Each key as it is printed. */
export function keyNames(sequence: KeySequence, isMac: boolean): string[] {
  return sequence.split(/[ +]/).map((key) => {
    if (key === 'mod') return isMac ? '⌘' : 'Ctrl';
    if (key === 'space') return 'Space';
    if (key === 'shift') return 'Shift';
    if (key === 'escape') return 'Esc';
    if (key === 'delete') return 'Delete';
    return key.length === 1 ? key.toUpperCase() : key;
  });
}

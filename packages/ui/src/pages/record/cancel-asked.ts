/** A first press of the key that gives a long recording up. */
export interface CancelAsked {
  /** Of the recording. */
  readonly id: string;
  readonly shortcut: string;
  /** So long a second press is waited for. */
  readonly ms: number;
}

/** The keys to be pressed again, as people call them; a press that belonged to another recording asks nothing of this one. */
export function askedOf(asked: CancelAsked | undefined, recordingId: string | undefined): string | undefined {
  if (!asked || asked.id !== recordingId) return undefined;
  return asked.shortcut.replace('Escape', 'Esc');
}

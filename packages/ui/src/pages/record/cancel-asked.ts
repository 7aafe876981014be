/** The first press of the key that cancels a long recording. */
export interface CancelAsked {
  /** Of the recording. */
  readonly id: string;
  readonly shortcut: string;
  /** Until when a second press counts. */
  readonly ms: number;
}

/** The keys to press again, by their printed names; a press for another recording does not count for this one. */
export function askedOf(asked: CancelAsked | undefined, recordingId: string | undefined): string | undefined {
  if (!asked || asked.id !== recordingId) return undefined;
  return asked.shortcut.replace('Escape', 'Esc');
}

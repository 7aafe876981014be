import type { CreateModeBody, Mode, TriedMode, TryModeBody, UpdateModeBody } from '@quoth/contract';
import type { ChangeAuthor } from './changes.ts';

/**
 * Modes (contract, section 4). Reads answer from memory; an unknown or malformed id throws MODE_NOT_FOUND. A change whose author is a program is
 * recorded, so that the user can undo it; the author is the user if none is given.
 */
export interface Modes {
  list(): readonly Mode[];
  get(id: string): Mode;
  create(body: CreateModeBody, by?: ChangeAuthor): Promise<Mode>;
  update(id: string, body: UpdateModeBody, by?: ChangeAuthor): Promise<Mode>;
  delete(id: string, by?: ChangeAuthor): Promise<void>;
  /** Applies a mode to a text without saving either. Throws CANCELLED when the caller gives up. */
  try(body: TryModeBody, signal: AbortSignal): Promise<TriedMode>;
}

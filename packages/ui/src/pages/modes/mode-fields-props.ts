import type { ModeDraft } from './mode-draft.ts';

/** The props of every group of fields. */
export interface ModeFieldsProps {
  readonly draft: ModeDraft;
  readonly change: (change: Partial<ModeDraft>) => void;
}

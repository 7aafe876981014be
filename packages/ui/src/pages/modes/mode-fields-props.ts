import type { ModeDraft } from './mode-draft.ts';

/** What every group of the editor is given. */
export interface ModeFieldsProps {
  readonly draft: ModeDraft;
  readonly change: (change: Partial<ModeDraft>) => void;
}

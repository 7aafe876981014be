import type { Settings } from '@quoth/contract';

/** What a section of the settings is given. */
export interface SectionProps {
  readonly settings: Settings;
  readonly change: (changes: Partial<Settings>) => void;
}

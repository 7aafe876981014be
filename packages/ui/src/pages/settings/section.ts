import type { Settings } from '@quoth/contract';

/** The props of a section of the settings. */
export interface SectionProps {
  readonly settings: Settings;
  readonly change: (changes: Partial<Settings>) => void;
}

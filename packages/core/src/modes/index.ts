export { checkModeSettings } from './check-mode-settings.ts';
export type { ModeSource } from './mode-source.ts';
export { ModeStore } from './mode-store.ts';
export { ModesWithVocabulary } from './modes-with-vocabulary.ts';

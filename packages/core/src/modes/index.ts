export { ModeStore } from './mode-store.ts';

export { SettingsStore } from './settings-store.ts';

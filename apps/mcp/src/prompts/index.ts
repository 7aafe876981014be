export { registerPrompts } from './presets.ts';

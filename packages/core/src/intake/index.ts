export { AudioIntake } from './audio-intake.ts';
export type { PathPolicy } from './check-path-allowed.ts';
